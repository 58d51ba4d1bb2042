// The answer is right, and takes a scan of log2(W) shuffles instead of a vote.
// variants: partition-ballot
#define partition_by_ballot right_partition_by_ballot
#include "solution.hip"
#undef partition_by_ballot

__global__ void partition_by_ballot(float* output, const float* input, unsigned size,
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
