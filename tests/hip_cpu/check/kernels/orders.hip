// Atomic operations with an order.
#include "tests/hip_cpu/check/case.hpp"

#define DEVICE __HIP_MEMORY_SCOPE_AGENT
#define BLOCK __HIP_MEMORY_SCOPE_WORKGROUP

// The block that draws the last ticket adds up the parts of all blocks.
template <int order>
__device__ void sum_by_the_last(int* parts, unsigned* tickets, int* sum) {
  __shared__ bool is_last;
  parts[blockIdx.x * blockDim.x + threadIdx.x] = 1;  // [part]
  __syncthreads();
  if (threadIdx.x == 0)
    is_last = __hip_atomic_fetch_add(tickets, 1u, order, DEVICE) == gridDim.x - 1;
  __syncthreads();
  if (!is_last || threadIdx.x != 0) return;
  *sum = 0;
  for (unsigned i = 0; i < gridDim.x * blockDim.x; ++i) *sum += parts[i];  // [sum]
}

// Locks by compare-and-swap.
template <int unlocked>
__device__ void add_under_a_lock(int* lock, float* balance) {
  if (threadIdx.x != 0) return;
  int free = 0;
  while (!__hip_atomic_compare_exchange_strong(lock, &free, 1, __ATOMIC_ACQUIRE, __ATOMIC_RELAXED,
                                               DEVICE))
    free = 0;
  *balance += 2.5f;  // [balance]
  __hip_atomic_store(lock, 0, unlocked, DEVICE);
}

template <int order>
__device__ void row_of_the_first_block(int* row, int* flag, int* out) {
  if (blockIdx.x == 0) {
    row[threadIdx.x] = 7;  // [row]
    __syncthreads();
    if (threadIdx.x == 0) __hip_atomic_store(flag, 1, __ATOMIC_RELEASE, DEVICE);
  } else {
    if (threadIdx.x == 0)
      while (!__hip_atomic_load(flag, order, DEVICE)) {
      }
    __syncthreads();
    out[threadIdx.x] = row[threadIdx.x];  // [read]
  }
}
// A fence after a relaxed load acquires the value's release, if it is a fence of the device.

// case mail_with_a_fence_behind_the_load
__global__ void mail_with_a_fence_behind_the_load(int* letter, int* flag, int* out) {
  if (blockIdx.x == 0) {
    *letter = 42;
    __builtin_amdgcn_fence(__ATOMIC_RELEASE, "agent");
    __hip_atomic_store(flag, 1, __ATOMIC_RELAXED, DEVICE);
  } else {
    while (!__hip_atomic_load(flag, __ATOMIC_RELAXED, DEVICE)) {
    }
    __builtin_amdgcn_fence(__ATOMIC_ACQUIRE, "agent");
    *out = *letter;
  }
}
CASE(mail_with_a_fence_behind_the_load) {
  RUN(mail_with_a_fence_behind_the_load, (2), (1), scratch<int>("letter", 1), zeros<int>("flag", 1),
      output<int>("out", 1));
}

// case mail_with_a_blocks_fence_behind_the_load
//   race letter [out] [letter]
__global__ void mail_with_a_blocks_fence_behind_the_load(int* letter, int* flag, int* out) {
  if (blockIdx.x == 0) {
    *letter = 42;  // [letter]
    __hip_atomic_store(flag, 1, __ATOMIC_RELEASE, DEVICE);
  } else {
    while (!__hip_atomic_load(flag, __ATOMIC_RELAXED, DEVICE)) {
    }
    __builtin_amdgcn_fence(__ATOMIC_ACQUIRE, "workgroup");
    *out = *letter;  // [out]
  }
}
CASE(mail_with_a_blocks_fence_behind_the_load) {
  RUN(mail_with_a_blocks_fence_behind_the_load, (2), (1), scratch<int>("letter", 1),
      zeros<int>("flag", 1), output<int>("out", 1));
}

// case fence_that_acquires_in_front_of_the_flag
//   race letter [out] [letter]
__global__ void fence_that_acquires_in_front_of_the_flag(int* letter, int* flag, int* out) {
  if (blockIdx.x == 0) {
    *letter = 42;  // [letter]
    __builtin_amdgcn_fence(__ATOMIC_ACQUIRE, "agent");
    __hip_atomic_store(flag, 1, __ATOMIC_RELAXED, DEVICE);
  } else {
    while (!__hip_atomic_load(flag, __ATOMIC_ACQUIRE, DEVICE)) {
    }
    *out = *letter;  // [out]
  }
}
CASE(fence_that_acquires_in_front_of_the_flag) {
  RUN(fence_that_acquires_in_front_of_the_flag, (2), (1), scratch<int>("letter", 1),
      zeros<int>("flag", 1), output<int>("out", 1));
}

// A release belongs to its own variable.

// case mail_announced_by_another_flag
//   race letter [out] [letter]
__global__ void mail_announced_by_another_flag(int* letter, int* flags, int* out) {
  if (blockIdx.x == 0) {
    *letter = 42;  // [letter]
    __hip_atomic_store(&flags[0], 1, __ATOMIC_RELEASE, DEVICE);
    __hip_atomic_store(&flags[1], 1, __ATOMIC_RELAXED, DEVICE);
  } else {
    while (!__hip_atomic_load(&flags[1], __ATOMIC_ACQUIRE, DEVICE)) {
    }
    *out = *letter;  // [out]
  }
}
CASE(mail_announced_by_another_flag) {
  RUN(mail_announced_by_another_flag, (2), (1), scratch<int>("letter", 1), zeros<int>("flags", 2),
      output<int>("out", 1));
}

// case another_flag_acquired_than_was_read
//   race letter [out] [letter]
__global__ void another_flag_acquired_than_was_read(int* letter, int* flags, int* out) {
  if (blockIdx.x == 0) {
    *letter = 42;  // [letter]
    __hip_atomic_store(&flags[0], 1, __ATOMIC_RELEASE, DEVICE);
  } else {
    while (!__hip_atomic_load(&flags[0], __ATOMIC_RELAXED, DEVICE)) {
    }
    __hip_atomic_load(&flags[1], __ATOMIC_ACQUIRE, DEVICE);
    *out = *letter;  // [out]
  }
}
CASE(another_flag_acquired_than_was_read) {
  RUN(another_flag_acquired_than_was_read, (2), (1), scratch<int>("letter", 1),
      zeros<int>("flags", 2), output<int>("out", 1));
}

// case sum_by_the_block_of_the_last_ticket
__global__ void sum_by_the_block_of_the_last_ticket(int* parts, unsigned* tickets, int* sum) {
  sum_by_the_last<__ATOMIC_ACQ_REL>(parts, tickets, sum);
}
CASE(sum_by_the_block_of_the_last_ticket) {
  RUN(sum_by_the_block_of_the_last_ticket, (3), (64), scratch<int>("parts", 192),
      zeros<unsigned>("tickets", 1), output<int>("sum", 1));
}

// case sum_by_the_block_of_a_relaxed_ticket
//   race parts [sum] [part]
__global__ void sum_by_the_block_of_a_relaxed_ticket(int* parts, unsigned* tickets, int* sum) {
  sum_by_the_last<__ATOMIC_RELAXED>(parts, tickets, sum);
}
CASE(sum_by_the_block_of_a_relaxed_ticket) {
  RUN(sum_by_the_block_of_a_relaxed_ticket, (3), (64), scratch<int>("parts", 192),
      zeros<unsigned>("tickets", 1), output<int>("sum", 1));
}

// case tickets_that_only_release
//   race parts [sum] [part]
__global__ void tickets_that_only_release(int* parts, unsigned* tickets, int* sum) {
  sum_by_the_last<__ATOMIC_RELEASE>(parts, tickets, sum);
}
CASE(tickets_that_only_release) {
  RUN(tickets_that_only_release, (3), (64), scratch<int>("parts", 192),
      zeros<unsigned>("tickets", 1), output<int>("sum", 1));
}

// case account_under_a_lock_that_is_released
__global__ void account_under_a_lock_that_is_released(int* lock, float* balance) {
  add_under_a_lock<__ATOMIC_RELEASE>(lock, balance);
}
CASE(account_under_a_lock_that_is_released) {
  RUN(account_under_a_lock_that_is_released, (5), (32), zeros<int>("lock", 1),
      zeros<float>("balance", 1));
}

// case account_under_a_lock_that_is_put_back
//   race balance [balance]
__global__ void account_under_a_lock_that_is_put_back(int* lock, float* balance) {
  add_under_a_lock<__ATOMIC_RELAXED>(lock, balance);
}
CASE(account_under_a_lock_that_is_put_back) {
  RUN(account_under_a_lock_that_is_put_back, (5), (32), zeros<int>("lock", 1),
      zeros<float>("balance", 1));
}

// The block's barrier does not acquire for all a value that one thread has read without an order.

// case flag_read_relaxed_for_the_block
//   race row [read] [row]
__global__ void flag_read_relaxed_for_the_block(int* row, int* flag, int* out) {
  row_of_the_first_block<__ATOMIC_RELAXED>(row, flag, out);
}
CASE(flag_read_relaxed_for_the_block) {
  RUN(flag_read_relaxed_for_the_block, (2), (64), scratch<int>("row", 64), zeros<int>("flag", 1),
      output<int>("out", 64));
}

// case flag_acquired_for_the_block
__global__ void flag_acquired_for_the_block(int* row, int* flag, int* out) {
  row_of_the_first_block<__ATOMIC_ACQUIRE>(row, flag, out);
}
CASE(flag_acquired_for_the_block) {
  RUN(flag_acquired_for_the_block, (2), (64), scratch<int>("row", 64), zeros<int>("flag", 1),
      output<int>("out", 64));
}

// case mail_by_the_compilers_own_operations
__global__ void mail_by_the_compilers_own_operations(int* letter, int* flag, int* out) {
  if (blockIdx.x == 0) {
    *letter = 42;
    __atomic_store_n(flag, 1, __ATOMIC_RELEASE);
  } else {
    while (!__atomic_load_n(flag, __ATOMIC_ACQUIRE)) {
    }
    *out = *letter;
  }
}
CASE(mail_by_the_compilers_own_operations) {
  RUN(mail_by_the_compilers_own_operations, (2), (1), scratch<int>("letter", 1),
      zeros<int>("flag", 1), output<int>("out", 1));
}

// Loads and stores count as loads and stores, whatever their order.

// case atomic_loads_and_stores
//   = read in [load] accesses 32 bytes 4 requests 1 sectors 4
//   = write out [store] accesses 32 bytes 4 requests 1 sectors 4
//   = atomic out [exchange] accesses 32 bytes 4 requests 1 sectors 4
//   = global-reads 1 to 1, 32 in all
//   = global-writes 1 to 1, 32 in all
//   = global-atomics 1 to 1, 32 in all
__global__ void atomic_loads_and_stores(int* out, int* in) {
  const unsigned i = threadIdx.x;
  const int value = __hip_atomic_load(in + i, __ATOMIC_RELAXED, DEVICE);  // [load]
  __hip_atomic_store(out + i, value, __ATOMIC_RELAXED, DEVICE);           // [store]
  atomicExch(out + i, value + 1);                                         // [exchange]
}
CASE(atomic_loads_and_stores) {
  RUN(atomic_loads_and_stores, (1), (32), output<int>("out", 32), input<int>("in", 32));
}
