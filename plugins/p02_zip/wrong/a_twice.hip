// One input is read twice and the other never; in the example both hold the same values.

__global__ void add(float* output, const float* a, const float*) {
  const unsigned i = threadIdx.x;
  output[i] = a[i] + a[i];
}
