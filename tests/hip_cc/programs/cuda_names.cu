// CUDA's names alone; the runtime's header is there unasked, as with nvcc.
#include <cuComplex.h>
#include <cuda_fp8.h>
#include <curand_kernel.h>
#include <math_constants.h>

#include <cub/cub.cuh>

#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>

#include "expect.h"

#if !defined(__CUDA_RUNTIME_H__) || !defined(__DRIVER_TYPES_H__)
#error "NVIDIA's helper headers leave out what needs the runtime"
#endif

namespace cg = cooperative_groups;

struct Pair {
  double first;
  int second;
};

__global__ void sums(int* out, float* uniform) {
  using Reduce = cub::BlockReduce<int, 64>;
  __shared__ Reduce::TempStorage storage;
  const int sum = Reduce(storage).Sum(static_cast<int>(threadIdx.x));
  if (threadIdx.x == 0) out[0] = sum;
  const auto tile = cg::tiled_partition<32>(cg::this_thread_block());
  const int largest = cg::reduce(tile, static_cast<int>(threadIdx.x), cg::greater<int>());
  if (threadIdx.x == 40) out[1] = largest;
  // A value of more than 8 bytes.
  const Pair from_next =
      __shfl_down_sync(~0u, Pair{0.5 * threadIdx.x, static_cast<int>(threadIdx.x)}, 1);
  if (threadIdx.x == 3) out[2] = from_next.first == 2.0 && from_next.second == 4;
  curandState state;
  curand_init(1, threadIdx.x, 0, &state);
  uniform[threadIdx.x] = curand_uniform(&state);
}

// The operations that are told an order, with a number in shared memory.
__global__ void ordered(int* out) {
  __shared__ int number;
  if (threadIdx.x == 0) __nv_atomic_store_n(&number, 5, __NV_ATOMIC_RELAXED);
  __syncthreads();
  __nv_atomic_fetch_add(&number, 2, __NV_ATOMIC_RELAXED, __NV_THREAD_SCOPE_BLOCK);
  __nv_atomic_fetch_max(&number, 8, __NV_ATOMIC_ACQ_REL);
  __syncthreads();
  if (threadIdx.x != 0) return;
  out[0] = __nv_atomic_load_n(&number, __NV_ATOMIC_ACQUIRE);
  out[1] = __nv_atomic_exchange_n(&number, 1, __NV_ATOMIC_RELAXED);
  int expected = 2;
  out[2] = __nv_atomic_compare_exchange_n(&number, &expected, 3, false, __NV_ATOMIC_RELAXED,
                                          __NV_ATOMIC_RELAXED);
  out[2] = out[2] == 0 && expected == 1;
}

int main() {
  int* out;
  float* uniform;
  EXPECT(cudaMalloc(&out, 3 * sizeof(int)) == cudaSuccess);
  EXPECT(cudaMalloc((void**)&uniform, 64 * sizeof(float)) == cudaSuccess);
  sums<<<1, 64>>>(out, uniform);
  EXPECT(cudaGetLastError() == cudaSuccess);
  int host[3];
  EXPECT(cudaMemcpy(host, out, sizeof host, cudaMemcpyDeviceToHost) == cudaSuccess);
  EXPECT(host[0] == 63 * 32);
  EXPECT(host[1] == 63);
  EXPECT(host[2] == 1);
  ordered<<<1, 4>>>(out);
  EXPECT(cudaMemcpy(host, out, sizeof host, cudaMemcpyDeviceToHost) == cudaSuccess);
  EXPECT(host[0] == 13 || host[0] == 14);  // as far as additions come before the first maximum
  EXPECT(host[1] == host[0] && host[2] == 1);
  EXPECT(__nv_cvt_float_to_fp8(CUDART_INF_F, __NV_SATFINITE, __NV_E4M3) == 0x7e);
  // Bytes 0x7f, 0x80, 2, 255 beside 1, 1, 3, 1: as signed numbers the last three are -128, 2, -1.
  const unsigned a = 0xff02807f, b = 0x01030101;
  EXPECT(__vadd4(a, b) == 0x00058180 && __vaddss4(a, b) == 0x0005817f);
  EXPECT(__vaddus4(a, b) == 0xff058180 && __vsubus4(a, b) == 0xfe007f7e);
  EXPECT(__vmaxs4(a, b) == 0x0103017f && __vmaxu4(a, b) == 0xff03807f);
  EXPECT(__vcmplts4(a, b) == 0xffffff00 && __vsetltu4(a, b) == 0x00010000);
  EXPECT(__vabsss4(a) == 0x01027f7f && __vneg4(b) == 0xfffdffff);
  EXPECT(__vmins2(a, b) == 0xff02807f && __vminu2(a, b) == 0x01030101);
  EXPECT(__vsadu4(a, b) == 126 + 127 + 1 + 254 && __vavgu4(a, b) == 0x80034140);
  EXPECT(__dp4a(static_cast<int>(a), static_cast<int>(b), 10) == 10 + 127 - 128 + 6 - 1);
  cudaMemLocation where{cudaMemLocationTypeDevice, 0};
  int* managed;
  EXPECT(cudaMallocManaged(&managed, 64) == cudaSuccess);
  EXPECT(cudaMemPrefetchAsync(managed, 64, where, 0) == cudaSuccess);
  EXPECT(cudaFree(managed) == cudaSuccess);
  cudaDeviceProp properties;
  EXPECT(cudaGetDeviceProperties(&properties, 0) == cudaSuccess);
  int warp = 0;
  EXPECT(cudaDeviceGetAttribute(&warp, cudaDevAttrWarpSize, 0) == cudaSuccess);
  EXPECT(warp == properties.warpSize);
  const cuDoubleComplex z = cuCmul(make_cuDoubleComplex(1, 2), make_cuDoubleComplex(3, 4));
  EXPECT(z.x == -5 && z.y == 10);
  EXPECT(cudaFree(nullptr) == cudaSuccess);
  EXPECT(cudaSetDevice(7) == cudaErrorInvalidDevice);
  return failures;
}
