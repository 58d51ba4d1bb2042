// p23: output[i] = a[i] + b[i] for i < size, by four partitions. Fill in the kernels; hippuzzle
// says which variants are right. Blocks of TPB threads; size is any number.
#include <hip/hip_runtime.h>

#include <hippuzzle/functional.hpp>

#include "config.hpp"

// The sums of Width neighbours, from element `first` on. Width is WIDTH for a full vector and 1 in
// a tail. Load two vectors, add their elements, store one vector. About 4 lines.
struct Add {
  float* output;
  const float* a;
  const float* b;

  template <int Width>
  __device__ void operator()(unsigned first) const {
    using namespace hippuzzle;
    // FILL ME IN
  }
};

// Neighbouring threads take neighbouring vectors. hippuzzle::for_each calls Add. One line.
__global__ void elementwise(float* output, const float* a, const float* b, unsigned size) {
  // FILL ME IN
}

// Thread t takes elements t * TILE to t * TILE + TILE - 1, one after the other. About 4 lines,
// without functional.hpp.
__global__ void tiled(float* output, const float* a, const float* b, unsigned size) {
  // FILL ME IN
}

// Thread t takes elements t * MANUAL_TILE to t * MANUAL_TILE + MANUAL_TILE - 1 in vectors of WIDTH,
// and what is left at the end of the arrays one by one. Call Add{output, a, b}.operator()<WIDTH>(i)
// with indices of your own. About 6 lines.
__global__ void manual_vectorized(float* output, const float* a, const float* b, unsigned size) {
  // FILL ME IN
}

// The tiles of `tiled`, each in vectors: hippuzzle::tile calls a lambda with the first element and
// the number of elements of a tile, and hippuzzle::vectorize calls Add. About 3 lines.
__global__ void vectorized(float* output, const float* a, const float* b, unsigned size) {
  // FILL ME IN
}
