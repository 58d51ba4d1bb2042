// The sum starts from the old output, which is right only if the output was cleared before.
// variants: naive, tiled
#define naive_matmul right_naive_matmul
#define tiled_matmul right_tiled_matmul
#include "solution.hip"
#undef naive_matmul
#undef tiled_matmul

__global__ void naive_matmul(float* output, const float* a, const float* b, unsigned size) {
  const unsigned row = blockIdx.y * blockDim.y + threadIdx.y;
  const unsigned col = blockIdx.x * blockDim.x + threadIdx.x;
  if (row >= size || col >= size) return;

  for (unsigned k = 0; k < size; ++k)
    output[row * size + col] += a[row * size + k] * b[k * size + col];
}

__global__ void tiled_matmul(float* output, const float* a, const float* b, unsigned size) {
  __shared__ float a_shared[TPB][TPB];
  __shared__ float b_shared[TPB][TPB];
  const unsigned local_row = threadIdx.y;
  const unsigned local_col = threadIdx.x;
  const unsigned row = blockIdx.y * TPB + local_row;
  const unsigned col = blockIdx.x * TPB + local_col;

  for (unsigned start = 0; start < size; start += TPB) {
    const unsigned a_col = start + local_col;
    const unsigned b_row = start + local_row;
    a_shared[local_row][local_col] = row < size && a_col < size ? a[row * size + a_col] : 0;
    b_shared[local_row][local_col] = b_row < size && col < size ? b[b_row * size + col] : 0;
    __syncthreads();

    float sum = 0;
    for (unsigned k = 0; k < TPB; ++k) sum += a_shared[local_row][k] * b_shared[k][local_col];
    if (row < size && col < size) output[row * size + col] += sum;
    __syncthreads();
  }
}
