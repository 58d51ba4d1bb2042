// Order between some threads and not others: atomic operations and the values that they read.
#include "tests/hip_cpu/check/case.hpp"

// The sum after a thread's last addition shows nothing about the additions of others.

// case count_read_by_the_last_thread
//   race count [read] [add]
__global__ void count_read_by_the_last_thread(unsigned* out, unsigned* count) {
  atomicAdd(count, 1u);                                // [add]
  if (threadIdx.x == blockDim.x - 1) out[0] = *count;  // [read]
}
CASE(count_read_by_the_last_thread) {
  RUN(count_read_by_the_last_thread, (1), (64), output<unsigned>("out", 1),
      zeros<unsigned>("count", 1));
}

// case shared_count_read_by_its_last_adder
//   race total [read] [add]
__global__ void shared_count_read_by_its_last_adder(int* out) {
  __shared__ int total;
  const unsigned i = threadIdx.x;
  if (i == 0) total = 0;
  __syncthreads();
  atomicAdd(&total, static_cast<int>(i));  // [add]
  if (i == 31) out[blockIdx.x] = total;    // [read]
}
CASE(shared_count_read_by_its_last_adder) {
  RUN(shared_count_read_by_its_last_adder, (2), (32), output<int>("out", 2));
}

// case each_reads_the_bin_that_it_added_to
//   race bins [read] [add]
__global__ void each_reads_the_bin_that_it_added_to(unsigned* out, const unsigned* in) {
  __shared__ unsigned bins[8];
  const unsigned i = threadIdx.x;
  if (i < 8) bins[i] = 0;
  __syncthreads();
  atomicAdd(&bins[in[i] % 8], 1u);  // [add]
  out[i] = bins[in[i] % 8];         // [read]
}
CASE(each_reads_the_bin_that_it_added_to) {
  RUN(each_reads_the_bin_that_it_added_to, (1), (32), output<unsigned>("out", 32),
      input<unsigned>("in", 32));
}

// case total_reset_by_the_last_block
//   race total [reset] [add]
__global__ void total_reset_by_the_last_block(float* total) {
  atomicAdd(total, 1.0f);                                           // [add]
  if (blockIdx.x == gridDim.x - 1 && threadIdx.x == 7) *total = 0;  // [reset]
}
CASE(total_reset_by_the_last_block) {
  RUN(total_reset_by_the_last_block, (3), (8), zeros<float>("total", 1));
}

// case maximum_read_by_its_warp
//   race most [read] [max]
__global__ void maximum_read_by_its_warp(int* out, int* most) {
  const unsigned i = threadIdx.x;
  atomicMax(most, static_cast<int>(i));  // [max]
  __syncwarp();
  if (i == blockDim.x - 1) out[0] = *most;  // [read]
}
CASE(maximum_read_by_its_warp) {
  RUN(maximum_read_by_its_warp, (1), (128), output<int>("out", 1), zeros<int>("most", 1));
}

// case count_read_behind_a_barrier
__global__ void count_read_behind_a_barrier(unsigned* out, unsigned* count) {
  atomicAdd(&count[blockIdx.x], 1u);
  __syncthreads();
  if (threadIdx.x == blockDim.x - 1) out[blockIdx.x] = count[blockIdx.x];
}
CASE(count_read_behind_a_barrier) {
  RUN(count_read_behind_a_barrier, (3), (64), output<unsigned>("out", 3),
      zeros<unsigned>("count", 3));
}

// case count_read_by_an_atomic_operation
__global__ void count_read_by_an_atomic_operation(unsigned* out, unsigned* count) {
  atomicAdd(count, 1u);
  if (threadIdx.x == blockDim.x - 1) out[0] = atomicAdd(count, 0u);
}
CASE(count_read_by_an_atomic_operation) {
  RUN(count_read_by_an_atomic_operation, (1), (64), output<unsigned>("out", 1),
      zeros<unsigned>("count", 1));
}

// case maximum_read_in_one_warp
__global__ void maximum_read_in_one_warp(int* out, int* most) {
  atomicMax(&most[blockIdx.x], static_cast<int>(threadIdx.x));
  __syncwarp();
  if (threadIdx.x == 0) out[blockIdx.x] = most[blockIdx.x];
}
CASE(maximum_read_in_one_warp) {
  RUN(maximum_read_in_one_warp, (2), (32), output<int>("out", 2), zeros<int>("most", 2));
}

// case ticket_reset_by_who_drew_the_last
__device__ unsigned tickets_to_reset;
__global__ void ticket_reset_by_who_drew_the_last(unsigned* out) {
  __threadfence();
  if (atomicAdd(&tickets_to_reset, 1u) != gridDim.x * blockDim.x - 1) return;
  out[0] = tickets_to_reset;
  tickets_to_reset = 0;
}
CASE(ticket_reset_by_who_drew_the_last) {
  RUN(ticket_reset_by_who_drew_the_last, (3), (8), output<unsigned>("out", 1));
}

// case total_read_by_the_next_launch
__global__ void adds_to_the_total(float* total) { atomicAdd(total, 1.0f); }
__global__ void reads_the_total(float* out, const float* total) { out[threadIdx.x] = *total; }
CASE(total_read_by_the_next_launch) {
  float* total = zeros<float>("total", 1);
  RUN(adds_to_the_total, (4), (16), total);
  RUN(reads_the_total, (1), (16), output<float>("out", 16), total);
}

// Somebody else's value has come in between.

// case flag_set_again_by_a_plain_write
//   race posted [again] [post]
//   race posted [see] [again]
//   race data [read] [write]
__global__ void flag_set_again_by_a_plain_write(int* out, int* data, unsigned* posted) {
  if (blockIdx.x == 0) {
    data[0] = 5;  // [write]
    __threadfence();
    atomicExch(posted, 1u);  // [post]
  } else if (blockIdx.x == 1) {
    *posted = 1;                          // [again]
  } else if (atomicAdd(posted, 0u) == 1)  // [see]
    out[0] = data[0];                     // [read]
}
CASE(flag_set_again_by_a_plain_write) {
  RUN(flag_set_again_by_a_plain_write, (3), (1), scratch<int>("out", 1), scratch<int>("data", 1),
      zeros<unsigned>("posted", 1));
}

// case failed_lock_hands_on_nothing
//   race data [read] [write]
__global__ void failed_lock_hands_on_nothing(int* out, int* data, unsigned* lock) {
  if (blockIdx.x == 0) {
    atomicExch(lock, 1u);
  } else if (blockIdx.x == 1) {
    data[0] = 5;  // [write]
    __threadfence();
    atomicCAS(lock, 0u, 1u);
  } else if (atomicAdd(lock, 0u) == 1) {
    out[0] = data[0];  // [read]
  }
}
CASE(failed_lock_hands_on_nothing) {
  RUN(failed_lock_hands_on_nothing, (3), (1), scratch<int>("out", 1), scratch<int>("data", 1),
      zeros<unsigned>("lock", 1));
}

// case fence_behind_what_is_published
//   race data [read] [late]
__global__ void fence_behind_what_is_published(int* out, int* data, unsigned* posted) {
  if (blockIdx.x == 0) {
    __threadfence();
    data[0] = 5;  // [late]
    atomicExch(posted, 1u);
  } else if (atomicAdd(posted, 0u) == 1) {
    out[0] = data[0];  // [read]
  }
}
CASE(fence_behind_what_is_published) {
  RUN(fence_behind_what_is_published, (2), (1), scratch<int>("out", 1), scratch<int>("data", 1),
      zeros<unsigned>("posted", 1));
}

// case another_flag_than_the_one_that_was_set
//   race data [read] [write]
__global__ void another_flag_than_the_one_that_was_set(int* out, int* data, unsigned* flags) {
  if (blockIdx.x == 0) {
    data[0] = 5;  // [write]
    __threadfence();
    atomicExch(&flags[0], 1u);
    atomicExch(&flags[1], 1u);
  } else if (atomicAdd(&flags[2], 0u) == 0) {
    out[0] = data[0];  // [read]
  }
}
CASE(another_flag_than_the_one_that_was_set) {
  RUN(another_flag_than_the_one_that_was_set, (2), (1), scratch<int>("out", 1),
      scratch<int>("data", 1), zeros<unsigned>("flags", 3));
}

// case shared_flag_of_another_block
//   race data [read] [write]
__global__ void shared_flag_of_another_block(int* out, int* data) {
  __shared__ unsigned posted;
  posted = 0;
  if (blockIdx.x == 0) data[0] = 5;  // [write]
  __threadfence();
  atomicAdd(&posted, 1u);
  if (blockIdx.x == 1) out[0] = data[0];  // [read]
}
CASE(shared_flag_of_another_block) {
  RUN(shared_flag_of_another_block, (2), (1), scratch<int>("out", 1), scratch<int>("data", 1));
}

// case flag_handed_on_by_others
__global__ void flag_handed_on_by_others(int* out, int* data, unsigned* posted) {
  if (blockIdx.x == 0) {
    data[0] = 5;
    __threadfence();
    atomicAdd(posted, 1u);
  } else if (blockIdx.x < 3) {
    atomicAdd(posted, 1u);
  } else if (atomicAdd(posted, 0u) == 3) {
    out[0] = data[0];
  }
}
CASE(flag_handed_on_by_others) {
  RUN(flag_handed_on_by_others, (4), (1), scratch<int>("out", 1), scratch<int>("data", 1),
      zeros<unsigned>("posted", 1));
}

// case lock_around_a_sum
__device__ unsigned lock_of_the_sum;
__global__ void lock_around_a_sum(float* total) {
  while (atomicCAS(&lock_of_the_sum, 0u, 1u) != 0) {
  }
  __threadfence();
  total[0] += 1;
  __threadfence();
  atomicExch(&lock_of_the_sum, 0u);
}
CASE(lock_around_a_sum) { RUN(lock_around_a_sum, (8), (4), zeros<float>("total", 1)); }

// case look_back_over_all_blocks
__global__ void look_back_over_all_blocks(int* out, int* sums, unsigned* states, const int* in) {
  if (threadIdx.x != 0) return;
  sums[blockIdx.x] = in[blockIdx.x];
  __threadfence();
  atomicExch(&states[blockIdx.x], 1u);
  int before = 0;
  for (unsigned block = blockIdx.x; block-- > 0;) {
    while (atomicAdd(&states[block], 0u) == 0) {
    }
    __threadfence();
    before += sums[block];
  }
  out[blockIdx.x] = before + in[blockIdx.x];
}
CASE(look_back_over_all_blocks) {
  RUN(look_back_over_all_blocks, (12), (4), output<int>("out", 12), scratch<int>("sums", 12),
      zeros<unsigned>("states", 12), input<int>("in", 12));
}

// case queue_of_work
__global__ void queue_of_work(int* out, unsigned* next, unsigned n) {
  __shared__ unsigned mine;
  for (;;) {
    if (threadIdx.x == 0) mine = atomicAdd(next, 8u);
    __syncthreads();
    const unsigned begin = mine;
    __syncthreads();
    if (begin >= n) return;
    out[begin + threadIdx.x] = 1;
  }
}
CASE(queue_of_work) {
  RUN(queue_of_work, (3), (8), output<int>("out", 64), zeros<unsigned>("next", 1), 64u);
}

// case two_last_blocks_one_behind_the_other
__device__ unsigned tickets_of_a_round[2];
__global__ void two_last_blocks_one_behind_the_other(int* out, int* parts, int* sums) {
  __shared__ unsigned drawn;
  const unsigned pair = blockIdx.x / 2;
  if (threadIdx.x == 0) {
    parts[blockIdx.x] = 1;
    __threadfence();
    drawn = atomicAdd(&tickets_of_a_round[pair], 1u);
  }
  __syncthreads();
  if (drawn != 1 || threadIdx.x != 0) return;
  sums[pair] = parts[2 * pair] + parts[2 * pair + 1];
  __threadfence();
  if (atomicAdd(&tickets_of_a_round[pair], 2u) == 2) out[pair] = sums[pair];
}
CASE(two_last_blocks_one_behind_the_other) {
  RUN(two_last_blocks_one_behind_the_other, (4), (8), output<int>("out", 2),
      scratch<int>("parts", 4), scratch<int>("sums", 2));
}

// One lane fences for its warp, after a barrier of the warp.

// case lane_fences_for_its_warp
__global__ void lane_fences_for_its_warp(float* out, float* data, unsigned* ticket) {
  data[blockIdx.x * blockDim.x + threadIdx.x] = 1;
  __syncwarp();
  if (threadIdx.x != 0) return;
  __threadfence();
  if (atomicAdd(ticket, 1u) != gridDim.x - 1) return;
  __threadfence();
  float sum = 0;
  for (unsigned i = 0; i < gridDim.x * blockDim.x; ++i) sum += data[i];
  out[0] = sum;
}
CASE(lane_fences_for_its_warp) {
  RUN(lane_fences_for_its_warp, (4), (32), output<float>("out", 1), scratch<float>("data", 128),
      zeros<unsigned>("ticket", 1));
}

// case lane_fences_without_its_warp
//   race data [read] [write]
__global__ void lane_fences_without_its_warp(float* out, float* data, unsigned* ticket) {
  data[blockIdx.x * blockDim.x + threadIdx.x] = 1;  // [write]
  if (threadIdx.x != 0) return;
  __threadfence();
  if (atomicAdd(ticket, 1u) != gridDim.x - 1) return;
  __threadfence();
  float sum = 0;
  for (unsigned i = 0; i < gridDim.x * blockDim.x; ++i) sum += data[i];  // [read]
  out[0] = sum;
}
CASE(lane_fences_without_its_warp) {
  RUN(lane_fences_without_its_warp, (4), (32), output<float>("out", 1), scratch<float>("data", 128),
      zeros<unsigned>("ticket", 1));
}
