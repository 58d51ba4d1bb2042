// Transposes K first, then multiplies q by columns of the transpose. A row of K was there.
// variants: attention
#define enqueue right_enqueue
#include "solution.hip"
#undef enqueue

__global__ void score_of_column(float* scores, const float* q, const float* columns, unsigned seq,
                                unsigned d) {
  float sum = 0;
  for (unsigned i = threadIdx.x; i < d; i += KEY_THREADS)
    sum += q[i] * columns[i * seq + blockIdx.x];
  sum = hippuzzle::warp_sum(sum);
  if (threadIdx.x == 0) scores[blockIdx.x] = sum;
}

inline void enqueue(const Operands& o, float* scores) {
  const dim3 threads(TPB), columns((o.d + TPB - 1) / TPB);
  const hippuzzle::StreamMemory memory(sizeof(float) * o.seq * o.d, o.stream);
  auto* transposed = static_cast<float*>(memory.data());
  const dim3 tiles((o.d + TILE - 1) / TILE, (o.seq + TILE - 1) / TILE);
  hipLaunchKernelGGL(transpose, tiles, dim3(TILE, TILE), 0, o.stream, transposed, o.k, o.seq, o.d);
  hipLaunchKernelGGL(score_of_column, dim3(o.seq), dim3(KEY_THREADS), 0, o.stream, scores, o.q,
                     transposed, o.seq, o.d);
  hipLaunchKernelGGL(softmax, dim3(1), threads, 0, o.stream, scores, o.seq);
  hipLaunchKernelGGL(weighted_sum, columns, threads, 0, o.stream, o.output, scores, o.v, o.seq,
                     o.d);
}
