// Rung 1: one thread per element. output, a: one element per thread of the only block.

__global__ void naive(float* output, const float* a) { output[threadIdx.x] = a[threadIdx.x] + 10; }
