// Launching the wgmma rungs: by the tensor copy engine, in clusters, or by hand.
#pragma once

#include "parts/problem.hpp"
#include "parts/way.hpp"

namespace launchers {

// Whether the platform has a tensor copy engine at all.
constexpr bool by_engine = HIPPUZZLE_PLATFORM_NVIDIA;

// Of the device whose model chooses a rung's way. The CPU platform takes an H200's, so that what
// runs there is run and checked here.
inline unsigned modelled_multiprocessors() {
  return HIPPUZZLE_PLATFORM_CPU ? 132 : multiprocessors();
}

// The copy engine fetches the tiles if it can fetch from every matrix; the blocks of a cluster then
// share what one of them has fetched. Else a warp copies by hand, in blocks without clusters.
// Kernels: engine and hand, and the same that add slices of k in C, engine_split and hand_split.
template <class Gemm, unsigned Cluster, class Kernels, class P, class... Maps>
int32_t launch_wgmma(const P& p, unsigned clusters, unsigned tiles, unsigned slices,
                     const Maps&... maps) {
  if (!has_warpgroup_code(Kernels::hand)) return code(hipErrorNoBinaryForGpu);
  if (slices > 1) {
    const hipError_t error = hipMemsetAsync(p.c, 0, std::size_t{p.m} * p.n * sizeof *p.c, p.stream);
    if (error != hipSuccess) return code(error);
  }
  const auto launch = [&](auto kernel, unsigned blocks, unsigned cluster) {
    return code(launch_in_clusters(kernel, dim3(blocks), dim3(Gemm::threads), Gemm::shared_bytes,
                                   p.stream, cluster, p.c, p.m, p.n, p.k, slices, maps...));
  };
  const unsigned resident = multiprocessors();
  const bool is_split = slices > 1;
  if ((maps.by_engine() && ...)) {
    return launch(is_split ? Kernels::engine_split : Kernels::engine,
                  even_blocks(clusters * slices, resident / Cluster) * Cluster, Cluster);
  }
  return launch(is_split ? Kernels::hand_split : Kernels::hand,
                even_blocks(tiles * slices, resident), 1);
}

}  // namespace launchers
