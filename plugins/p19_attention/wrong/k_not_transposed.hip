// Multiplies q by the columns of K instead of its rows. For a square K that is inside the array.
// variants: attention
#define enqueue right_enqueue
#include "solution.hip"
#undef enqueue

__global__ void score_of_column(float* scores, const float* q, const float* k, unsigned seq,
                                unsigned d) {
  float sum = 0;
  for (unsigned i = threadIdx.x; i < d; i += KEY_THREADS)
    sum += q[i] * k[(i * seq + blockIdx.x) % (seq * d)];
  sum = hippuzzle::warp_sum(sum);
  if (threadIdx.x == 0) scores[blockIdx.x] = sum;
}

inline void enqueue(const Operands& o, float* scores) {
  const dim3 threads(TPB), columns((o.d + TPB - 1) / TPB);
  hipLaunchKernelGGL(score_of_column, dim3(o.seq), dim3(KEY_THREADS), 0, o.stream, scores, o.q, o.k,
                     o.seq, o.d);
  hipLaunchKernelGGL(softmax, dim3(1), threads, 0, o.stream, scores, o.seq);
  hipLaunchKernelGGL(weighted_sum, columns, threads, 0, o.stream, o.output, scores, o.v, o.seq,
                     o.d);
}
