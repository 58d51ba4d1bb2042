// gemm: the rungs from vectorized to fp32-best, whose multiply-adds are written in the order that
// the register file likes best. It delivers two registers a cycle, a multiply-add reads three; one
// that shares an operand with the instruction before finds it in a reuse cache. NVIDIA's assembler,
// left to itself, puts loads and rows in an order of its own, in which a third of the multiply-adds
// find nothing there, so this file is compiled with an option that keeps the order
// (HIPPUZZLE_NVIDIA_IN_ORDER).
#include <hippuzzle/async_copy.hpp>
#include <hippuzzle/dynamic_shared.hpp>
#include <hippuzzle/vector.hpp>
#include <hippuzzle/warpgroup.hpp>

#include "config.hpp"
#include "problem.hpp"
#include "rungs/async.hip"
#include "rungs/double_buffered.hip"
#include "rungs/fp32_best.hip"
#include "rungs/vectorized.hip"
#include "rungs/warp_tiled.hip"

namespace launchers {

using tiles::register_depth;

template <bool Aligned>
int32_t launch_vectorized(const Problem<float>& p) {
  using namespace tiles;
  return launch_register_tiles<
      vectorized_gemm<register_rows, register_columns, register_depth, Aligned>,
      vectorized_gemm<register_small_rows, register_columns, register_depth, Aligned>>(p);
}

int32_t vectorized(const hippuzzle_launch* l) {
  const Problem<float> p(l);
  return p.aligned() ? launch_vectorized<true>(p) : launch_vectorized<false>(p);
}

template <bool Aligned>
int32_t launch_warp_tiled(const Problem<float>& p) {
  using namespace tiles;
  return launch_register_tiles<
      warp_tiled_gemm<register_rows, register_columns, register_depth, 8, Aligned>,
      warp_tiled_gemm<register_small_rows, register_columns, register_depth, 8, Aligned>>(p);
}

int32_t warp_tiled(const hippuzzle_launch* l) {
  const Problem<float> p(l);
  return p.aligned() ? launch_warp_tiled<true>(p) : launch_warp_tiled<false>(p);
}

template <bool Aligned>
int32_t launch_double_buffered(const Problem<float>& p) {
  using namespace tiles;
  return launch_register_tiles<
      double_buffered_gemm<register_rows, register_columns, register_depth, 8, Aligned>,
      double_buffered_gemm<register_small_rows, register_columns, register_depth, 8, Aligned>>(p);
}

int32_t double_buffered(const hippuzzle_launch* l) {
  const Problem<float> p(l);
  return p.aligned() ? launch_double_buffered<true>(p) : launch_double_buffered<false>(p);
}

template <bool Aligned>
int32_t launch_async(const Problem<float>& p) {
  using namespace tiles;
  constexpr auto kernel =
      async_gemm<async_rows, async_columns, async_depth, async_width, async_stages, Aligned>;
  using Gemm =
      AsyncGemm<async_rows, async_columns, async_depth, async_width, async_stages, Aligned>;
  const unsigned all = tiles_of(p.m, async_rows) * tiles_of(p.n, async_columns);
  const unsigned resident = resident_blocks(kernel, Gemm::threads, Gemm::shared_bytes);
  return code(launch_in_clusters(kernel, dim3(all < resident ? all : resident), dim3(Gemm::threads),
                                 Gemm::shared_bytes, p.stream, 1, p.c, p.a, p.b, p.m, p.n, p.k));
}

int32_t async(const hippuzzle_launch* l) {
  const Problem<float> p(l);
  return p.aligned() ? launch_async<true>(p) : launch_async<false>(p);
}

template <unsigned Rows, unsigned Columns, unsigned Stages, unsigned Groups>
int32_t launch_fp32_best(const Problem<float>& p) {
  using Gemm = Fp32BestGemm<Rows, Columns, Stages, Groups>;
  constexpr auto kernel = fp32_best_gemm<Rows, Columns, Stages, Groups>;
  const TensorMap<typename Gemm::BoxA> map_a(p.a, p.m, p.k);
  const TensorMap<typename Gemm::BoxB> map_b(p.b, p.k, p.n);
  const unsigned all = tiles_of(p.m, Rows) * tiles_of(p.n, Columns), resident = multiprocessors();
  const unsigned blocks = Groups > 1 || all < resident ? all : resident;
  const bool cut = Groups == 1 && p.aligned() && blocks <= Fp32BestFlags::most_blocks;
  return code(launch_in_clusters(kernel, dim3(blocks), dim3(Gemm::threads), Gemm::shared_bytes,
                                 p.stream, 1, p.c, p.m, p.n, p.k, cut, map_a, map_b));
}

// Whatever wins. Where no tensor copy engine takes the matrices' rows that is double-buffered: at
// 4095 on an H200 16 times as fast as fetching them by hand, and faster than `async`. The CPU
// platform emulates the engine's kernel for all rows.
int32_t fp32_best(const hippuzzle_launch* l) {
  using namespace tiles;
  const Problem<float> p(l);
  constexpr auto kernel = fp32_best_gemm<best_rows, best_columns, best_stages, 1>;
  if (!has_warpgroup_code(kernel) || (!HIPPUZZLE_PLATFORM_CPU && !p.aligned()))
    return double_buffered(l);
  if (too_few(tiles_of(p.m, best_rows) * tiles_of(p.n, best_columns)))
    return launch_fp32_best<small_rows, small_columns, small_stages, small_groups>(p);
  return launch_fp32_best<best_rows, best_columns, best_stages, 1>(p);
}

}  // namespace launchers
