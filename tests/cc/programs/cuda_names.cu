// CUDA's names alone; the runtime's header is there unasked, as with nvcc.
#include <cuComplex.h>
#include <curand_kernel.h>
#include <cub/cub.cuh>

#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>

#include "expect.h"

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
