// bank_conflicts, the reference kernels. output: columns x rows, a: rows x columns, row-major.

// The block's tile of a goes to shared memory row by row and to the output column by column: both
// ways through global memory, neighbouring lanes have neighbouring elements.
__global__ void conflicting_transpose(float* output, const float* a, unsigned rows,
                                      unsigned columns) {
  __shared__ float tile[TILE][TILE];
  const unsigned first_row = blockIdx.y * TILE;
  const unsigned first_column = blockIdx.x * TILE;

  for (unsigned r = threadIdx.y; r < TILE; r += ROWS) {
    const unsigned row = first_row + r, column = first_column + threadIdx.x;
    if (row < rows && column < columns) tile[r][threadIdx.x] = a[row * columns + column];
  }
  __syncthreads();
  for (unsigned r = threadIdx.y; r < TILE; r += ROWS) {
    const unsigned row = first_column + r, column = first_row + threadIdx.x;  // of the output
    // The cells of a column are 32 words apart: 32 lanes, one bank.
    if (row < columns && column < rows) output[row * rows + column] = tile[threadIdx.x][r];
  }
}

// Rows of 33 words: cell (r, c) is in bank (r + c) % 32, another one for each row of a column.
__global__ void padded_transpose(float* output, const float* a, unsigned rows, unsigned columns) {
  __shared__ float tile[TILE][TILE + 1];
  const unsigned first_row = blockIdx.y * TILE;
  const unsigned first_column = blockIdx.x * TILE;

  for (unsigned r = threadIdx.y; r < TILE; r += ROWS) {
    const unsigned row = first_row + r, column = first_column + threadIdx.x;
    if (row < rows && column < columns) tile[r][threadIdx.x] = a[row * columns + column];
  }
  __syncthreads();
  for (unsigned r = threadIdx.y; r < TILE; r += ROWS) {
    const unsigned row = first_column + r, column = first_row + threadIdx.x;
    if (row < columns && column < rows) output[row * rows + column] = tile[threadIdx.x][r];
  }
}

// Cell (r, c) lies in column c ^ r: in each row and in each column of the tile, every bank once.
__global__ void swizzled_transpose(float* output, const float* a, unsigned rows, unsigned columns) {
  __shared__ float tile[TILE][TILE];
  const unsigned first_row = blockIdx.y * TILE;
  const unsigned first_column = blockIdx.x * TILE;

  for (unsigned r = threadIdx.y; r < TILE; r += ROWS) {
    const unsigned row = first_row + r, column = first_column + threadIdx.x;
    if (row < rows && column < columns) tile[r][threadIdx.x ^ r] = a[row * columns + column];
  }
  __syncthreads();
  for (unsigned r = threadIdx.y; r < TILE; r += ROWS) {
    const unsigned row = first_column + r, column = first_row + threadIdx.x;
    if (row < columns && column < rows)
      output[row * rows + column] = tile[threadIdx.x][r ^ threadIdx.x];
  }
}
