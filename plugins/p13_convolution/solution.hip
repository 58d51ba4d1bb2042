// p13, the reference kernels. output, a: size elements; b: the taps.

// size <= TPB: both operands fit one block's shared memory, at most two global reads a thread.
__global__ void simple_convolution(float* output, const float* a, const float* b, unsigned size) {
  using namespace hippuzzle;
  const LayoutTensor output_tensor(output, row_major(size));
  const LayoutTensor a_tensor(a, row_major(size));
  const LayoutTensor b_tensor(b, row_major<TAPS>());
  __shared__ SharedTensor<float, decltype(row_major<TPB>())> a_shared;
  __shared__ SharedTensor<float, decltype(row_major<TAPS>())> b_shared;
  const unsigned global_i = blockIdx.x * blockDim.x + threadIdx.x;
  const unsigned local_i = threadIdx.x;

  if (global_i < size) a_shared(local_i) = a_tensor(global_i);
  if (local_i < TAPS) b_shared(local_i) = b_tensor(local_i);
  __syncthreads();
  if (global_i >= size) return;

  float sum = 0;
  for (unsigned tap = 0; tap < TAPS && global_i + tap < size; ++tap) {
    sum += a_shared(local_i + tap) * b_shared(tap);
  }
  output_tensor(global_i) = sum;
}

// Any size: the last windows of a block reach over its end, so it also stages the first elements of
// the next block (the halo).
__global__ void block_boundary_convolution(float* output, const float* a, const float* b,
                                           unsigned size) {
  using namespace hippuzzle;
  constexpr unsigned HALO = BOUNDARY_TAPS - 1;
  const LayoutTensor output_tensor(output, row_major(size));
  const LayoutTensor a_tensor(a, row_major(size));
  const LayoutTensor b_tensor(b, row_major<BOUNDARY_TAPS>());
  __shared__ SharedTensor<float, decltype(row_major<TPB + HALO>())> a_shared;
  __shared__ SharedTensor<float, decltype(row_major<BOUNDARY_TAPS>())> b_shared;
  const unsigned global_i = blockIdx.x * blockDim.x + threadIdx.x;
  const unsigned local_i = threadIdx.x;

  // Zeros past the end add nothing, so the sum below needs no guard.
  a_shared(local_i) = global_i < size ? a_tensor(global_i) : 0;
  if (local_i < HALO) {
    const unsigned next_i = global_i + TPB;
    a_shared(TPB + local_i) = next_i < size ? a_tensor(next_i) : 0;
  }
  if (local_i < BOUNDARY_TAPS) b_shared(local_i) = b_tensor(local_i);
  __syncthreads();
  if (global_i >= size) return;

  float sum = 0;
  for (unsigned tap = 0; tap < BOUNDARY_TAPS; ++tap) sum += a_shared(local_i + tap) * b_shared(tap);
  output_tensor(global_i) = sum;
}

// A picture: the tile has a halo on all four sides. There are more cells than threads, so each
// thread loads cells local_i, local_i + 16 and so on.
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
    // Left of column 0 and above row 0 the index wraps around and is outside as well.
    const unsigned a_row = blockIdx.y * PICTURE_TPB + cell_row - REACH;
    const unsigned a_col = blockIdx.x * PICTURE_TPB + cell_col - REACH;
    a_shared(cell_row, cell_col) = a_tensor.contains(a_row, a_col) ? a_tensor(a_row, a_col) : 0;
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
