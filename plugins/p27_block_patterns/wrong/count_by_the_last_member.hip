// The last member writes the number, so nobody does where the bin is empty.
// variants: histogram
#define pack_bin right_pack_bin
#include "solution.hip"
#undef pack_bin

__global__ void pack_bin(float* packed, int* count, const float* input, unsigned size,
                         unsigned bin) {
  using namespace hippuzzle;
  __shared__ int cells[block_cells(TPB)];
  const unsigned local_i = threadIdx.x;

  const float own = local_i < size ? input[local_i] : 0;
  const unsigned eighth = static_cast<unsigned>(8 * own);
  const bool is_member = local_i < size && (eighth < 7 ? eighth : 7) == bin;
  int members;
  const int place = block_exclusive_scan(is_member ? 1 : 0, cells, &members);
  if (is_member) packed[place] = own;
  if (local_i < size && static_cast<int>(local_i) >= members) packed[local_i] = 0;
  if (is_member && place + 1 == members) *count = members;
}
