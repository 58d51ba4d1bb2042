// Rung 6, layout-algebra: register-blocked once more, with every index left to layouts. A
// thread-value layout decides which thread copies and computes which element; the layout of A's
// tile transposes A in shared memory. No line below multiplies an index. blockDim: Rows/8 x
// Columns/8 threads in one dimension; a thread's outputs are four quarters of 4 x 4.
//
// Floor: register-blocked's, 0.91 of the peak. Layouts are known to the compiler, so they cost
// nothing when the kernel runs.
#include <hippuzzle/fragment.hpp>

#include "parts/float4.hpp"
#include "parts/problem.hpp"

template <unsigned Rows, unsigned Columns, unsigned TileK>
__global__ void __launch_bounds__(Rows / 8 * Columns / 8,
                                  tiles::register_blocks(Rows / 8 * Columns / 8))
    layout_algebra_gemm(float* c, const float* a, const float* b, unsigned m, unsigned n,
                        unsigned k) {
  using namespace hippuzzle;
  constexpr int down = Rows / 8, across = Columns / 8, threads = down * across;

  // The copying threads: neighbouring threads are neighbours in a row, one value each, repeated
  // over the tile.
  const auto one = row_major<1, 1>();
  const auto a_tiled =
      repeat_tv(make_layout_tv(row_major<threads / TileK, TileK>(), one), Ints<Rows, TileK>{});
  const auto b_tiled = repeat_tv(make_layout_tv(row_major<threads / Columns, Columns>(), one),
                                 Ints<TileK, Columns>{});
  // The computing threads: 4 x 4 values each side by side, in each quarter of the tile.
  const auto c_tiled = repeat_tv(make_layout_tv(row_major<down, across>(), row_major<4, 4>()),
                                 Ints<Rows, Columns>{});
  // The values of a thread, numbered as c_tiled numbers them: 4 x 4 blocks, 2 x 2 of them.
  using Values = decltype(blocked_product(row_major<4, 4>(), col_major<2, 2>()));
  // Rows x TileK with rows as neighbours, four elements wider than they need be: the words of a
  // row of A go to different banks.
  using Transposed = Layout<Ints<Rows, TileK>, Ints<1, Rows + 4>>;

  __shared__ SharedTensor<float, Transposed, 16> a_shared;
  __shared__ SharedTensor<float, decltype(row_major<TileK, Columns>()), 16> b_shared;
  RegisterTensor<float, Values, 16> sums = {};

  // Rows of any length; offsets in a matrix may need 64 bits.
  const auto matrix = [](auto* data, unsigned rows, unsigned columns) {
    return make_tensor(
        data, make_layout(make_shape(rows, columns), make_stride(size_t{columns}, Int<1>{})));
  };
  const auto a_matrix = matrix(a, m, k);
  const auto b_matrix = matrix(b, k, n);
  const int thread = static_cast<int>(threadIdx.x);
  const auto place = idx2crd(thread, Ints<across, down>{});  // x, y among the threads

  // A thread's rows of A and columns of B, four at a time.
  const auto a_rows = local_partition(a_shared.view().template vectorize<4, 1>(),
                                      row_major<down, 1>(), get<1>(place));
  const auto b_columns = local_partition(b_shared.view().template vectorize<1, 4>(),
                                         row_major<1, across>(), get<0>(place));

  for (unsigned step = 0; step * TileK < k; ++step) {
    const auto a_tile = a_matrix.template tile<Rows, TileK>(blockIdx.y, step);
    const auto b_tile = b_matrix.template tile<TileK, Columns>(step, blockIdx.x);
    store_fragment(a_tiled, load_fragment(a_tiled, a_tile, thread), a_shared.view(), thread);
    store_fragment(b_tiled, load_fragment(b_tiled, b_tile, thread), b_shared.view(), thread);
    __syncthreads();

    HIPPUZZLE_UNROLL
    for (int l = 0; l < static_cast<int>(TileK); ++l) {
      RegisterTensor<float, decltype(row_major<8>()), 16> rows, columns;
      copy(a_rows(_, l), rows.view().template vectorize<4>());
      copy(b_columns(l, _), columns.view().template vectorize<4>());
      // Serpentine order: consecutive multiply-adds share an operand.
      HIPPUZZLE_UNROLL
      for (int i = 0; i < 8; ++i) {
        HIPPUZZLE_UNROLL
        for (int step_j = 0; step_j < 8; ++step_j) {
          const int j = i % 2 == 0 ? step_j : 7 - step_j;
          sums(i, j) += rows(i) * columns(j);
        }
      }
    }
    __syncthreads();
  }

  const auto c_tile = matrix(c, m, n).template tile<Rows, Columns>(blockIdx.y, blockIdx.x);
  store_fragment(c_tiled, sums.view().view(row_major<64>()), c_tile, thread);
}

namespace launchers {

inline int32_t layout_algebra(const hippuzzle_launch* l) {
  using namespace tiles;
  return launch_register_tiles<
      layout_algebra_gemm<register_rows, register_columns, register_blocked_k>,
      layout_algebra_gemm<register_small_rows, register_columns, register_k>>(Problem<float>(l));
}

}  // namespace launchers
