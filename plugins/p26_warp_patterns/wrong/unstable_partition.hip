// The elements from the pivot on come in reverse order.
// variants: partition, partition-ballot
#define partition_by_scan right_partition_by_scan
#define partition_by_ballot right_partition_by_ballot
#include "solution.hip"
#undef partition_by_scan
#undef partition_by_ballot

__device__ void part(float* output, const float* input, unsigned size, unsigned pivot) {
  using namespace hippuzzle;
  const unsigned global_i = blockIdx.x * blockDim.x + threadIdx.x;
  const float own = global_i < size ? input[global_i] : 0;
  const bool is_left = global_i < size && own < pivot;
  const LaneMask left = warp_ballot(is_left);
  const int before = __popcll(left & ((LaneMask{1} << lane()) - 1));
  const unsigned remaining = size - blockIdx.x * blockDim.x;
  const int count = static_cast<int>(remaining < blockDim.x ? remaining : blockDim.x);
  const int place = is_left ? before : count - 1 - (static_cast<int>(lane()) - before);
  if (global_i < size) output[blockIdx.x * blockDim.x + place] = own;
}

__global__ void partition_by_scan(float* output, const float* input, unsigned size,
                                  unsigned pivot) {
  part(output, input, size, pivot);
}

__global__ void partition_by_ballot(float* output, const float* input, unsigned size,
                                    unsigned pivot) {
  part(output, input, size, pivot);
}
