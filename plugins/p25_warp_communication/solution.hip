// p25, the reference kernels. output, input: size elements; a block is one warp.

// How many elements the calling warp has.
__device__ unsigned elements_of_warp(unsigned size) {
  const unsigned left = size - blockIdx.x * blockDim.x;
  return left < blockDim.x ? left : blockDim.x;
}

// All lanes shuffle, and a lane without a neighbour chooses 0 afterwards.
__global__ void neighbor_difference(float* output, const float* input, unsigned size) {
  using namespace hippuzzle;
  const unsigned global_i = blockIdx.x * blockDim.x + threadIdx.x;
  const float own = global_i < size ? input[global_i] : 0;
  const float next = shfl_down(own, 1);
  if (global_i >= size) return;
  output[global_i] = lane() + 1 < elements_of_warp(size) ? next - own : 0;
}

__global__ void moving_average(float* output, const float* input, unsigned size) {
  using namespace hippuzzle;
  const unsigned global_i = blockIdx.x * blockDim.x + threadIdx.x;
  const float own = global_i < size ? input[global_i] : 0;
  const float next = shfl_down(own, 1);
  const float after_next = shfl_down(own, 2);
  if (global_i >= size) return;
  const unsigned points = elements_of_warp(size) - lane();
  if (points >= 3) {
    output[global_i] = (own + next + after_next) / 3;
  } else {
    output[global_i] = points == 2 ? (own + next) / 2 : own;
  }
}

// Lanes without an element hand in 0, so a warp of fewer than four elements needs no other code.
__device__ float sum_of_first_four(float own) {
  float sum = 0;
  for (int source = 0; source < 4; ++source) sum += hippuzzle::shfl(own, source);
  return sum;
}

__global__ void add_first_four(float* output, const float* input, unsigned size) {
  const unsigned global_i = blockIdx.x * blockDim.x + threadIdx.x;
  const float own = global_i < size ? input[global_i] : 0;
  const float sum = sum_of_first_four(own);
  if (global_i < size) output[global_i] = own + sum;
}

// Zeros of idle lanes would be larger than negative elements, so they are left out.
__global__ void compare_with_limit(float* output, const float* input, unsigned size) {
  using namespace hippuzzle;
  const unsigned global_i = blockIdx.x * blockDim.x + threadIdx.x;
  const float own = global_i < size ? input[global_i] : 0;
  const int count = static_cast<int>(elements_of_warp(size));
  float largest = shfl(own, 0);
  for (int source = 1; source < 8; ++source) {
    const float other = shfl(own, source);
    if (source < count && other > largest) largest = other;
  }
  if (global_i < size) output[global_i] = own >= largest / 2 ? 2 * own : own / 2;
}

__global__ void scale_pairs(float* output, const float* input, unsigned size) {
  using namespace hippuzzle;
  const unsigned global_i = blockIdx.x * blockDim.x + threadIdx.x;
  const float own = global_i < size ? input[global_i] : 0;
  const unsigned count = elements_of_warp(size);
  const float mean = sum_of_first_four(own) / (count < 4 ? count : 4);
  const float next = shfl_down(own, 1);
  if (global_i >= size) return;
  output[global_i] = mean * (lane() + 1 < count ? own + next : own);
}
