// B's tile has no padding, so a warp's writes down a column meet in few banks.
// variants: thread-layouts
// tiles: 16
#define thread_layouts_matmul right_thread_layouts_matmul
#include "solution.hip"
#undef thread_layouts_matmul

__global__ void thread_layouts_matmul(float* output, const float* a, const float* b,
                                      unsigned size) {
  using namespace hippuzzle;
  using Padded = decltype(make_layout(Ints<TPB, TPB>{}, Ints<TPB, 1>{}));
  __shared__ SharedTensor<float, decltype(row_major<TPB, TPB>())> a_shared;
  __shared__ SharedTensor<float, Padded> b_shared;
  const auto a_matrix = make_tensor(a, row_major(size, size));
  const auto b_matrix = make_tensor(b, col_major(size, size));
  const auto output_matrix = make_tensor(output, row_major(size, size));
  const unsigned local_row = threadIdx.y;
  const unsigned local_col = threadIdx.x;
  const unsigned thread = local_row * TPB + local_col;

  float sum = 0;
  for (unsigned step = 0; step * TPB < size; ++step) {
    copy_async(row_major<TPB, TPB>(), a_shared.view(), a_matrix.tile<TPB, TPB>(blockIdx.y, step),
               thread);
    copy_async(col_major<TPB, TPB>(), b_shared.view(), b_matrix.tile<TPB, TPB>(step, blockIdx.x),
               thread);
    async_copy_wait_all();
    __syncthreads();

    for (unsigned k = 0; k < TPB; ++k) sum += a_shared(local_row, k) * b_shared(k, local_col);
    __syncthreads();
  }
  const unsigned row = blockIdx.y * TPB + local_row;
  const unsigned col = blockIdx.x * TPB + local_col;
  if (output_matrix.contains(row, col)) output_matrix(row, col) = sum;
}
