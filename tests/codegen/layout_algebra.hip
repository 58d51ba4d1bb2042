// The tiled product built from the layout algebra: C (m x n) = A (m x k) x B (k x n), all
// row-major, of any size. A is tiled (M, K), B (K, N) and C (M, N), each by a layout of the same
// threads; the index in a tile is the thread's within its block, and the grid counts C's tiles: x
// along N, y along M.
#include <hip/hip_runtime.h>

#include <hippuzzle/layout_tv.hpp>
#include <hippuzzle/static_tensor.hpp>

using namespace hippuzzle;

// Copies this thread's values of tile `index` of `matrix` to shared memory; what lies outside the
// matrix is zero and adds nothing to a product.
template <class Shared, class Matrix, class Tiled, class Index>
__device__ void load_tile(Shared& shared, const Matrix& matrix, const Tiled& tiled,
                          const Index& index, unsigned thread) {
  const auto from = composition(zipped_divide(matrix, tiled.tiler)(_, index), tiled.layout);
  const auto to = composition(shared.view(), tiled.layout);
  const auto origin = transform(index, tiled.tiler, [](auto i, auto extent) { return i * extent; });
  HIPPUZZLE_UNROLL
  for (int v = 0; v < size<1>(tiled.layout); ++v) {
    const auto coord = transform(origin, tiled.coord(thread, v),
                                 [](auto first, auto inside) { return first + inside; });
    to(thread, v) = matrix.contains(coord) ? from(thread, v) : 0;
  }
}

// THREADS x THREADS threads, of which each holds VALUES x VALUES elements of C.
template <int THREADS, int VALUES>
__device__ void tiled_product(float* output, const float* a, const float* b, unsigned m, unsigned n,
                              unsigned k) {
  constexpr int TILE = THREADS * VALUES;
  const auto threads = make_ordered_layout(Ints<THREADS, THREADS>{}, Ints<1, 0>{});
  const auto a_tiled =
      make_layout_tv(threads, make_ordered_layout(Ints<VALUES, 1>{}, Ints<1, 0>{}));
  const auto b_tiled =
      make_layout_tv(threads, make_ordered_layout(Ints<1, VALUES>{}, Ints<1, 0>{}));
  const auto c_tiled =
      make_layout_tv(threads, make_ordered_layout(Ints<VALUES, VALUES>{}, Ints<1, 0>{}));

  __shared__ SharedTensor<float, decltype(row_major<TILE, THREADS>())> a_shared;
  __shared__ SharedTensor<float, decltype(row_major<THREADS, TILE>())> b_shared;
  RegisterTensor<float, decltype(col_major<VALUES * VALUES>())> sums{};

  const auto a_matrix = make_tensor(a, row_major(m, k));
  const auto b_matrix = make_tensor(b, row_major(k, n));
  const auto c_matrix = make_tensor(output, row_major(m, n));
  const unsigned thread = threadIdx.y * THREADS + threadIdx.x;

  for (unsigned step = 0; step * THREADS < k; ++step) {
    load_tile(a_shared, a_matrix, a_tiled, make_coord(blockIdx.y, step), thread);
    load_tile(b_shared, b_matrix, b_tiled, make_coord(step, blockIdx.x), thread);
    __syncthreads();

    for (int inner = 0; inner < THREADS; ++inner) {
      HIPPUZZLE_UNROLL
      for (int v = 0; v < VALUES * VALUES; ++v) {
        const auto coord = c_tiled.coord(thread, v);
        sums(v) += a_shared(get<0>(coord), inner) * b_shared(inner, get<1>(coord));
      }
    }
    __syncthreads();
  }

  const auto c_index = make_coord(blockIdx.y, blockIdx.x);
  const auto c_tile =
      composition(zipped_divide(c_matrix, c_tiled.tiler)(_, c_index), c_tiled.layout);
  HIPPUZZLE_UNROLL
  for (int v = 0; v < VALUES * VALUES; ++v) {
    const auto coord =
        transform(transform(c_index, c_tiled.tiler, [](auto i, auto extent) { return i * extent; }),
                  c_tiled.coord(thread, v), [](auto first, auto inside) { return first + inside; });
    if (c_matrix.contains(coord)) c_tile(thread, v) = sums(v);
  }
}

extern "C" __global__ void algebra_3(float* output, const float* a, const float* b, unsigned m,
                                     unsigned n, unsigned k) {
  tiled_product<3, 1>(output, a, b, m, n, k);
}

extern "C" __global__ void algebra_16(float* output, const float* a, const float* b, unsigned m,
                                      unsigned n, unsigned k) {
  tiled_product<16, 4>(output, a, b, m, n, k);
}
