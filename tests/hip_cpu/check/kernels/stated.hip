// Sentences of docs/reference/check.md that none of the other files is about.
#include <hippuzzle/layout_tensor.hpp>

#include "tests/hip_cpu/check/case.hpp"

// case vote_is_no_barrier
//   race s [read] [write]
__global__ void vote_is_no_barrier(int* out) {
  __shared__ int s[32];
  const unsigned lane = threadIdx.x;
  s[lane] = 1;  // [write]
  const bool all = __ballot_sync(0xffffffffull, 1) != 0;
  out[lane] = s[lane ^ 1] + all;  // [read]
}
CASE(vote_is_no_barrier) { RUN(vote_is_no_barrier, (1), (32), output<int>("out", 32)); }

// case flag_stored_again_by_another
//   race data [read] [write]
__global__ void flag_stored_again_by_another(int* out, int* data, unsigned* posted) {
  if (blockIdx.x == 0) {
    data[0] = 5;  // [write]
    __threadfence();
    atomicExch(posted, 1u);
  } else if (blockIdx.x == 1) {
    __atomic_store_n(posted, 1u, __ATOMIC_RELAXED);
  } else if (atomicAdd(posted, 0u) == 1) {
    out[0] = data[0];  // [read]
  }
}
CASE(flag_stored_again_by_another) {
  RUN(flag_stored_again_by_another, (3), (1), scratch<int>("out", 1), scratch<int>("data", 1),
      zeros<unsigned>("posted", 1));
}

// case flag_exchanged_again_by_another
__global__ void flag_exchanged_again_by_another(int* out, int* data, unsigned* posted) {
  if (blockIdx.x == 0) {
    data[0] = 5;
    __threadfence();
    atomicExch(posted, 1u);
  } else if (blockIdx.x == 1) {
    if (atomicAdd(posted, 0u) == 1) atomicExch(posted, 2u);
  } else if (atomicAdd(posted, 0u) == 2) {
    out[0] = data[0];
  }
}
CASE(flag_exchanged_again_by_another) {
  RUN(flag_exchanged_again_by_another, (3), (1), scratch<int>("out", 1), scratch<int>("data", 1),
      zeros<unsigned>("posted", 1));
}

// The findings after which a thread goes on.

// case goes_on_behind_the_end
//   out-of-bounds in [read]
//   division-by-zero - [divide]
__global__ void goes_on_behind_the_end(int* out, const int* in, int zero) {
  const unsigned i = threadIdx.x;
  const int value = in[i + 1];          // [read]
  out[i] = i == 31 ? i / zero : value;  // [divide]
}
CASE(goes_on_behind_the_end) {
  RUN(goes_on_behind_the_end, (1), (32), scratch<int>("out", 32), input<int>("in", 32), 0);
}

// case stops_at_an_index_outside_the_shape
//   outside-shape - [index]
__global__ void stops_at_an_index_outside_the_shape(float* out, const float* in, int zero) {
  const hippuzzle::LayoutTensor rows(in, hippuzzle::row_major(4, 4));
  const float value = rows(threadIdx.y, threadIdx.x);  // [index]
  out[threadIdx.x] = threadIdx.x == 4 ? 1 / zero : value;
}
CASE(stops_at_an_index_outside_the_shape) {
  RUN(stops_at_an_index_outside_the_shape, (1), (5), scratch<float>("out", 5),
      input<float>("in", 16), 0);
}

// case goes_on_behind_an_index_that_leaves_a_row
//   out-of-bounds rows [index]
//   out-of-bounds out [write]
__global__ void goes_on_behind_an_index_that_leaves_a_row(int* out, unsigned column) {
  __shared__ int rows[2][4];
  for (unsigned i = 0; i < 8; ++i) rows[i / 4][i % 4] = 1;
  const int value = rows[0][column];  // [index]
  __syncthreads();
  out[1] = value;  // [write]
}
CASE(goes_on_behind_an_index_that_leaves_a_row) {
  RUN(goes_on_behind_an_index_that_leaves_a_row, (1), (1), scratch<int>("out", 1), 4u);
}

// case stops_at_an_index_that_leaves_a_local_array
//   out-of-bounds digits [index]
__global__ void stops_at_an_index_that_leaves_a_local_array(int* out, unsigned place) {
  int digits[4] = {};
  const int value = digits[place];  // [index]
  __syncthreads();
  out[1] = value;
}
CASE(stops_at_an_index_that_leaves_a_local_array) {
  RUN(stops_at_an_index_that_leaves_a_local_array, (1), (1), scratch<int>("out", 1), 5u);
}

// case others_go_on_behind_one_that_stops
//   division-by-zero - [divide]
//   out-of-bounds out [write]
__global__ void others_go_on_behind_one_that_stops(int* out, const int* in) {
  const unsigned i = threadIdx.x;
  const int value = 12 / in[i];  // [divide]
  __syncthreads();
  out[i + 1] = value;  // [write]
}
CASE(others_go_on_behind_one_that_stops) {
  RUN(others_go_on_behind_one_that_stops, (1), (8), scratch<int>("out", 8), input<int>("in", 8));
}

__global__ void keeps_a_local(int** where) {
  int local = 7;
  *where = &local;
}

// case goes_on_behind_a_pointer_that_it_reads
//   wild-pointer where [follow]
//   division-by-zero - [divide]
__global__ void goes_on_behind_a_pointer_that_it_reads(int* out, int** where, int zero) {
  out[0] = **where;    // [follow]
  out[1] = 12 / zero;  // [divide]
}
CASE(goes_on_behind_a_pointer_that_it_reads) {
  int** where = scratch<int*>("where", 1);
  RUN(keeps_a_local, (1), (1), where);
  RUN(goes_on_behind_a_pointer_that_it_reads, (1), (1), scratch<int>("out", 2), where, 0);
}

// A launch that cannot run twice has an error where another one has a warning.

// case dropped_in_a_sample
//   warp-lanes - [shuffle]
__global__ void dropped_in_a_sample(int* out, unsigned n) {
  const unsigned lane = threadIdx.x;
  if (lane >= n) return;
  const int next = __shfl_down(1, 1);  // [shuffle]
  out[blockIdx.x * n + lane] = lane + 1 < n ? next : 0;
}
CASE(dropped_in_a_sample) {
  sample(2);
  RUN(dropped_in_a_sample, (8), (32), scratch<int>("out", 160), 20u);
}

// Bytes between the arrays of a block, and after a struct's short end.

// case written_and_read_in_one_phase
//   race s [read] [write]
__global__ void written_and_read_in_one_phase(int* out) {
  __shared__ int s[2];
  const unsigned i = threadIdx.x;
  if (i == 1) out[0] = s[0];  // [read]
  if (i == 2) s[0] = 1;       // [write]
}
CASE(written_and_read_in_one_phase) {
  RUN(written_and_read_in_one_phase, (1), (3), scratch<int>("out", 1));
}

// case one_thread_clears_and_copies_megabytes
__global__ void one_thread_clears_and_copies_megabytes(int* out, unsigned char* from,
                                                       unsigned char* to, unsigned bytes) {
  memset(from, 1, bytes);
  memcpy(to, from, bytes);
  out[0] = to[bytes - 1];
}
CASE(one_thread_clears_and_copies_megabytes) {
  constexpr unsigned bytes = 3u << 20;
  RUN(one_thread_clears_and_copies_megabytes, (1), (1), output<int>("out", 1),
      scratch<unsigned char>("from", bytes), scratch<unsigned char>("to", bytes), bytes);
}
