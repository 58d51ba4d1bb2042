// The maximum starts from -INFINITY, and the difference of two infinities is no number.
// variants: online
#define softmax_online right_softmax_online
#include "solution.hip"
#undef softmax_online

__global__ void softmax_online(float* output, const float* input, unsigned columns) {
  using namespace hippuzzle;
  input += blockIdx.x * columns;
  output += blockIdx.x * columns;

  float most = -INFINITY, sum = 0;
  for (unsigned column = threadIdx.x; column < columns; column += ROW_THREADS) {
    const float x = input[column], before = most;
    most = fmaxf(most, x);
    sum = sum * expf(before - most) + expf(x - most);
  }
  const float own = most;
  most = warp_max(own);
  sum = warp_sum(sum * expf(own - most));

  for (unsigned column = threadIdx.x; column < columns; column += ROW_THREADS)
    output[column] = expf(input[column] - most) / sum;
}
