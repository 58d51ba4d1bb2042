// p26, the reference kernels. output, input: size elements; a block is one warp.

// All lanes exchange; the last element of an odd number has a partner without an element.
__global__ void swap_pairs(float* output, const float* input, unsigned size) {
  using namespace hippuzzle;
  const unsigned global_i = blockIdx.x * blockDim.x + threadIdx.x;
  const float own = global_i < size ? input[global_i] : 0;
  const float other = shfl_xor(own, 1);
  if (global_i < size) output[global_i] = (global_i ^ 1) < size ? other : own;
}

// Lanes without an element hand in -infinity, which is never larger.
__global__ void largest_of_warp(float* output, const float* input, unsigned size) {
  using namespace hippuzzle;
  const unsigned global_i = blockIdx.x * blockDim.x + threadIdx.x;
  float largest = global_i < size ? input[global_i] : -INFINITY;
  for (int step = warp_size() / 2; step > 0; step /= 2) {
    const float other = shfl_xor(largest, step);
    if (other > largest) largest = other;
  }
  if (global_i < size) output[global_i] = largest;
}

// Two butterflies, each with its own neutral element.
__global__ void largest_and_smallest(float* output, const float* input, unsigned size) {
  using namespace hippuzzle;
  const unsigned global_i = blockIdx.x * blockDim.x + threadIdx.x;
  const float own = global_i < size ? input[global_i] : 0;
  float largest = global_i < size ? own : -INFINITY;
  float smallest = global_i < size ? own : INFINITY;
  for (int step = warp_size() / 2; step > 0; step /= 2) {
    const float above = shfl_xor(largest, step);
    if (above > largest) largest = above;
    const float below = shfl_xor(smallest, step);
    if (below < smallest) smallest = below;
  }
  if (global_i < size) output[global_i] = lane() % 2 == 0 ? largest : smallest;
}

// Stretches that end at the lane and double in length. Shuffles read registers, so a step needs no
// barrier.
template <typename T>
__device__ T sum_up_to_lane(T value) {
  using namespace hippuzzle;
  for (int offset = 1; offset < warp_size(); offset *= 2) {
    const T before = shfl_up(value, offset);
    if (static_cast<int>(lane()) >= offset) value += before;
  }
  return value;
}

__global__ void prefix_sum(float* output, const float* input, unsigned size) {
  const unsigned global_i = blockIdx.x * blockDim.x + threadIdx.x;
  const float sum = sum_up_to_lane(global_i < size ? input[global_i] : 0.0f);
  if (global_i < size) output[global_i] = sum;
}

// An element below the pivot goes to the number of such elements before it. Another one goes past
// all of them, to the number of others before it.
__global__ void partition_by_scan(float* output, const float* input, unsigned size,
                                  unsigned pivot) {
  using namespace hippuzzle;
  const unsigned global_i = blockIdx.x * blockDim.x + threadIdx.x;
  const float own = global_i < size ? input[global_i] : 0;
  const int is_left = global_i < size && own < pivot ? 1 : 0;
  const int up_to_here = sum_up_to_lane(is_left);
  const int all = shfl(up_to_here, warp_size() - 1);
  const int before = up_to_here - is_left;
  const int place = is_left ? before : all + static_cast<int>(lane()) - before;
  if (global_i < size) output[blockIdx.x * blockDim.x + place] = own;
}

// The same counts from one vote: bit i is the vote of lane i.
__global__ void partition_by_ballot(float* output, const float* input, unsigned size,
                                    unsigned pivot) {
  using namespace hippuzzle;
  const unsigned global_i = blockIdx.x * blockDim.x + threadIdx.x;
  const float own = global_i < size ? input[global_i] : 0;
  const bool is_left = global_i < size && own < pivot;
  const LaneMask left = warp_ballot(is_left);
  const LaneMask lanes_below = (LaneMask{1} << lane()) - 1;
  const int before = __popcll(left & lanes_below);
  const int place = is_left ? before : __popcll(left) + static_cast<int>(lane()) - before;
  if (global_i < size) output[blockIdx.x * blockDim.x + place] = own;
}
