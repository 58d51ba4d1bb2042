// Atomic operations with an order and a scope: their values, for all types and in all forms, and
// threads of one block that wait for each other by them.
#include <cmath>
#include <limits>

#include "expect.h"

#define DEVICE __HIP_MEMORY_SCOPE_AGENT
#define BLOCK __HIP_MEMORY_SCOPE_WORKGROUP

template <typename T>
__global__ void of_numbers(T* at, int* good) {
  constexpr int order = __ATOMIC_ACQ_REL;
  bool all = __hip_atomic_load(at, __ATOMIC_RELAXED, DEVICE) == 5;
  __hip_atomic_store(at, 7, __ATOMIC_RELEASE, __HIP_MEMORY_SCOPE_SYSTEM);
  all &= __hip_atomic_exchange(at, 9, order, DEVICE) == 7;
  all &= __hip_atomic_fetch_add(at, 3, order, DEVICE) == 9;
  all &= __hip_atomic_fetch_sub(at, 2, __ATOMIC_RELAXED, BLOCK) == 12;
  all &= __hip_atomic_fetch_min(at, 4, order, __HIP_MEMORY_SCOPE_WAVEFRONT) == 10;
  all &= __hip_atomic_fetch_min(at, 8, order, DEVICE) == 4;
  all &= __hip_atomic_fetch_max(at, 6, order, __HIP_MEMORY_SCOPE_SINGLETHREAD) == 4;
  all &= __hip_atomic_fetch_max(at, 1, __ATOMIC_SEQ_CST, DEVICE) == 6;
  T expected = 1;
  all &= !__hip_atomic_compare_exchange_strong(at, &expected, 2, order, __ATOMIC_ACQUIRE, DEVICE);
  all &= expected == 6;
  while (!__hip_atomic_compare_exchange_weak(at, &expected, 3, order, __ATOMIC_RELAXED, DEVICE)) {
  }
  volatile T* const slow = at;
  all &= __hip_atomic_load(slow, __ATOMIC_ACQUIRE, DEVICE) == 3;
  const T* const fixed = at;
  *good = all && __hip_atomic_load(fixed, __ATOMIC_SEQ_CST, DEVICE) == 3;
}

template <typename T>
__global__ void of_bits(T* at, int* good) {
  bool all = __hip_atomic_fetch_and(at, 6, __ATOMIC_RELAXED, DEVICE) == 5;
  all &= __hip_atomic_fetch_or(at, 9, __ATOMIC_RELAXED, DEVICE) == 4;
  all &= __hip_atomic_fetch_xor(at, 1, __ATOMIC_RELAXED, DEVICE) == 13;
  *good = all && *at == 12;
}

__global__ void of_others(float* number, int** pointer, int* good) {
  *number = 1;
  __hip_atomic_fetch_max(number, NAN, __ATOMIC_RELAXED, DEVICE);
  bool all = __hip_atomic_fetch_min(number, -INFINITY, __ATOMIC_RELAXED, DEVICE) == 1.0f;
  int* const null = nullptr;
  __hip_atomic_store(pointer, null, __ATOMIC_RELAXED, DEVICE);
  all &= __hip_atomic_exchange(pointer, static_cast<int*>(nullptr), __ATOMIC_RELAXED, DEVICE) ==
         nullptr;
  *good = all && std::isinf(*number);
}

__global__ void of_suffixes(int* at, unsigned* count, int* good) {
  bool all = atomicAdd_block(at, 2) == 5 && atomicSub_block(at, 3) == 7;
  all &= atomicExch_block(at, 8) == 4 && atomicMin_block(at, 6) == 8 && atomicMax_block(at, 7) == 6;
  all &= atomicAnd_block(at, 3) == 7 && atomicOr_block(at, 8) == 3 && atomicXor_block(at, 1) == 11;
  all &= atomicCAS_block(at, 10, 5) == 10 && atomicCAS_block(at, 10, 6) == 5;
  all &= atomicAdd_system(at, 1) == 5 && atomicCAS_system(at, 6, 9) == 6 && *at == 9;
  all &= atomicInc_block(count, 5) == 5 && atomicDec_block(count, 5) == 0 &&
         atomicInc_system(count, 9) == 5 && atomicDec_system(count, 9) == 6 && *count == 5;
  *good = all;
}

// Warps pass on a number, the last one first, so that every warp waits for threads that come later.
__global__ void chain(int* out) {
  __shared__ int stage;
  if (threadIdx.x == 0) stage = 0;
  __syncthreads();
  if (threadIdx.x % 32 != 0) return;
  const int mine = static_cast<int>((blockDim.x - 1 - threadIdx.x) / 32);
  while (__hip_atomic_load(&stage, __ATOMIC_ACQUIRE, BLOCK) != mine) __builtin_amdgcn_s_sleep(1);
  out[blockIdx.x] = mine;
  __hip_atomic_store(&stage, mine + 1, __ATOMIC_RELEASE, BLOCK);
}

template <typename T>
void test_numbers() {
  int* const good = on_device<int>(1);
  of_numbers<T><<<1, 1>>>(to_device<T>({T(5)}), good);
  EXPECT(to_host(good, 1)[0]);
  if constexpr (std::is_integral_v<T>) {
    of_bits<T><<<1, 1>>>(to_device<T>({T(5)}), good);
    EXPECT(to_host(good, 1)[0]);
  }
}

int main() {
  test_numbers<int>();
  test_numbers<unsigned>();
  test_numbers<long>();
  test_numbers<unsigned long long>();
  test_numbers<float>();
  test_numbers<double>();
  int* const good = on_device<int>(1);
  of_others<<<1, 1>>>(on_device<float>(1), on_device<int*>(1), good);
  EXPECT(to_host(good, 1)[0]);
  of_suffixes<<<1, 1>>>(to_device<int>({5}), to_device<unsigned>({5}), good);
  EXPECT(to_host(good, 1)[0]);
  int* const out = on_device<int>(3);
  chain<<<3, 256>>>(out);
  EXPECT(to_host(out, 3) == std::vector<int>({7, 7, 7}));
  return failures;
}
