// Divides the scores by the root of d, as most models do and this puzzle does not.
// variants: attention
#define enqueue right_enqueue
#include "solution.hip"
#undef enqueue

__global__ void scaled_score(float* scores, const float* q, const float* k, unsigned d) {
  float sum = 0;
  for (unsigned i = threadIdx.x; i < d; i += KEY_THREADS) sum += q[i] * k[blockIdx.x * d + i];
  sum = hippuzzle::warp_sum(sum);
  if (threadIdx.x == 0) scores[blockIdx.x] = sum / sqrtf(static_cast<float>(d));
}

inline void enqueue(const Operands& o, float* scores) {
  const dim3 threads(TPB), columns((o.d + TPB - 1) / TPB);
  hipLaunchKernelGGL(scaled_score, dim3(o.seq), dim3(KEY_THREADS), 0, o.stream, scores, o.q, o.k,
                     o.d);
  hipLaunchKernelGGL(softmax, dim3(1), threads, 0, o.stream, scores, o.seq);
  hipLaunchKernelGGL(weighted_sum, columns, threads, 0, o.stream, o.output, scores, o.v, o.seq,
                     o.d);
}
