// bank_conflicts: a transpose through shared memory. Fill in the kernels; hippuzzle says which
// variants are right, and `hippuzzle check` counts the conflicts.
// output: columns x rows, a: rows x columns, row-major. A block has TILE x ROWS threads and one
// tile of a, TILE x TILE elements: each thread takes TILE / ROWS of them.
#include <hip/hip_runtime.h>

#include "config.hpp"

// Reads along rows of a and writes along rows of the output. About 10 lines.
__global__ void conflicting_transpose(float* output, const float* a, unsigned rows,
                                      unsigned columns) {
  __shared__ float tile[TILE][TILE];
  const unsigned first_row = blockIdx.y * TILE;
  const unsigned first_column = blockIdx.x * TILE;
  // FILL ME IN
}

// The same, and no two lanes of a request want different words of one bank: choose the declaration
// of the tile. About 11 lines.
__global__ void padded_transpose(float* output, const float* a, unsigned rows, unsigned columns) {
  const unsigned first_row = blockIdx.y * TILE;
  const unsigned first_column = blockIdx.x * TILE;
  // FILL ME IN
}

// The same with exactly this tile: choose where in its row a cell lies. About 10 lines.
__global__ void swizzled_transpose(float* output, const float* a, unsigned rows, unsigned columns) {
  __shared__ float tile[TILE][TILE];
  const unsigned first_row = blockIdx.y * TILE;
  const unsigned first_column = blockIdx.x * TILE;
  // FILL ME IN
}
