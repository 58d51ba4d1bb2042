// B's tiles are taken along a row of tiles, (blockIdx.x, step), not down a column of them.
// variants: tiled, idiomatic-tiled
#define tiled_matmul right_tiled_matmul
#define idiomatic_tiled_matmul right_idiomatic_tiled_matmul
#include "solution.hip"
#undef tiled_matmul
#undef idiomatic_tiled_matmul

__global__ void tiled_matmul(float* output, const float* a, const float* b, unsigned size) {
  __shared__ float a_shared[TPB][TPB];
  __shared__ float b_shared[TPB][TPB];
  const unsigned local_row = threadIdx.y;
  const unsigned local_col = threadIdx.x;
  const unsigned row = blockIdx.y * TPB + local_row;
  const unsigned col = blockIdx.x * TPB + local_col;

  float sum = 0;
  for (unsigned start = 0; start < size; start += TPB) {
    const unsigned a_col = start + local_col;
    const unsigned b_row = blockIdx.x * TPB + local_row;
    const unsigned b_col = start + local_col;
    a_shared[local_row][local_col] = row < size && a_col < size ? a[row * size + a_col] : 0;
    b_shared[local_row][local_col] = b_row < size && b_col < size ? b[b_row * size + b_col] : 0;
    __syncthreads();

    for (unsigned k = 0; k < TPB; ++k) sum += a_shared[local_row][k] * b_shared[k][local_col];
    __syncthreads();
  }
  if (row < size && col < size) output[row * size + col] = sum;
}

__global__ void idiomatic_tiled_matmul(float* output, const float* a, const float* b,
                                       unsigned size) {
  using namespace hippuzzle;
  __shared__ SharedTile<float, TPB, TPB> a_shared;
  __shared__ SharedTile<float, TPB, TPB> b_shared;
  const TensorView<const float> a_matrix(a, size, size);
  const TensorView<const float> b_matrix(b, size, size);
  const TensorView<float> output_matrix(output, size, size);
  const auto output_tile = output_matrix.tile<TPB, TPB>(blockIdx.y, blockIdx.x);
  const unsigned row = threadIdx.y;
  const unsigned col = threadIdx.x;
  const unsigned thread = row * TPB + col;

  float sum = 0;
  for (unsigned step = 0; step * TPB < size; ++step) {
    copy_tile_async(a_shared, a_matrix.tile<TPB, TPB>(blockIdx.y, step), thread, TPB * TPB);
    copy_tile_async(b_shared, b_matrix.tile<TPB, TPB>(blockIdx.x, step), thread, TPB * TPB);
    async_copy_wait_all();
    __syncthreads();

    for (unsigned k = 0; k < TPB; ++k) sum += a_shared(row, k) * b_shared(k, col);
    __syncthreads();
  }
  if (row < output_tile.rows() && col < output_tile.cols()) output_tile(row, col) = sum;
}
