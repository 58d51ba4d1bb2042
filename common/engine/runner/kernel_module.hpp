// A candidate: kernel modules, opened in the runner and checked.
#pragma once

#include <hippuzzle/kernels.h>

#include <cstdint>
#include <filesystem>
#include <map>
#include <span>
#include <string>

#include "engine/modules/shared_library.hpp"
#include "engine/protocol/candidate.hpp"

namespace hippuzzle {

class KernelModule {
 public:
  // Throws Error(load_failed) when the module is refused.
  KernelModule(const std::filesystem::path& path, const std::string& platform,
               const std::string& id);

  // The kernel that answers a variant. Throws Error(load_failed) when the module has none.
  const hippuzzle_kernel& kernel(const std::string& variant) const;

  // Makes later launches go that way (hippuzzle/ways.h). Throws Error(load_failed) when the module
  // knows no ways.
  void choose_way(const std::string& variant, const hippuzzle_extents& extents,
                  uint32_t number) const;

 private:
  SharedLibrary library_;
  std::span<const hippuzzle_kernel> kernels_;
};

// A candidate's modules: the usual tile's, and one for each other requested tile, opened
// on request.
class KernelModules {
 public:
  // Throws Error(load_failed) when the usual module is refused.
  KernelModules(const Candidate& candidate, std::string puzzle);

  // The kernel that answers a variant at these extents. Throws Error(load_failed).
  const hippuzzle_kernel& kernel(const std::string& variant, const hippuzzle_extents& extents);

  // As of the usual tile's module.
  void choose_way(const std::string& variant, const hippuzzle_extents& extents,
                  uint32_t number) const {
    by_tile_.at(0).choose_way(variant, extents, number);
  }

 private:
  const Candidate& candidate_;
  std::string puzzle_;
  std::map<uint64_t, KernelModule> by_tile_;
};

}  // namespace hippuzzle
