// Launching the wgmma rungs: by the tensor copy engine, in clusters, or by hand.
#pragma once

#include "parts/problem.hpp"

namespace launchers {

// Whether the platform has a tensor copy engine at all.
constexpr bool by_engine = HIPPUZZLE_PLATFORM_NVIDIA;

// The copy engine fetches the tiles if it can fetch from every matrix; the blocks of a cluster then
// share what one of them has fetched. Else a warp copies by hand, in blocks without clusters.
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

}  // namespace launchers
