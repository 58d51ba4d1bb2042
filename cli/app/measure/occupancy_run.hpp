// Occupancy of a puzzle's launches, from the compiled modules.
#pragma once

#include <hippuzzle/types.h>

#include <optional>
#include <string>
#include <vector>

#include "cli/app/learner/learner.hpp"
#include "engine/judge/catalog/catalog.hpp"
#include "engine/modules/search_path.hpp"
#include "engine/occupancy/launched_kernel.hpp"

namespace hippuzzle {

struct OccupancySettings {
  const hippuzzle_extents* extents = nullptr;  // of all variants; of each its example's
  std::vector<std::string> devices;      // by name; the default: architectures of the modules' code
  std::optional<unsigned> threads;       // of a block; as the puzzle launches it
  std::optional<unsigned> shared_bytes;  // that the launch adds; as the puzzle launches it
};

// Every kernel that these variants may launch, on each of the devices: the learner's, compiled if
// they changed, or without a learner the reference's. Throws Error(unsupported) when there is not a
// module for a GPU, or none with code for a device that was named, and Error(load_failed) when the
// learner's kernels do not compile.
std::vector<LaunchedKernel> occupancies(const std::vector<VariantRef>& refs,
                                        const OccupancySettings& settings,
                                        const SearchPath& search_path, Learner* learner);

// Blocks of a kernel that nobody compiled, with assumed registers, on the devices or on every known
// architecture.
std::vector<LaunchedKernel> occupancies_of_block(unsigned threads, unsigned shared_bytes,
                                                 const std::vector<std::string>& devices,
                                                 const SearchPath& search_path);

}  // namespace hippuzzle
