// Rows and columns are swapped in the write: the output is the product's transpose.
// variants: naive, idiomatic-tiled
#define naive_matmul right_naive_matmul
#define idiomatic_tiled_matmul right_idiomatic_tiled_matmul
#include "solution.hip"
#undef naive_matmul
#undef idiomatic_tiled_matmul

__global__ void naive_matmul(float* output, const float* a, const float* b, unsigned size) {
  const unsigned row = blockIdx.y * blockDim.y + threadIdx.y;
  const unsigned col = blockIdx.x * blockDim.x + threadIdx.x;
  if (row >= size || col >= size) return;

  float sum = 0;
  for (unsigned k = 0; k < size; ++k) sum += a[row * size + k] * b[k * size + col];
  output[col * size + row] = sum;
}

__global__ void idiomatic_tiled_matmul(float* output, const float* a, const float* b,
                                       unsigned size) {
  using namespace hippuzzle;
  __shared__ SharedTile<float, TPB, TPB> a_shared;
  __shared__ SharedTile<float, TPB, TPB> b_shared;
  const TensorView<const float> a_matrix(a, size, size);
  const TensorView<const float> b_matrix(b, size, size);
  const TensorView<float> output_matrix(output, size, size);
  const auto output_tile = output_matrix.tile<TPB, TPB>(blockIdx.x, blockIdx.y);
  const unsigned row = threadIdx.y;
  const unsigned col = threadIdx.x;
  const unsigned thread = row * TPB + col;

  float sum = 0;
  for (unsigned step = 0; step * TPB < size; ++step) {
    copy_tile_async(a_shared, a_matrix.tile<TPB, TPB>(blockIdx.y, step), thread, TPB * TPB);
    copy_tile_async(b_shared, b_matrix.tile<TPB, TPB>(step, blockIdx.x), thread, TPB * TPB);
    async_copy_wait_all();
    __syncthreads();

    for (unsigned k = 0; k < TPB; ++k) sum += a_shared(row, k) * b_shared(k, col);
    __syncthreads();
  }
  if (col < output_tile.rows() && row < output_tile.cols()) output_tile(col, row) = sum;
}
