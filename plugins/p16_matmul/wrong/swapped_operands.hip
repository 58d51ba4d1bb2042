// The operands are swapped: this is B x A, which equals A x B only for matrices that commute.
// variants: naive, single-block
#define naive_matmul right_naive_matmul
#define single_block_matmul right_single_block_matmul
#include "solution.hip"
#undef naive_matmul
#undef single_block_matmul

__global__ void naive_matmul(float* output, const float* a, const float* b, unsigned size) {
  const unsigned row = blockIdx.y * blockDim.y + threadIdx.y;
  const unsigned col = blockIdx.x * blockDim.x + threadIdx.x;
  if (row >= size || col >= size) return;

  float sum = 0;
  for (unsigned k = 0; k < size; ++k) sum += b[row * size + k] * a[k * size + col];
  output[row * size + col] = sum;
}

__global__ void single_block_matmul(float* output, const float* a, const float* b, unsigned size) {
  __shared__ float a_shared[TPB][TPB];
  __shared__ float b_shared[TPB][TPB];
  const unsigned row = threadIdx.y;
  const unsigned col = threadIdx.x;
  const bool inside = row < size && col < size;

  if (inside) {
    a_shared[row][col] = a[row * size + col];
    b_shared[row][col] = b[row * size + col];
  }
  __syncthreads();
  if (!inside) return;

  float sum = 0;
  for (unsigned k = 0; k < size; ++k) sum += b_shared[row][k] * a_shared[k][col];
  output[row * size + col] = sum;
}
