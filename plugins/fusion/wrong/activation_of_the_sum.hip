// Replaces the negative sum of a row instead of the negative elements that it adds up.
// variants: fused-sum
#define fused_sum_layer right_fused_sum_layer
#include "solution.hip"
#undef fused_sum_layer

__global__ void fused_sum_layer(float* output, const float* a, const float* b, const float* bias,
                                unsigned m, unsigned n, unsigned k) {
  __shared__ float sums[TPB][TPB];
  const unsigned row = blockIdx.y * TPB + threadIdx.y;

  float mine = 0;  // of columns threadIdx.x, threadIdx.x + TPB, …
  for (unsigned first = 0; first < n; first += TPB) {
    const unsigned col = first + threadIdx.x;
    const float sum = product_element(a, b, row, col, m, n, k);  // all threads: it has barriers
    if (row >= m || col >= n) continue;
    mine += sum + bias[col];
  }

  sums[threadIdx.y][threadIdx.x] = mine;
  __syncthreads();
  for (unsigned stride = TPB / 2; stride > 0; stride /= 2) {
    if (threadIdx.x < stride)
      sums[threadIdx.y][threadIdx.x] += sums[threadIdx.y][threadIdx.x + stride];
    __syncthreads();
  }
  if (threadIdx.x == 0 && row < m)
    output[row] = sums[threadIdx.y][0] > 0 ? sums[threadIdx.y][0] : 0;
}
