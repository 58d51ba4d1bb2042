// Every block computes all elements in a loop, so further blocks save no time.

__global__ void add_10_blocks(float* output, const float* a, unsigned size) {
  for (unsigned i = threadIdx.x; i < size; i += blockDim.x) output[i] = a[i] + 10;
}
