// p25: lanes exchange values. Fill in the kernels; hippuzzle says which variants are right.
// output, input: size elements. A block is one warp, of 32 or 64 lanes; the last one may have fewer
// elements than lanes. A lane may read `input` once, and gets all other values from other lanes.
#include <hip/hip_runtime.h>

#include <hippuzzle/warp.hpp>

// output[i] = input[i + 1] - input[i], and 0 for the last element of a warp. About 5 lines.
__global__ void neighbor_difference(float* output, const float* input, unsigned size) {
  using namespace hippuzzle;
  const unsigned global_i = blockIdx.x * blockDim.x + threadIdx.x;
  // FILL ME IN
}

// The mean of an element and the next two. Only elements of the same warp count: its last element
// is alone, and the one before has two points. About 10 lines.
__global__ void moving_average(float* output, const float* input, unsigned size) {
  using namespace hippuzzle;
  const unsigned global_i = blockIdx.x * blockDim.x + threadIdx.x;
  // FILL ME IN
}

// Every element plus the sum of the first four of its warp. About 6 lines.
__global__ void add_first_four(float* output, const float* input, unsigned size) {
  using namespace hippuzzle;
  const unsigned global_i = blockIdx.x * blockDim.x + threadIdx.x;
  // FILL ME IN
}

// limit = half of the largest of the first eight elements of the warp. output[i] is 2 * input[i]
// from the limit on, and input[i] / 2 below it. About 8 lines.
__global__ void compare_with_limit(float* output, const float* input, unsigned size) {
  using namespace hippuzzle;
  const unsigned global_i = blockIdx.x * blockDim.x + threadIdx.x;
  // FILL ME IN
}

// mean = the mean of the first four elements of the warp. output[i] = mean * (input[i] +
// input[i + 1]), and mean * input[i] for the last element of a warp. About 9 lines.
__global__ void scale_pairs(float* output, const float* input, unsigned size) {
  using namespace hippuzzle;
  const unsigned global_i = blockIdx.x * blockDim.x + threadIdx.x;
  // FILL ME IN
}
