// Finds the maximum in a pass of its own, as --rows does.
// variants: online
#define softmax_online right_softmax_online
#include "solution.hip"
#undef softmax_online

__global__ void softmax_online(float* output, const float* input, unsigned columns) {
  using namespace hippuzzle;
  input += blockIdx.x * columns;
  output += blockIdx.x * columns;

  float most = -INFINITY;
  for (unsigned column = threadIdx.x; column < columns; column += ROW_THREADS)
    most = fmaxf(most, input[column]);
  most = warp_max(most);

  float sum = 0;
  for (unsigned column = threadIdx.x; column < columns; column += ROW_THREADS)
    sum += expf(input[column] - most);
  sum = warp_sum(sum);

  for (unsigned column = threadIdx.x; column < columns; column += ROW_THREADS)
    output[column] = expf(input[column] - most) / sum;
}
