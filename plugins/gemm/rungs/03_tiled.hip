// Rung 3, tiled: the operands come from tiles in shared memory, each fetched once for Tile x Tile
// outputs. blockDim: Tile x Tile.
//
// Floor: traffic with the caches falls to 1/Tile, but a multiply-add still takes a word of A and 32
// words of B from shared memory, 2 wavefronts where the compiler reads A word by word: 1/8 of the
// peak. It joins four reads of A into one of 2 wavefronts where it can: 1.5 wavefronts, 1/6.
template <unsigned Tile>
__global__ void __launch_bounds__(Tile* Tile)
    tiled_gemm(float* c, const float* a, const float* b, unsigned m, unsigned n, unsigned k) {
  __shared__ float a_shared[Tile][Tile];
  __shared__ float b_shared[Tile][Tile];
  const unsigned x = threadIdx.x, y = threadIdx.y;
  const unsigned row = blockIdx.y * Tile + y;
  const unsigned col = blockIdx.x * Tile + x;

  float sum = 0;
  for (unsigned start = 0; start < k; start += Tile) {
    // Zeros outside the matrices add nothing, so the sum needs no guard.
    a_shared[y][x] = row < m && start + x < k ? a[size_t{row} * k + start + x] : 0;
    b_shared[y][x] = start + y < k && col < n ? b[size_t{start + y} * n + col] : 0;
    __syncthreads();  // both tiles are complete
    HIPPUZZLE_UNROLL
    for (unsigned l = 0; l < Tile; ++l) sum += a_shared[y][l] * b_shared[l][x];
    __syncthreads();  // nobody reads them any more
  }
  if (row < m && col < n) c[size_t{row} * n + col] = sum;
}
