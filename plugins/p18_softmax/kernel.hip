// p18: softmax, output[i] = e^(input[i] - max) / sum of all e^(input[j] - max). Fill in the
// kernels; hippuzzle says which variants are right.
#include <hip/hip_runtime.h>

#include <hippuzzle/block.hpp>
#include <hippuzzle/warp_collectives.hpp>

#include "config.hpp"

// One block of TPB threads; size <= TPB. Find the maximum by a tree in `cells`, give it to every
// thread, then do the same for the sum. Which value must a thread without an element hand in? About
// 25 lines.
__global__ void softmax_of_block(float* output, const float* input, unsigned size) {
  __shared__ float cells[TPB];
  const unsigned local_i = threadIdx.x;
  // FILL ME IN
}

// A block of ROW_THREADS threads for each row, of any length. Three passes over the row: the
// maximum, the sum, the output. hippuzzle::warp_max and hippuzzle::warp_sum return the result of
// the block's threads to all of them. About 12 lines.
__global__ void softmax_of_row(float* output, const float* input, unsigned columns) {
  using namespace hippuzzle;
  const float* row = input + blockIdx.x * columns;
  float* result = output + blockIdx.x * columns;
  // FILL ME IN
}

// The same in two passes. The first one keeps a maximum and a sum for the elements so far; what
// must happen to the sum when the maximum grows? The threads' pairs are combined after the pass.
// Elements may be -INFINITY. About 16 lines.
__global__ void softmax_online(float* output, const float* input, unsigned columns) {
  using namespace hippuzzle;
  const float* row = input + blockIdx.x * columns;
  float* result = output + blockIdx.x * columns;
  // FILL ME IN
}
