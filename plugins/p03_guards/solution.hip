// p03, the reference kernel. output, a: size elements. One block, with more threads than that.

__global__ void add_10_guarded(float* output, const float* a, unsigned size) {
  const unsigned i = threadIdx.x;
  if (i < size) output[i] = a[i] + 10;
}
