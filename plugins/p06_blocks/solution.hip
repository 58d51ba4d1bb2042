// p06, the reference kernel. output, a: size elements, in as many blocks as that takes.

__global__ void add_10_blocks(float* output, const float* a, unsigned size) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < size) output[i] = a[i] + 10;
}
