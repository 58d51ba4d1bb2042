// Nothing orders a block's sum before its ticket, so the last block may read an old value.
// variants: last-block
#define last_block right_last_block
#include "solution.hip"
#undef last_block

__global__ void last_block(float* output, float* partial, unsigned* arrived, const float* a,
                           unsigned size) {
  __shared__ bool is_last;
  float sum = sum_by_warps(sum_of_thread(a, size));
  if (threadIdx.x == 0) {
    partial[blockIdx.x] = sum;
    is_last = hippuzzle::atomic_add(arrived, 1u) == gridDim.x - 1;
  }
  __syncthreads();
  if (!is_last) return;

  sum = 0;
  for (unsigned block = threadIdx.x; block < gridDim.x; block += TPB) sum += partial[block];
  sum = sum_by_tree(sum);
  if (threadIdx.x == 0) output[0] = sum;
}
