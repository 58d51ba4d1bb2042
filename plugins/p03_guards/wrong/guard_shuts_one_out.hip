// The guard is too strict: the last element is never written.

__global__ void add_10_guarded(float* output, const float* a, unsigned size) {
  const unsigned i = threadIdx.x;
  if (i + 1 < size) output[i] = a[i] + 10;
}
