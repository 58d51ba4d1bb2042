// Only the column is guarded, so rows above and below the picture are read as well.
// variants: picture
#define picture_convolution right_picture_convolution
#include "solution.hip"
#undef picture_convolution

__global__ void picture_convolution(float* output, const float* a, const float* b, unsigned height,
                                    unsigned width) {
  using namespace hippuzzle;
  constexpr unsigned SIDE = PICTURE_TPB + PICTURE_TAPS - 1;
  constexpr unsigned REACH = PICTURE_TAPS / 2;
  const LayoutTensor output_tensor(output, row_major(height, width));
  const LayoutTensor a_tensor(a, row_major(height, width));
  const LayoutTensor b_tensor(b, row_major<PICTURE_TAPS, PICTURE_TAPS>());
  __shared__ SharedTensor<float, decltype(row_major<SIDE, SIDE>())> a_shared;
  __shared__ SharedTensor<float, decltype(row_major<PICTURE_TAPS, PICTURE_TAPS>())> b_shared;
  const unsigned row = blockIdx.y * blockDim.y + threadIdx.y;
  const unsigned col = blockIdx.x * blockDim.x + threadIdx.x;
  const unsigned local_i = threadIdx.y * blockDim.x + threadIdx.x;

  for (unsigned cell = local_i; cell < SIDE * SIDE; cell += PICTURE_TPB * PICTURE_TPB) {
    const unsigned cell_row = cell / SIDE, cell_col = cell % SIDE;
    const unsigned a_row = blockIdx.y * PICTURE_TPB + cell_row - REACH;
    const unsigned a_col = blockIdx.x * PICTURE_TPB + cell_col - REACH;
    a_shared(cell_row, cell_col) = a_col < width ? a_tensor(a_row, a_col) : 0;
  }
  if (local_i < PICTURE_TAPS * PICTURE_TAPS) {
    const unsigned tap_row = local_i / PICTURE_TAPS, tap_col = local_i % PICTURE_TAPS;
    b_shared(tap_row, tap_col) = b_tensor(tap_row, tap_col);
  }
  __syncthreads();
  if (!output_tensor.contains(row, col)) return;

  float sum = 0;
  for (unsigned i = 0; i < PICTURE_TAPS; ++i) {
    for (unsigned j = 0; j < PICTURE_TAPS; ++j) {
      sum += a_shared(threadIdx.y + i, threadIdx.x + j) * b_shared(i, j);
    }
  }
  output_tensor(row, col) = sum;
}
