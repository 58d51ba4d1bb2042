// p02, the reference kernel. output, a, b: one element each per thread of the only block.

__global__ void add(float* output, const float* a, const float* b) {
  const unsigned i = threadIdx.x;
  output[i] = a[i] + b[i];
}
