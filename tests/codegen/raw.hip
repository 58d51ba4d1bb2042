// The tiled product on raw pointers and arrays: the test compares layout_tensor.hip with it.
#include <hip/hip_runtime.h>

template <unsigned TILE>
__device__ void tiled_product(float* output, const float* a, const float* b, unsigned size) {
  __shared__ float a_shared[TILE][TILE];
  __shared__ float b_shared[TILE][TILE];
  const unsigned local_row = threadIdx.y;
  const unsigned local_col = threadIdx.x;
  const unsigned row = blockIdx.y * TILE + local_row;
  const unsigned col = blockIdx.x * TILE + local_col;

  float sum = 0;
  for (unsigned start = 0; start < size; start += TILE) {
    const unsigned a_col = start + local_col;
    const unsigned b_row = start + local_row;
    a_shared[local_row][local_col] = row < size && a_col < size ? a[row * size + a_col] : 0;
    b_shared[local_row][local_col] = b_row < size && col < size ? b[b_row * size + col] : 0;
    __syncthreads();

    for (unsigned k = 0; k < TILE; ++k) sum += a_shared[local_row][k] * b_shared[k][local_col];
    __syncthreads();
  }
  if (row < size && col < size) output[row * size + col] = sum;
}

extern "C" __global__ void tiled_3(float* output, const float* a, const float* b, unsigned size) {
  tiled_product<3>(output, a, b, size);
}

extern "C" __global__ void tiled_16(float* output, const float* a, const float* b, unsigned size) {
  tiled_product<16>(output, a, b, size);
}
