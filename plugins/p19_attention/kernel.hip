// p19: attention of one query, output = softmax(K q) V. Fill in the kernels and the launches;
// hippuzzle says which variants are right. q and output: d; K and V: seq x d, row-major.
#include <hip/hip_runtime.h>

#include <hippuzzle/bindings.hpp>
#include <hippuzzle/block.hpp>
#include <hippuzzle/captured_graph.hpp>

#include "config.hpp"
#include "launches.hpp"

// output[column][row] = a[row][column], through a tile in shared memory: lanes take neighbours of a
// row both ways. A warp has two rows of a tile, so a padded column is not enough to avoid all
// bank conflicts. About 9 lines.
__global__ void transpose(float* output, const float* a, unsigned rows, unsigned columns) {
  __shared__ float tile[TILE][TILE];
  // FILL ME IN
}

// scores[s] = sum over i of q[i] * K[s][i]. A block of KEY_THREADS threads for each s. About 5
// lines, with hippuzzle::warp_sum.
__global__ void score(float* scores, const float* q, const float* k, unsigned d) {
  // FILL ME IN
}

// Replaces the scores by their softmax. One block of TPB threads, seq elements. About 11 lines,
// with hippuzzle::block_max and hippuzzle::block_sum.
__global__ void softmax(float* scores, unsigned seq) {
  __shared__ float cells[hippuzzle::block_cells(TPB)];
  // FILL ME IN
}

// output[i] = sum over s of weights[s] * V[s][i]. A thread for each i. About 5 lines.
__global__ void weighted_sum(float* output, const float* weights, const float* v, unsigned seq,
                             unsigned d) {
  // FILL ME IN
}

// Enqueues the kernels on o.stream, one after the other: hipLaunchKernelGGL(kernel, blocks,
// threads, 0, o.stream, arguments…). Operands, in launches.hpp, has output, q, k, v, seq, d and
// stream. About 4 lines.
inline void enqueue(const Operands& o, float* scores) {
  // FILL ME IN
}

// Records the launches of --graph once; hippuzzle then launches captured->executable. About 6
// lines: hipMalloc for captured->scratch, which hippuzzle frees; hipStreamBeginCapture; enqueue;
// hipStreamEndCapture; hipGraphInstantiate; hipGraphDestroy.
int32_t capture_attention(const hippuzzle_launch* launch, hippuzzle::CapturedGraph* captured) {
  const Operands o(*launch);

  hipGraph_t graph = nullptr;
  // FILL ME IN
  return static_cast<int32_t>(hipGetLastError());
}
