// The side of a tile is written as 16, so that smaller tiles are put together wrongly.
// variants: tiled
#define tiled_matmul right_tiled_matmul
#include "solution.hip"
#undef tiled_matmul

__global__ void tiled_matmul(float* output, const float* a, const float* b, unsigned size) {
  __shared__ float a_shared[TPB][TPB];
  __shared__ float b_shared[TPB][TPB];
  const unsigned local_row = threadIdx.y;
  const unsigned local_col = threadIdx.x;
  const unsigned row = blockIdx.y * 16 + local_row;
  const unsigned col = blockIdx.x * 16 + local_col;

  float sum = 0;
  for (unsigned start = 0; start < size; start += 16) {
    // Zeros outside the matrices add nothing, so the sum below needs no guard.
    const unsigned a_col = start + local_col;
    const unsigned b_row = start + local_row;
    a_shared[local_row][local_col] = row < size && a_col < size ? a[row * size + a_col] : 0;
    b_shared[local_row][local_col] = b_row < size && col < size ? b[b_row * size + col] : 0;
    __syncthreads();  // both tiles are complete

    for (unsigned k = 0; k < TPB; ++k) sum += a_shared[local_row][k] * b_shared[k][local_col];
    __syncthreads();  // nobody reads them any more
  }
  if (row < size && col < size) output[row * size + col] = sum;
}
