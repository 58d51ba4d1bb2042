// The sums keep the maxima that were known when they were added up.
// variants: online
#define softmax_online right_softmax_online
#include "solution.hip"
#undef softmax_online

__global__ void softmax_online(float* output, const float* input, unsigned columns) {
  using namespace hippuzzle;
  input += blockIdx.x * columns;
  output += blockIdx.x * columns;

  float most = -FLT_MAX, sum = 0;
  for (unsigned column = threadIdx.x; column < columns; column += ROW_THREADS) {
    const float x = input[column];
    most = fmaxf(most, x);
    sum += expf(x - most);
  }
  most = warp_max(most);
  sum = warp_sum(sum);

  for (unsigned column = threadIdx.x; column < columns; column += ROW_THREADS)
    output[column] = expf(input[column] - most) / sum;
}
