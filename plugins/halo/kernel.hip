// halo: cells over several devices. Fill in the two steps; hippuzzle says which variants are right.
// parts: from left to right, `count` of them; parts.hpp describes a part.
#include <hip/hip_runtime.h>

#include <hippuzzle/hip_check.hpp>

#include "parts.hpp"

// Cells first to last of `to`: the sum of the cell and its two neighbours in `from`.
__global__ void add_neighbours(float* to, const float* from, unsigned first, unsigned last) {
  const unsigned i = first + blockIdx.x * blockDim.x + threadIdx.x;
  if (i <= last) to[i] = from[i - 1] + from[i] + from[i + 1];
}

// On the part's device, in its stream `compute`.
void compute_cells(const Part& part, unsigned first, unsigned last) {
  if (first > last) return;
  HIP_CHECK(hipSetDevice(part.device));
  hipLaunchKernelGGL(add_neighbours, dim3((last - first) / TPB + 1), dim3(TPB), 0, part.compute,
                     part.to, part.from, first, last);
  HIP_CHECK(hipGetLastError());
}

// One step: fetch the neighbours' cells into each part's halo, wait for them, compute all cells.
// About 20 lines.
void exchange(Part* parts, int count) {
  // FILL ME IN
}

// The same, but the cells that need no halo are computed while the copies are under way. About 8
// lines more.
void overlap(Part* parts, int count) {
  // FILL ME IN
}
