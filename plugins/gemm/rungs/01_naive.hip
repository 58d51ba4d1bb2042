// Rung 1, naive: one thread, one output element; neighbouring threads take neighbouring rows.
//
// Floor: the 32 lanes of a warp read 32 rows of A and write 32 rows of C, so that each request to A
// touches 32 sectors of 32 bytes for 128 bytes of use, 32 wavefronts per multiply-add.
__global__ void naive_gemm(float* c, const float* a, const float* b, unsigned m, unsigned n,
                           unsigned k) {
  const unsigned row = blockIdx.y * blockDim.x + threadIdx.x;
  const unsigned col = blockIdx.x * blockDim.y + threadIdx.y;
  if (row >= m || col >= n) return;

  float sum = 0;
  for (unsigned l = 0; l < k; ++l) sum += a[size_t{row} * k + l] * b[size_t{l} * n + col];
  c[size_t{row} * n + col] = sum;
}
