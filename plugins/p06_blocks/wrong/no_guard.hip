// The guard is missing: the last block's left-over threads write past the end of the output.

__global__ void add_10_blocks(float* output, const float* a, unsigned) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  output[i] = a[i] + 10;
}
