// p10, the reference kernels. output, a: size x size, row-major. One block, larger than that.

// A thread can be outside in two ways, so it takes two comparisons.
__global__ void add_10_2d(float* output, const float* a, unsigned size) {
  using namespace hippuzzle;
  const LayoutTensor output_tensor(output, row_major(size, size));
  const LayoutTensor a_tensor(a, row_major(size, size));
  const unsigned row = threadIdx.y;
  const unsigned col = threadIdx.x;

  if (row < size && col < size) output_tensor(row, col) = a_tensor(row, col) + 10;
}

// One thread adds up; the barrier shows the others that it has finished.
__global__ void sum_of_all(float* output, const float* a, unsigned size) {
  using namespace hippuzzle;
  const LayoutTensor output_tensor(output, row_major(size, size));
  const LayoutTensor a_tensor(a, row_major(size, size));
  __shared__ float total;
  const unsigned row = threadIdx.y;
  const unsigned col = threadIdx.x;
  const bool has_element = row < size && col < size;

  if (row == 0 && col == 0) {
    float sum = 0;
    for (unsigned r = 0; r < size; ++r) {
      for (unsigned c = 0; c < size; ++c) sum += a_tensor(r, c);
    }
    total = sum;
  }
  __syncthreads();

  if (has_element) output_tensor(row, col) = total;
}
