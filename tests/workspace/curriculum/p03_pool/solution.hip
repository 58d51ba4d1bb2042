// p03, the reference kernels. output, a: size elements, size <= TPB. One block.

__device__ void pool(float* output, const float* a, unsigned size, float* shared) {
  const unsigned i = threadIdx.x;
  if (i < size) shared[i] = a[i];
  __syncthreads();
  if (i >= size) return;
  float sum = 0;
  for (unsigned back = 0; back < WINDOW && back <= i; ++back) sum += shared[i - back];
  output[i] = sum;
}

__global__ void raw_pooling(float* output, const float* a, unsigned size) {
  __shared__ float shared[TPB];
  pool(output, a, size, shared);
}

__global__ void staged_pooling(float* output, const float* a, unsigned size) {
  __shared__ float shared[TPB];
  pool(output, a, size, shared);
}
