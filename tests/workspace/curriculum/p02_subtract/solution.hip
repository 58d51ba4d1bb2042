// p02, the reference kernel. output, a: one element per thread of the only block.

__global__ void subtract_1(float* output, const float* a) {
  output[threadIdx.x] = a[threadIdx.x] - 1;
}
