// Kernels that are right in one order of their blocks and threads, and kernels that are right in
// all.
#include "tests/hip_cpu/check/case.hpp"

// case last_block_by_its_index
//   race partial [read] [write]
__device__ unsigned tickets_for_nothing;
__global__ void last_block_by_its_index(float* out, float* partial) {
  if (threadIdx.x != 0) return;
  partial[blockIdx.x] = 1;  // [write]
  __threadfence();
  atomicAdd(&tickets_for_nothing, 1u);
  if (blockIdx.x != gridDim.x - 1) return;
  float sum = 0;
  for (unsigned block = 0; block < gridDim.x; ++block) sum += partial[block];  // [read]
  out[0] = sum;
}
CASE(last_block_by_its_index) {
  RUN(last_block_by_its_index, (4), (2), output<float>("out", 1), scratch<float>("partial", 4));
}

// case flag_that_nobody_looks_at
//   race data [read] [write]
__global__ void flag_that_nobody_looks_at(int* out, int* data, unsigned* posted) {
  if (blockIdx.x == 0) {
    data[0] = 5;  // [write]
    __threadfence();
    atomicExch(posted, 1u);
  } else {
    atomicAdd(posted, 0u);
    __threadfence();
    out[0] = data[0];  // [read]
  }
}
CASE(flag_that_nobody_looks_at) {
  RUN(flag_that_nobody_looks_at, (2), (1), output<int>("out", 1), zeros<int>("data", 1),
      zeros<unsigned>("posted", 1));
}

// case last_thread_by_its_index
//   race parts [read] [write]
__global__ void last_thread_by_its_index(int* out) {
  __shared__ int parts[32];
  __shared__ unsigned tickets;
  const unsigned i = threadIdx.x;
  if (i == 0) tickets = 0;
  parts[i] = 0;
  __syncthreads();
  parts[i] = 1;  // [write]
  __threadfence_block();
  atomicAdd(&tickets, 1u);
  if (i != blockDim.x - 1) return;
  int sum = 0;
  for (unsigned k = 0; k < blockDim.x; ++k) sum += parts[k];  // [read]
  out[0] = sum;
}
CASE(last_thread_by_its_index) { RUN(last_thread_by_its_index, (1), (32), output<int>("out", 1)); }

// case half_of_the_tickets
//   race partial [read] [write]
__global__ void half_of_the_tickets(int* out, int* partial, unsigned* tickets) {
  const unsigned half = gridDim.x / 2;
  partial[blockIdx.x] = 1;  // [write]
  __threadfence();
  if (atomicAdd(tickets, 1u) != half) return;
  int sum = 0;
  for (unsigned block = 0; block < half; ++block) sum += partial[block];  // [read]
  out[0] = sum;
}
CASE(half_of_the_tickets) {
  RUN(half_of_the_tickets, (8), (1), output<int>("out", 1), zeros<int>("partial", 8),
      zeros<unsigned>("tickets", 1));
}

// case somebody_has_come_but_who
//   race data [read] [write]
__global__ void somebody_has_come_but_who(int* out, int* data, unsigned* come) {
  data[blockIdx.x] = static_cast<int>(blockIdx.x);  // [write]
  __threadfence();
  const unsigned before = atomicAdd(come, 1u);
  out[blockIdx.x] = before > 0 && blockIdx.x > 0 ? data[blockIdx.x - 1] : 0;  // [read]
}
CASE(somebody_has_come_but_who) {
  RUN(somebody_has_come_but_who, (6), (1), output<int>("out", 6), zeros<int>("data", 6),
      zeros<unsigned>("come", 1));
}

// case last_holder_of_the_lock_does_not_fence
//   race total [add] [add]
__device__ unsigned lock_without_a_fence;
__global__ void last_holder_of_the_lock_does_not_fence(int* total) {
  while (atomicCAS(&lock_without_a_fence, 0u, 1u) != 0) {
  }
  total[0] += 1;  // [add]
  if (blockIdx.x + 1 < gridDim.x) __threadfence();
  atomicExch(&lock_without_a_fence, 0u);
}
CASE(last_holder_of_the_lock_does_not_fence) {
  RUN(last_holder_of_the_lock_does_not_fence, (6), (1), zeros<int>("total", 1));
}

// case last_block_by_its_ticket
__device__ unsigned tickets_that_count;
__global__ void last_block_by_its_ticket(float* out, float* partial) {
  if (threadIdx.x != 0) return;
  partial[blockIdx.x] = 1;
  __threadfence();
  if (atomicAdd(&tickets_that_count, 1u) != gridDim.x - 1) return;
  float sum = 0;
  for (unsigned block = 0; block < gridDim.x; ++block) sum += partial[block];
  out[0] = sum;
  tickets_that_count = 0;
}
CASE(last_block_by_its_ticket) {
  RUN(last_block_by_its_ticket, (4), (2), output<float>("out", 1), scratch<float>("partial", 4));
  RUN(last_block_by_its_ticket, (4), (2), output<float>("out", 1), scratch<float>("partial", 4));
}

// case flag_that_is_looked_at
__global__ void flag_that_is_looked_at(int* out, int* data, unsigned* posted) {
  if (blockIdx.x == 0) {
    data[0] = 5;
    __threadfence();
    atomicExch(posted, 1u);
  } else {
    out[0] = 0;
    if (atomicAdd(posted, 0u) == 1) out[0] = data[0];
  }
}
CASE(flag_that_is_looked_at) {
  RUN(flag_that_is_looked_at, (2), (1), output<int>("out", 1), scratch<int>("data", 1),
      zeros<unsigned>("posted", 1));
}

// Threads that come one by one, in any order, take the values that they have put in themselves.
// case queue_taken_while_it_fills
//   race queue [put] [take]
__global__ void queue_taken_while_it_fills(int* out, const int* in) {
  __shared__ int queue[64];
  __shared__ int head, tail;
  const int i = static_cast<int>(threadIdx.x);
  if (i == 0) head = tail = 0;
  __syncthreads();
  queue[atomicAdd(&tail, 1)] = in[i];  // [put]
  const int at = atomicAdd(&head, 1);
  if (at < atomicAdd(&tail, 0)) out[at] = queue[at];  // [take]
}
CASE(queue_taken_while_it_fills) {
  RUN(queue_taken_while_it_fills, (1), (64), output<int>("out", 64), input<int>("in", 64));
}

// case queue_taken_when_it_is_full
__global__ void queue_taken_when_it_is_full(int* out, const int* in) {
  __shared__ int queue[64];
  __shared__ int head, tail;
  const int i = static_cast<int>(threadIdx.x);
  if (i == 0) head = tail = 0;
  __syncthreads();
  queue[atomicAdd(&tail, 1)] = in[i];
  __syncthreads();
  const int at = atomicAdd(&head, 1);
  if (at < atomicAdd(&tail, 0)) out[at] = queue[at];
}
CASE(queue_taken_when_it_is_full) {
  RUN(queue_taken_when_it_is_full, (1), (64), output<int>("out", 64), input<int>("in", 64));
}

// case last_thread_by_its_ticket
__global__ void last_thread_by_its_ticket(int* out) {
  __shared__ int parts[32];
  __shared__ unsigned tickets;
  const unsigned i = threadIdx.x;
  if (i == 0) tickets = 0;
  __syncthreads();
  parts[i] = 1;
  __threadfence_block();
  if (atomicAdd(&tickets, 1u) != blockDim.x - 1) return;
  int sum = 0;
  for (unsigned k = 0; k < blockDim.x; ++k) sum += parts[k];
  out[0] = sum;
}
CASE(last_thread_by_its_ticket) {
  RUN(last_thread_by_its_ticket, (1), (32), output<int>("out", 1));
}

// Blocks take their numbers in the order in which they come.
// case look_back_by_tickets
__global__ void look_back_by_tickets(int* out, int* sums, unsigned* states, unsigned* tickets) {
  const unsigned mine = atomicAdd(tickets, 1u);
  int before = 0;
  if (mine > 0) {
    while (atomicAdd(&states[mine - 1], 0u) == 0) {
    }
    before = sums[mine - 1];
  }
  sums[mine] = before + 1;
  __threadfence();
  atomicExch(&states[mine], 1u);
  out[mine] = before;
}
CASE(look_back_by_tickets) {
  RUN(look_back_by_tickets, (9), (1), output<int>("out", 9), scratch<int>("sums", 9),
      zeros<unsigned>("states", 9), zeros<unsigned>("tickets", 1));
}

// Waits for the block before it: in another order of blocks it would wait for ever, on a GPU it
// does not.
// case waits_for_the_block_before
__global__ void waits_for_the_block_before(int* out, unsigned* turn, unsigned* count) {
  if (threadIdx.x == 0) {
    while (atomicAdd(turn, 0u) != blockIdx.x) {
    }
    out[blockIdx.x] = blockIdx.x > 0 ? out[blockIdx.x - 1] + 1 : 0;
    __threadfence();
    atomicAdd(turn, 1u);
  }
  atomicAdd(count, 1u);
}
CASE(waits_for_the_block_before) {
  RUN(waits_for_the_block_before, (7), (8), output<int>("out", 7), zeros<unsigned>("turn", 1),
      zeros<unsigned>("count", 1));
}

// A launch that runs again finds memory as it was before.
// case adds_to_what_was_there
__device__ unsigned added_once[4];
__global__ void adds_to_what_was_there(unsigned* count) {
  atomicAdd(count, 1u);
  added_once[threadIdx.x] += 1;
}
__global__ void traps_unless_once(const unsigned* count) {
  if (*count != 14 || added_once[threadIdx.x] != 1) __builtin_trap();
}
CASE(adds_to_what_was_there) {
  unsigned* count = zeros<unsigned>("count", 1);
  const unsigned ten = 10;
  static_cast<void>(hipMemcpy(count, &ten, sizeof ten, hipMemcpyHostToDevice));
  RUN(adds_to_what_was_there, (1), (4), count);
  RUN(traps_unless_once, (1), (4), count);
}
