// Every block adds up the powers of row 0.
// variants: rows
#define softmax_of_row right_softmax_of_row
#include "solution.hip"
#undef softmax_of_row

__global__ void softmax_of_row(float* output, const float* input, unsigned columns) {
  using namespace hippuzzle;
  const float* first_row = input;
  input += blockIdx.x * columns;
  output += blockIdx.x * columns;

  float most = -INFINITY;
  for (unsigned column = threadIdx.x; column < columns; column += ROW_THREADS)
    most = fmaxf(most, input[column]);
  most = warp_max(most);

  float sum = 0;
  for (unsigned column = threadIdx.x; column < columns; column += ROW_THREADS)
    sum += expf(first_row[column] - most);
  sum = warp_sum(sum);

  for (unsigned column = threadIdx.x; column < columns; column += ROW_THREADS)
    output[column] = expf(input[column] - most) / sum;
}
