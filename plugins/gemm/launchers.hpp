// What the rungs need to be launched by beyond a grid from the judge: the choice between rows of C,
// A and B that start at multiples of 16 bytes and any others, persistent grids, tensor maps,
// clusters. A launcher takes its sizes from tiles.hpp; what the judge says of grid and block names
// the case.
#pragma once

#include <hippuzzle/bfloat16.hpp>
#include <type_traits>

#include "problem.hpp"

namespace launchers {

// Whether there is a tensor copy engine at all.
constexpr bool by_engine = HIPPUZZLE_PLATFORM_NVIDIA;

inline int32_t register_blocked(const hippuzzle_launch* l) {
  using namespace tiles;
  return launch_register_tiles<
      register_blocked_gemm<register_rows, register_columns, register_blocked_depth>,
      register_blocked_gemm<register_small_rows, register_columns, register_depth>>(
      Problem<float>(l));
}

template <class T, bool Aligned>
int32_t launch_mma(const Problem<T>& p) {
  using namespace tiles;
  constexpr bool bf16 = std::is_same_v<T, Bf16>;
  constexpr unsigned rows = bf16 ? mma_bf16_rows : mma_tf32_rows;
  constexpr unsigned columns = bf16 ? mma_bf16_columns : mma_tf32_columns;
  constexpr unsigned depth = bf16 ? mma_bf16_depth : mma_tf32_depth;
  constexpr unsigned stages = bf16 ? mma_bf16_stages : mma_tf32_stages;
  using Gemm = MmaGemm<T, rows, columns, depth, stages, Aligned>;
  constexpr auto kernel = mma_gemm<T, rows, columns, depth, stages, Aligned>;
  const unsigned all = tiles_of(p.m, rows) * tiles_of(p.n, columns);
  return code(launch_in_clusters(kernel, dim3(even_blocks(all, multiprocessors())),
                                 dim3(Gemm::threads), Gemm::shared_bytes, p.stream, 1, p.c, p.a,
                                 p.b, p.m, p.n, p.k));
}

template <class T>
int32_t mma(const hippuzzle_launch* l) {
  const Problem<T> p(l);
  return p.aligned() ? launch_mma<T, true>(p) : launch_mma<T, false>(p);
}

// By the copy engine where it takes every matrix; `Cluster` blocks then share what one of them has
// fetched. Else by hand, in blocks alone.
template <class Gemm, unsigned Cluster, auto engine_kernel, auto hand_kernel, class P,
          class... Maps>
int32_t launch_wgmma(const P& p, unsigned clusters, unsigned tiles, const Maps&... maps) {
  if (!has_warpgroup_code(hand_kernel)) return code(hipErrorNoBinaryForGpu);
  const auto launch = [&](auto kernel, unsigned blocks, unsigned cluster) {
    return code(launch_in_clusters(kernel, dim3(blocks), dim3(Gemm::threads), Gemm::shared_bytes,
                                   p.stream, cluster, p.c, p.m, p.n, p.k, maps...));
  };
  const unsigned resident = multiprocessors();
  if ((maps.by_engine() && ...))
    return launch(engine_kernel, even_blocks(clusters, resident / Cluster) * Cluster, Cluster);
  return launch(hand_kernel, even_blocks(tiles, resident), 1);
}

template <class Gemm, unsigned Cluster, class P>
int32_t launch_wgmma_bf16(const P& p) {
  const TensorMap<typename Gemm::BoxA> map_a(p.a, p.m, p.k);
  const TensorMap<typename Gemm::BoxB> map_b(p.b, Gemm::turned_b ? p.n : p.k,
                                             Gemm::turned_b ? p.k : p.n);
  const TensorMap<typename Gemm::BoxC> map_c(p.c, p.m, p.n);
  const unsigned across = tiles_of(p.n, Gemm::columns);
  return launch_wgmma<Gemm, Cluster, wgmma_bf16_gemm<Gemm, Cluster, by_engine>,
                      wgmma_bf16_gemm<Gemm, 1, false>>(
      p, tiles_of(p.m, Gemm::Rows * Cluster) * across, tiles_of(p.m, Gemm::Rows) * across, map_a,
      map_b, map_c);
}

template <bool TurnedB, class Output>
int32_t wgmma_bf16(const hippuzzle_launch* l) {
  using namespace tiles;
  const Problem<Bf16, Output> p(l);
  using Large = WgmmaBf16Gemm<2, wgmma_span, wgmma_stages, wgmma_results, TurnedB, Output>;
  // Of a small tile, with nothing to do meanwhile, floats are written from registers, whole sectors
  // at a time; Bf16 would be half ones.
  constexpr unsigned results = sizeof(Output) == 2 ? wgmma_results : 0;
  using Small =
      WgmmaBf16Gemm<1, wgmma_bf16_small_columns, wgmma_bf16_small_stages, results, TurnedB, Output>;
  if (too_few(tiles_of(p.m, Large::Rows) * tiles_of(p.n, wgmma_span)))
    return launch_wgmma_bf16<Small, 1>(p);
  return launch_wgmma_bf16<Large, wgmma_cluster>(p);
}

// Cluster tiles of Span x 128 side by side.
template <unsigned Span, unsigned Stages, unsigned Cluster>
int32_t launch_wgmma_tf32(const Problem<float>& p) {
  using Gemm = WgmmaTf32Gemm<Span, Stages>;
  const TensorMap<typename Gemm::BoxA> map_a(p.a, p.m, p.k);
  const TensorMap<typename Gemm::BoxB> map_b(p.b, p.k, p.n);
  const unsigned down = tiles_of(p.m, Span);
  return launch_wgmma<Gemm, Cluster, wgmma_tf32_gemm<Span, Stages, Cluster>,
                      wgmma_tf32_gemm<Span, Stages, 1>>(
      p, down * tiles_of(p.n, Gemm::Columns * Cluster), down * tiles_of(p.n, Gemm::Columns), map_a,
      map_b);
}

inline int32_t wgmma_tf32(const hippuzzle_launch* l) {
  using namespace tiles;
  const Problem<float> p(l);
  if (too_few(tiles_of(p.m, wgmma_span) * tiles_of(p.n, 128)))
    return launch_wgmma_tf32<wgmma_small_span, wgmma_tf32_small_stages, 1>(p);
  return launch_wgmma_tf32<wgmma_span, wgmma_stages, wgmma_cluster>(p);
}

inline int32_t fp32_3xtf32(const hippuzzle_launch* l) {
  using Gemm = Fp32On3xTf32Gemm<tiles::three_stages>;
  constexpr auto kernel = fp32_3xtf32_gemm<tiles::three_stages>;
  if (!has_warpgroup_code(kernel)) return code(hipErrorNoBinaryForGpu);
  const Problem<float> p(l);
  const TensorMap<typename Gemm::BoxA> map_a(p.a, p.m, p.k);
  const TensorMap<typename Gemm::BoxB> map_b(p.b, p.k, p.n);
  const unsigned all = tiles_of(p.m, Gemm::Rows) * tiles_of(p.n, Gemm::Columns);
  return code(launch_in_clusters(kernel, dim3(even_blocks(all, multiprocessors())),
                                 dim3(Gemm::threads), Gemm::shared_bytes, p.stream, 1, p.c, p.m,
                                 p.n, p.k, map_a, map_b));
}

}  // namespace launchers
