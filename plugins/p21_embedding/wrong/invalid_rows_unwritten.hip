// An index without a row leaves its elements of the output unwritten.
// variants: coalesced
#define coalesced right_coalesced
#include "solution.hip"
#undef coalesced

__global__ void coalesced(float* output, const int* indices, const float* table, unsigned tokens,
                          unsigned rows, unsigned features) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= tokens * features) return;
  const int index = indices[i / features];
  if (is_row(index, rows)) output[i] = table[index * features + i % features];
}
