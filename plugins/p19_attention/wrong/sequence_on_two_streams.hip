// The softmax is on a stream of its own, and nothing orders it after the scores.
// variants: attention
#define enqueue right_enqueue
#include "solution.hip"
#undef enqueue

inline void enqueue(const Operands& o, float* scores) {
  const dim3 threads(TPB), columns((o.d + TPB - 1) / TPB);
  static hipStream_t other = nullptr;
  if (other == nullptr) static_cast<void>(hipStreamCreateWithFlags(&other, hipStreamNonBlocking));
  hipLaunchKernelGGL(score, dim3(o.seq), dim3(KEY_THREADS), 0, o.stream, scores, o.q, o.k, o.d);
  hipLaunchKernelGGL(softmax, dim3(1), threads, 0, other, scores, o.seq);
  hipLaunchKernelGGL(weighted_sum, columns, threads, 0, o.stream, o.output, scores, o.v, o.seq,
                     o.d);
}
