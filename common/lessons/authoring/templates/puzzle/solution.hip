// @ID@, the reference kernel. output, a: size elements each.

__global__ void double_elements(float* output, const float* a, unsigned size) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < size) output[i] = 2 * a[i];
}
