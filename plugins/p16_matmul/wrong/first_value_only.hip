// Each thread writes only the first of its values, so that the others' elements are never written.
// variants: layout-algebra
#define layout_algebra_matmul right_layout_algebra_matmul
#include "solution.hip"
#undef layout_algebra_matmul

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
  if (output_matrix.contains(place_of(tiled, block, thread, 0))) output_tile(thread, 0) = sums(0);
}
