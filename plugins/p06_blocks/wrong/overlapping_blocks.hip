// The block's number is added without being multiplied by the block's size: the blocks overlap.

__global__ void add_10_blocks(float* output, const float* a, unsigned size) {
  const unsigned i = blockIdx.x + threadIdx.x;
  if (i < size) output[i] = a[i] + 10;
}
