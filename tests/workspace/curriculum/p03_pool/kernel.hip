// p03: pooling. Fill in the kernels; hippuzzle says which variants are right.
// output, a: size elements, size <= TPB. One block of TPB threads.

__global__ void raw_pooling(float* output, const float* a, unsigned size) {
  __shared__ float shared[TPB];
  // FILL ME IN
}

__global__ void staged_pooling(float* output, const float* a, unsigned size) {
  __shared__ float shared[TPB];
  // FILL ME IN
}
