// Launching the wgmma rungs: in clusters, fed by the tensor copy engine.
#pragma once

#include <algorithm>

#include "parts/aligned_inputs.hpp"
#include "parts/chosen_way.hpp"
#include "parts/problem.hpp"
#include "parts/split_k.hpp"
#include "parts/way_questions.hpp"

namespace launchers {

// Multiprocessors of the device whose model chooses a rung's way. The CPU platform takes an H200's,
// so that an H200's choice is also run and checked here.
inline unsigned modelled_multiprocessors() {
  return HIPPUZZLE_PLATFORM_CPU ? 132 : multiprocessors();
}

// `clusters` of tiles, with k in one piece, or in slices that the kernel adds in C where a last
// round is not full. inputs: the AlignedInputs. maps: the maps of A, B and further operands.
template <class Gemm, unsigned Cluster, class Kernel, class P, class Inputs, class... Maps>
int32_t launch_wgmma(Kernel kernel, const P& p, const Inputs& inputs, unsigned clusters,
                     unsigned slices, const Maps&... maps) {
  if (!has_warpgroup_code(kernel)) return code(hipErrorNoBinaryForGpu);
  if (const hipError_t error = clear_for(slices, p); error != hipSuccess) return code(error);
  const unsigned resident = multiprocessors() / Cluster;
  const KSlices how = k_slices(clusters, resident, slices);
  // With slices all that run at once take part: where a last round begins follows from that.
  const unsigned items = work_items(clusters, how);
  const unsigned at_once = slices > 1 ? std::min(items, resident) : even_blocks(items, resident);
  return code(launch_in_clusters(
      kernel, dim3(at_once * Cluster), dim3(Gemm::threads), Gemm::shared_bytes, p.stream, Cluster,
      slices > 1 ? LaunchStart::early : inputs.start(), p.c, p.m, p.n, p.k, how, maps...));
}

}  // namespace launchers
