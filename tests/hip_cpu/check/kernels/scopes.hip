// Atomic operations with a scope.
#include "tests/hip_cpu/check/case.hpp"

#define DEVICE __HIP_MEMORY_SCOPE_AGENT
#define BLOCK __HIP_MEMORY_SCOPE_WORKGROUP

// A letter from the first block to the second: stored, and announced by a flag. Both have an order
// and a scope; the arguments are first the store's, then the load's.
template <int stored, int loaded, int scope_of_store, int scope_of_load>
__device__ void mail(int* letter, int* flag, int* out) {
  if (blockIdx.x == 0) {
    *letter = 42;                                         // [mailed]
    __hip_atomic_store(flag, 1, stored, scope_of_store);  // [stored]
  } else {
    while (!__hip_atomic_load(flag, loaded, scope_of_load)) {  // [loaded]
    }
    *out = *letter;  // [taken]
  }
}
#define MAIL(name, ...)                                                                            \
  __global__ void name(int* letter, int* flag, int* out) { mail<__VA_ARGS__>(letter, flag, out); } \
  CASE(name) {                                                                                     \
    RUN(name, (2), (1), scratch<int>("letter", 1), zeros<int>("flag", 1), output<int>("out", 1));  \
  }

// Within a block, and by threads that wait for others of theirs.
template <int stored, int scope_of_store, int scope_of_load>
__device__ void mail_within(int* out) {
  __shared__ int letter, flag;
  if (threadIdx.x == 0) flag = 0;
  __syncthreads();
  if (threadIdx.x == 0) {
    while (!__hip_atomic_load(&flag, __ATOMIC_ACQUIRE, scope_of_load)) __builtin_amdgcn_s_sleep(1);
    out[blockIdx.x] = letter;  // [taken_within]
  }
  if (threadIdx.x == 40) {
    letter = 42;  // [mailed_within]
    __hip_atomic_store(&flag, 1, stored, scope_of_store);
  }
}

// case count_of_all_blocks_in_a_blocks_scope
//   race count [add]
__global__ void count_of_all_blocks_in_a_blocks_scope(int* count) {
  atomicAdd_block(count, 1);  // [add]
}
CASE(count_of_all_blocks_in_a_blocks_scope) {
  RUN(count_of_all_blocks_in_a_blocks_scope, (3), (8), zeros<int>("count", 1));
}

// case greatest_of_all_blocks_in_a_blocks_scope
//   race greatest [max]
__global__ void greatest_of_all_blocks_in_a_blocks_scope(int* greatest, const int* in) {
  __hip_atomic_fetch_max(greatest, in[blockIdx.x], __ATOMIC_RELAXED, BLOCK);  // [max]
}
CASE(greatest_of_all_blocks_in_a_blocks_scope) {
  RUN(greatest_of_all_blocks_in_a_blocks_scope, (3), (1), zeros<int>("greatest", 1),
      input<int>("in", 3));
}

// case count_in_two_scopes
//   race count [device] [block]
__global__ void count_in_two_scopes(int* count) {
  if (blockIdx.x == 0)
    atomicAdd_block(count, 1);  // [block]
  else
    atomicAdd(count, 1);  // [device]
}
CASE(count_in_two_scopes) { RUN(count_in_two_scopes, (2), (8), zeros<int>("count", 1)); }

// case counts_of_each_block_in_its_scope
__global__ void counts_of_each_block_in_its_scope(int* counts, int* all) {
  __shared__ int here;
  if (threadIdx.x == 0) here = 0;
  __syncthreads();
  atomicAdd_block(&here, 1);
  atomicAdd_block(&counts[blockIdx.x], 1);
  __syncthreads();
  if (threadIdx.x == 0) atomicAdd_system(all, here + counts[blockIdx.x]);
}
CASE(counts_of_each_block_in_its_scope) {
  RUN(counts_of_each_block_in_its_scope, (3), (64), zeros<int>("counts", 3), zeros<int>("all", 1));
}

// case counts_in_a_blocks_scope_by_two_launches
__global__ void adds_in_its_scope(int* count) { atomicAdd_block(count, 1); }
CASE(counts_in_a_blocks_scope_by_two_launches) {
  int* const count = zeros<int>("count", 1);
  RUN(adds_in_its_scope, (1), (64), count);
  RUN(adds_in_its_scope, (1), (64), count);
}

// case mail_released_and_acquired
MAIL(mail_released_and_acquired, __ATOMIC_RELEASE, __ATOMIC_ACQUIRE, DEVICE, DEVICE)

// case mail_in_the_strictest_order
MAIL(mail_in_the_strictest_order, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST, DEVICE,
     __HIP_MEMORY_SCOPE_SYSTEM)

// case mail_that_nobody_releases
//   race letter [taken] [mailed]
MAIL(mail_that_nobody_releases, __ATOMIC_RELAXED, __ATOMIC_ACQUIRE, DEVICE, DEVICE)

// case mail_that_nobody_acquires
//   race letter [taken] [mailed]
MAIL(mail_that_nobody_acquires, __ATOMIC_RELEASE, __ATOMIC_RELAXED, DEVICE, DEVICE)

// case mail_released_to_its_block
//   race flag [loaded] [stored]
//   race letter [taken] [mailed]
MAIL(mail_released_to_its_block, __ATOMIC_RELEASE, __ATOMIC_ACQUIRE, BLOCK, DEVICE)

// case mail_acquired_from_its_block
//   race letter [taken] [mailed]
MAIL(mail_acquired_from_its_block, __ATOMIC_RELEASE, __ATOMIC_ACQUIRE, DEVICE, BLOCK)

// Threads that wait for others of their block.

// case mail_within_a_block
__global__ void mail_within_a_block(int* out) { mail_within<__ATOMIC_RELEASE, BLOCK, BLOCK>(out); }
CASE(mail_within_a_block) { RUN(mail_within_a_block, (2), (64), output<int>("out", 2)); }

// case mail_within_a_block_in_the_devices_scope
__global__ void mail_within_a_block_in_the_devices_scope(int* out) {
  mail_within<__ATOMIC_RELEASE, DEVICE, BLOCK>(out);
}
CASE(mail_within_a_block_in_the_devices_scope) {
  RUN(mail_within_a_block_in_the_devices_scope, (2), (64), output<int>("out", 2));
}

// case mail_within_a_block_that_nobody_releases
//   race letter [taken_within] [mailed_within]
__global__ void mail_within_a_block_that_nobody_releases(int* out) {
  mail_within<__ATOMIC_RELAXED, BLOCK, BLOCK>(out);
}
CASE(mail_within_a_block_that_nobody_releases) {
  RUN(mail_within_a_block_that_nobody_releases, (2), (64), output<int>("out", 2));
}

// case letter_in_device_memory_for_its_block
__global__ void letter_in_device_memory_for_its_block(int* letters, int* flags, int* out) {
  const unsigned block = blockIdx.x;
  if (threadIdx.x == 0) {
    letters[block] = 42;
    __hip_atomic_store(&flags[block], 1, __ATOMIC_RELEASE, DEVICE);
  }
  if (threadIdx.x == 40) {
    while (!__hip_atomic_load(&flags[block], __ATOMIC_ACQUIRE, BLOCK)) __builtin_amdgcn_s_sleep(1);
    out[block] = letters[block];
  }
}
CASE(letter_in_device_memory_for_its_block) {
  RUN(letter_in_device_memory_for_its_block, (2), (64), scratch<int>("letters", 2),
      zeros<int>("flags", 2), output<int>("out", 2));
}
