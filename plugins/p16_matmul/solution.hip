// p16, the reference kernels. output, a, b: size x size, row-major.

// One thread per output element; every operand comes from global memory, 2 * size reads a thread.
__global__ void naive_matmul(float* output, const float* a, const float* b, unsigned size) {
  const unsigned row = blockIdx.y * blockDim.y + threadIdx.y;
  const unsigned col = blockIdx.x * blockDim.x + threadIdx.x;
  if (row >= size || col >= size) return;

  float sum = 0;
  for (unsigned k = 0; k < size; ++k) sum += a[row * size + k] * b[k * size + col];
  output[row * size + col] = sum;
}

// The whole of both operands fits one block's shared memory: two global reads a thread.
__global__ void single_block_matmul(float* output, const float* a, const float* b, unsigned size) {
  __shared__ float a_shared[TPB][TPB];
  __shared__ float b_shared[TPB][TPB];
  const unsigned row = threadIdx.y;
  const unsigned col = threadIdx.x;
  const bool inside = row < size && col < size;

  if (inside) {
    a_shared[row][col] = a[row * size + col];
    b_shared[row][col] = b[row * size + col];
  }
  __syncthreads();  // outside the branch: every thread of the block must arrive
  if (!inside) return;

  float sum = 0;
  for (unsigned k = 0; k < size; ++k) sum += a_shared[row][k] * b_shared[k][col];
  output[row * size + col] = sum;
}

// The block walks along a row of A's tiles and a column of B's, TPB of the sum's terms at a time.
__global__ void tiled_matmul(float* output, const float* a, const float* b, unsigned size) {
  __shared__ float a_shared[TPB][TPB];
  __shared__ float b_shared[TPB][TPB];
  const unsigned local_row = threadIdx.y;
  const unsigned local_col = threadIdx.x;
  const unsigned row = blockIdx.y * TPB + local_row;
  const unsigned col = blockIdx.x * TPB + local_col;

  float sum = 0;
  for (unsigned start = 0; start < size; start += TPB) {
    // Zeros outside the matrices add nothing, so the sum below needs no guard.
    const unsigned a_col = start + local_col;
    const unsigned b_row = start + local_row;
    a_shared[local_row][local_col] = row < size && a_col < size ? a[row * size + a_col] : 0;
    b_shared[local_row][local_col] = b_row < size && col < size ? b[b_row * size + col] : 0;
    __syncthreads();  // both tiles are complete

    for (unsigned k = 0; k < TPB; ++k) sum += a_shared[local_row][k] * b_shared[k][local_col];
    __syncthreads();  // no thread reads them any more
  }
  if (row < size && col < size) output[row * size + col] = sum;
}

// The same, said with tiles: which tile of A, which of B, which of the output.
__global__ void idiomatic_tiled_matmul(float* output, const float* a, const float* b,
                                       unsigned size) {
  using namespace hippuzzle;
  __shared__ SharedTile<float, TPB, TPB> a_shared;
  __shared__ SharedTile<float, TPB, TPB> b_shared;
  const TensorView<const float> a_matrix(a, size, size);
  const TensorView<const float> b_matrix(b, size, size);
  const auto output_tile =
      TensorView<float>(output, size, size).tile<TPB, TPB>(blockIdx.y, blockIdx.x);
  const unsigned row = threadIdx.y;
  const unsigned col = threadIdx.x;
  const unsigned thread = row * TPB + col;

  float sum = 0;
  for (unsigned step = 0; step * TPB < size; ++step) {
    copy_tile_async(a_shared, a_matrix.tile<TPB, TPB>(blockIdx.y, step), thread, TPB * TPB);
    copy_tile_async(b_shared, b_matrix.tile<TPB, TPB>(step, blockIdx.x), thread, TPB * TPB);
    async_copy_wait_all();
    __syncthreads();

    for (unsigned k = 0; k < TPB; ++k) sum += a_shared(row, k) * b_shared(k, col);
    __syncthreads();
  }
  if (row < output_tile.rows() && col < output_tile.cols()) output_tile(row, col) = sum;
}

// The same once more, with B stored transposed: b[col * size + k]. A thread layout maps threads to
// elements, so that neighbours read neighbours, along k here; the shared tensor's layout gives the
// place of each element. Rows of b_shared are PITCH apart, so that a warp's writes down a column go
// to different banks.
__global__ void thread_layouts_matmul(float* output, const float* a, const float* b,
                                      unsigned size) {
  using namespace hippuzzle;
  using Padded = decltype(make_layout(Ints<TPB, TPB>{}, Ints<PITCH, 1>{}));
  __shared__ SharedTensor<float, decltype(row_major<TPB, TPB>())> a_shared;
  __shared__ SharedTensor<float, Padded> b_shared;
  const auto a_matrix = make_tensor(a, row_major(size, size));
  const auto b_matrix = make_tensor(b, col_major(size, size));
  const auto output_matrix = make_tensor(output, row_major(size, size));
  const unsigned local_row = threadIdx.y;
  const unsigned local_col = threadIdx.x;
  const unsigned thread = local_row * TPB + local_col;

  float sum = 0;
  for (unsigned step = 0; step * TPB < size; ++step) {
    copy_async(row_major<TPB, TPB>(), a_shared.view(), a_matrix.tile<TPB, TPB>(blockIdx.y, step),
               thread);
    copy_async(col_major<TPB, TPB>(), b_shared.view(), b_matrix.tile<TPB, TPB>(step, blockIdx.x),
               thread);
    async_copy_wait_all();
    __syncthreads();

    for (unsigned k = 0; k < TPB; ++k) sum += a_shared(local_row, k) * b_shared(k, local_col);
    __syncthreads();
  }
  const unsigned row = blockIdx.y * TPB + local_row;
  const unsigned col = blockIdx.x * TPB + local_col;
  if (output_matrix.contains(row, col)) output_matrix(row, col) = sum;
}

// The tiled product again, with every access through a tensor: its layout says where an element is,
// contains() whether there is one.
__global__ void layout_tensor_matmul(float* output, const float* a, const float* b, unsigned size) {
  using namespace hippuzzle;
  using Tile = decltype(row_major<TPB, TPB>());
  __shared__ SharedTensor<float, Tile> a_shared;
  __shared__ SharedTensor<float, Tile> b_shared;
  const LayoutTensor a_matrix(a, row_major(size, size));
  const LayoutTensor b_matrix(b, row_major(size, size));
  const LayoutTensor output_matrix(output, row_major(size, size));
  const unsigned local_row = threadIdx.y;
  const unsigned local_col = threadIdx.x;
  const unsigned row = blockIdx.y * TPB + local_row;
  const unsigned col = blockIdx.x * TPB + local_col;

  float sum = 0;
  for (unsigned start = 0; start < size; start += TPB) {
    const unsigned a_col = start + local_col;
    const unsigned b_row = start + local_row;
    a_shared(local_row, local_col) = a_matrix.contains(row, a_col) ? a_matrix(row, a_col) : 0;
    b_shared(local_row, local_col) = b_matrix.contains(b_row, col) ? b_matrix(b_row, col) : 0;
    __syncthreads();

    for (unsigned k = 0; k < TPB; ++k) sum += a_shared(local_row, k) * b_shared(k, local_col);
    __syncthreads();
  }
  if (output_matrix.contains(row, col)) output_matrix(row, col) = sum;
}

// The position in the matrix of a thread's value of tile `index`.
template <class Tiled, class Index>
__device__ auto place_of(const Tiled& tiled, const Index& index, unsigned thread, int value) {
  using namespace hippuzzle;
  const auto origin = transform(index, tiled.tiler, [](auto i, auto extent) { return i * extent; });
  return transform(origin, tiled.coord(thread, value),
                   [](auto first, auto inside) { return first + inside; });
}

// Copies this thread's values of tile `index` of a matrix to shared memory; zero outside the
// matrix.
template <class Shared, class Matrix, class Tiled, class Index>
__device__ void load_tile(Shared& shared, const Matrix& matrix, const Tiled& tiled,
                          const Index& index, unsigned thread) {
  using namespace hippuzzle;
  const auto from = composition(zipped_divide(matrix, tiled.tiler)(_, index), tiled.layout);
  const auto to = composition(shared.view(), tiled.layout);
  HIPPUZZLE_UNROLL
  for (int v = 0; v < hippuzzle::size<1>(tiled.layout); ++v) {
    const bool inside = matrix.contains(place_of(tiled, index, thread, v));
    to(thread, v) = inside ? from(thread, v) : 0;
  }
}

// The same product from the layout algebra, VALUES x VALUES elements a thread. A layout of threads
// and a layout of each thread's values make a tile, and map its elements to threads, in A, in B and
// in the output; dividing a matrix by the tile gives its tiles.
__global__ void layout_algebra_matmul(float* output, const float* a, const float* b,
                                      unsigned size) {
  using namespace hippuzzle;
  const auto threads = make_ordered_layout(Ints<TPB, TPB>{}, Ints<1, 0>{});  // row by row
  const auto values = make_ordered_layout(Ints<VALUES, VALUES>{}, Ints<1, 0>{});
  const auto tiled = make_layout_tv(threads, values);
  constexpr unsigned SIDE = VALUES * TPB;

  __shared__ SharedTensor<float, decltype(row_major<SIDE, SIDE>())> a_shared;
  __shared__ SharedTensor<float, decltype(row_major<SIDE, SIDE>())> b_shared;
  const auto a_matrix = make_tensor(a, row_major(size, size));
  const auto b_matrix = make_tensor(b, row_major(size, size));
  const auto output_matrix = make_tensor(output, row_major(size, size));
  const unsigned thread = threadIdx.y * TPB + threadIdx.x;

  RegisterTensor<float, decltype(col_major<VALUES * VALUES>())> sums{};
  for (unsigned step = 0; step * SIDE < size; ++step) {
    load_tile(a_shared, a_matrix, tiled, make_coord(blockIdx.y, step), thread);
    load_tile(b_shared, b_matrix, tiled, make_coord(step, blockIdx.x), thread);
    __syncthreads();

    for (unsigned k = 0; k < SIDE; ++k) {
      HIPPUZZLE_UNROLL
      for (int v = 0; v < int{VALUES * VALUES}; ++v) {
        const auto local = tiled.coord(thread, v);
        sums(v) += a_shared(get<0>(local), k) * b_shared(k, get<1>(local));
      }
    }
    __syncthreads();
  }

  const auto block = make_coord(blockIdx.y, blockIdx.x);
  const auto output_tile =
      composition(zipped_divide(output_matrix, tiled.tiler)(_, block), tiled.layout);
  HIPPUZZLE_UNROLL
  for (int v = 0; v < int{VALUES * VALUES}; ++v) {
    if (output_matrix.contains(place_of(tiled, block, thread, v))) {
      output_tile(thread, v) = sums(v);
    }
  }
}
