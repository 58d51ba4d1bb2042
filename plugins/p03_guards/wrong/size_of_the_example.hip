// The guard has the example's size, 4, written into it and is wrong for every other.

__global__ void add_10_guarded(float* output, const float* a, unsigned) {
  const unsigned i = threadIdx.x;
  if (i < 4) output[i] = a[i] + 10;
}
