// Rung 12, mma-tf32: matrix cores, a warp at a time. A warp's tile of 64 x 64 outputs is 4 x 4
// fragments of 16 x 16. A tensor copy engine, if there is one, fetches the tiles
// (parts/mma_fed_gemm.hpp), else all warps copy (parts/mma_gemm.hpp).
//
// Floor: 16 k of Bf16 (8 of TF32) are 32 mma.sync of a warp, of which a matrix core of sm_90 takes
// one every 6 cycles, two thirds of wgmma's rate. They want 32 wavefronts of shared memory for
// fragments, and the copies write 12: for 8 warps 352 in 384 cycles. That is so near that every
// read beyond these costs: fragments are read by as few instructions as there are, and the
// multiplying warps issue no copies.
#include <hippuzzle/bfloat16.hpp>
#include <type_traits>

#include "parts/mma_fed_gemm.hpp"
#include "parts/mma_gemm.hpp"
#include "parts/problem.hpp"

namespace launchers {

template <class T, bool Aligned>
int32_t launch_mma(const Problem<T>& p) {
  using namespace tiles;
  constexpr bool bf16 = std::is_same_v<T, Bf16>;
  constexpr unsigned rows = bf16 ? mma_bf16_rows : mma_tf32_rows;
  constexpr unsigned columns = bf16 ? mma_bf16_columns : mma_tf32_columns;
  constexpr unsigned tile_k = bf16 ? mma_bf16_k : mma_tf32_k;
  constexpr unsigned stages = bf16 ? mma_bf16_stages : mma_tf32_stages;
  using Gemm = MmaGemm<T, rows, columns, tile_k, stages, Aligned>;
  constexpr auto kernel = mma_gemm<T, rows, columns, tile_k, stages, Aligned>;
  const unsigned all = tiles_of(p.m, rows) * tiles_of(p.n, columns);
  return code(launch_in_clusters(kernel, dim3(even_blocks(all, multiprocessors())),
                                 dim3(Gemm::threads), Gemm::shared_bytes, p.stream, 1,
                                 LaunchStart::behind, p.c, p.a, p.b, p.m, p.n, p.k));
}

// A tensor copy engine, if there is one, feeds the matrices whose rows it can fetch. The CPU
// platform emulates both ways, and takes the other one for a single tile, so that each is checked.
template <class T>
int32_t mma(const hippuzzle_launch* l) {
  using namespace tiles;
  constexpr unsigned tile_k = mma_row / sizeof(T);
  using Gemm = MmaFedGemm<T, mma_fed_rows, mma_fed_columns, tile_k, mma_fed_stages>;
  constexpr auto kernel = mma_fed_gemm<T, mma_fed_rows, mma_fed_columns, tile_k, mma_fed_stages>;
  const Problem<T> p(l);
  if (!p.aligned()) return launch_mma<T, false>(p);
  const unsigned all = tiles_of(p.m, mma_fed_rows) * tiles_of(p.n, mma_fed_columns);
  if (!has_warpgroup_code(kernel) || (HIPPUZZLE_PLATFORM_CPU && all == 1))
    return launch_mma<T, true>(p);
  const TensorMap<typename Gemm::BoxA> map_a(p.a, p.m, p.k);
  const TensorMap<typename Gemm::BoxB> map_b(p.b, p.k, p.n);
  return code(launch_in_clusters(kernel, dim3(even_blocks(all, multiprocessors())),
                                 dim3(Gemm::threads), Gemm::shared_bytes, p.stream, 1,
                                 LaunchStart::behind, p.c, p.m, p.n, p.k, map_a, map_b));
}

inline int32_t mma_tf32(const hippuzzle_launch* l) { return mma<float>(l); }

}  // namespace launchers
