// Fences of a block, where blocks hand something to each other, and where a block's threads do.
#include "tests/hip_cpu/check/case.hpp"

// case average_by_the_last_to_arrive
//   race partial [partial] [total]
__global__ void average_by_the_last_to_arrive(const float* in, float* partial, unsigned* arrived,
                                              float* average) {
  if (threadIdx.x != 0) return;
  float sum = 0;
  for (unsigned i = 0; i < blockDim.x; ++i) sum += in[blockIdx.x * blockDim.x + i];
  partial[blockIdx.x] = sum;  // [partial]
  __threadfence_block();
  if (atomicInc(arrived, gridDim.x - 1) != gridDim.x - 1) return;
  float total = 0;
  for (unsigned b = 0; b < gridDim.x; ++b) total += partial[b];  // [total]
  *average = total / static_cast<float>(gridDim.x * blockDim.x);
}
CASE(average_by_the_last_to_arrive) {
  RUN(average_by_the_last_to_arrive, (6), (32), input<float>("in", 192),
      scratch<float>("partial", 6), zeros<unsigned>("arrived", 1), output<float>("average", 1));
}

// case average_with_the_devices_fence
__global__ void average_with_the_devices_fence(const float* in, float* partial, unsigned* arrived,
                                               float* average) {
  if (threadIdx.x != 0) return;
  float sum = 0;
  for (unsigned i = 0; i < blockDim.x; ++i) sum += in[blockIdx.x * blockDim.x + i];
  partial[blockIdx.x] = sum;
  __threadfence();
  if (atomicInc(arrived, gridDim.x - 1) != gridDim.x - 1) return;
  float total = 0;
  for (unsigned b = 0; b < gridDim.x; ++b) total += partial[b];
  *average = total / static_cast<float>(gridDim.x * blockDim.x);
}
CASE(average_with_the_devices_fence) {
  RUN(average_with_the_devices_fence, (6), (32), input<float>("in", 192),
      scratch<float>("partial", 6), zeros<unsigned>("arrived", 1), output<float>("average", 1));
}

// case mail_between_blocks
//   race letter [letter] [out]
__global__ void mail_between_blocks(int* letter, int* flag, int* out) {
  if (blockIdx.x == 0) {
    for (int i = 0; i < 3; ++i) letter[i] = 40 + i;  // [letter]
    __threadfence_block();
    atomicExch(flag, 1);
  } else {
    while (atomicAdd(flag, 0) == 0) {
    }
    for (int i = 0; i < 3; ++i) out[i] = letter[i];  // [out]
  }
}
CASE(mail_between_blocks) {
  RUN(mail_between_blocks, (2), (1), scratch<int>("letter", 3), zeros<int>("flag", 1),
      output<int>("out", 3));
}

// case mail_between_blocks_fenced
__global__ void mail_between_blocks_fenced(int* letter, int* flag, int* out) {
  if (blockIdx.x == 0) {
    for (int i = 0; i < 3; ++i) letter[i] = 40 + i;
    __threadfence();
    atomicExch(flag, 1);
  } else {
    while (atomicAdd(flag, 0) == 0) {
    }
    __threadfence();
    for (int i = 0; i < 3; ++i) out[i] = letter[i];
  }
}
CASE(mail_between_blocks_fenced) {
  RUN(mail_between_blocks_fenced, (2), (1), scratch<int>("letter", 3), zeros<int>("flag", 1),
      output<int>("out", 3));
}

// case list_of_blocks
//   race links [value] [out]
struct Link {
  int value, next;
};
__global__ void list_of_blocks(Link* links, int* head, int* out) {
  const int me = static_cast<int>(blockIdx.x);
  links[me].value = 7 * me;  // [value]
  __threadfence_block();
  const int next = atomicExch(head, me);
  out[me] = next < 0 ? 0 : links[next].value;  // [out]
}
CASE(list_of_blocks) {
  int* head = scratch<int>("head", 1);
  static_cast<void>(hipMemset(head, 0xff, sizeof *head));
  RUN(list_of_blocks, (4), (1), scratch<Link>("links", 4), head, output<int>("out", 4));
}

// case list_of_blocks_fenced
__global__ void list_of_blocks_fenced(Link* links, int* head, int* out) {
  const int me = static_cast<int>(blockIdx.x);
  links[me].value = 7 * me;
  __threadfence();
  const int next = atomicExch(head, me);
  __threadfence();
  out[me] = next < 0 ? 0 : links[next].value;
}
CASE(list_of_blocks_fenced) {
  int* head = scratch<int>("head", 1);
  static_cast<void>(hipMemset(head, 0xff, sizeof *head));
  RUN(list_of_blocks_fenced, (4), (1), scratch<Link>("links", 4), head, output<int>("out", 4));
}

// case account_under_a_lock
//   race balance [add]
__global__ void account_under_a_lock(int* lock, float* balance) {
  if (threadIdx.x != 0) return;
  while (atomicCAS(lock, 0, 1) != 0) {
  }
  *balance += 2.5f;  // [add]
  __threadfence_block();
  atomicExch(lock, 0);
}
CASE(account_under_a_lock) {
  RUN(account_under_a_lock, (5), (32), zeros<int>("lock", 1), zeros<float>("balance", 1));
}

// case account_under_a_lock_of_the_device
__global__ void account_under_a_lock_of_the_device(int* lock, float* balance) {
  if (threadIdx.x != 0) return;
  while (atomicCAS(lock, 0, 1) != 0) {
  }
  __threadfence();
  *balance += 2.5f;
  __threadfence();
  atomicExch(lock, 0);
}
CASE(account_under_a_lock_of_the_device) {
  RUN(account_under_a_lock_of_the_device, (5), (32), zeros<int>("lock", 1),
      zeros<float>("balance", 1));
}

// case barrier_and_fence_of_a_block
//   race rows [row] [sum]
__global__ void barrier_and_fence_of_a_block(int* rows, unsigned* tickets, int* sum) {
  __shared__ bool is_last;
  rows[blockIdx.x * blockDim.x + threadIdx.x] = static_cast<int>(threadIdx.x);  // [row]
  __threadfence_block();
  __syncthreads();
  if (threadIdx.x == 0) is_last = atomicAdd(tickets, 1u) == gridDim.x - 1;
  __syncthreads();
  if (!is_last || threadIdx.x != 0) return;
  int total = 0;
  for (unsigned i = 0; i < gridDim.x * blockDim.x; ++i) total += rows[i];  // [sum]
  *sum = total;
}
CASE(barrier_and_fence_of_a_block) {
  RUN(barrier_and_fence_of_a_block, (3), (64), scratch<int>("rows", 192),
      zeros<unsigned>("tickets", 1), output<int>("sum", 1));
}

// case fence_of_a_block_within_it
__global__ void fence_of_a_block_within_it(int* data, int* flags, int* out) {
  const unsigned base = blockIdx.x * 64;
  if (threadIdx.x == 0) {
    data[base] = 11;
    __threadfence_block();
    atomicExch(&flags[blockIdx.x], 1);
  }
  if (threadIdx.x == 40) {
    out[blockIdx.x] = 0;
    if (atomicAdd(&flags[blockIdx.x], 0) == 1) out[blockIdx.x] = data[base];
  }
}
CASE(fence_of_a_block_within_it) {
  RUN(fence_of_a_block_within_it, (2), (64), scratch<int>("data", 128), zeros<int>("flags", 2),
      output<int>("out", 2));
}
