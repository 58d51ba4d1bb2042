// The mask of the lanes below has 32 bits, so lanes from 32 on count too few votes.
// variants: partition-ballot
#define partition_by_ballot right_partition_by_ballot
#include "solution.hip"
#undef partition_by_ballot

__global__ void partition_by_ballot(float* output, const float* input, unsigned size,
                                    unsigned pivot) {
  using namespace hippuzzle;
  const unsigned global_i = blockIdx.x * blockDim.x + threadIdx.x;
  const float own = global_i < size ? input[global_i] : 0;
  const bool is_left = global_i < size && own < pivot;
  const LaneMask left = warp_ballot(is_left);
  const unsigned lanes_below = (1u << (lane() % 32)) - 1;
  const int before = __popcll(left & lanes_below);
  const int place = is_left ? before : __popcll(left) + static_cast<int>(lane()) - before;
  if (global_i < size) output[blockIdx.x * blockDim.x + place % blockDim.x] = own;
}
