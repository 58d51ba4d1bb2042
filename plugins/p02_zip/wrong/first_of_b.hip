// b is read without an index: *b is its first element, which every thread then adds.

__global__ void add(float* output, const float* a, const float* b) {
  const unsigned i = threadIdx.x;
  output[i] = a[i] + *b;
}
