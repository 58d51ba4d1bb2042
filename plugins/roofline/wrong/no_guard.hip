// Threads beyond the last problem answer as well, past the end of the output.
// variants: zip
#define predict_zip right_predict_zip
#include "solution.hip"
#undef predict_zip

__global__ void predict_zip(float* output, const unsigned* sizes, const float* device, unsigned) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  const float n = static_cast<float>(sizes[i]);
  place(output + 4 * i, n, 4 * 2 * n, device);
}
