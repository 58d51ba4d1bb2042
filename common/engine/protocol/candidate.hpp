// The kernels that run, and their device.
#pragma once

#include <hippuzzle/types.h>

#include <cstdint>
#include <filesystem>
#include <string>

#include "engine/results/fields.hpp"

namespace hippuzzle {

struct Candidate {
  std::string platform = {};           // "cpu", "nvidia", "amd"
  std::filesystem::path module = {};   // of kernels, absolute; "" where a platform is meant
  std::filesystem::path runtime = {};  // of the platform's device runtime, absolute
  int device = 0;
  // The emulated GPU: the library that stands in for its vendor's runtime, absolute, which target
  // it is, and the seed of the order in which its waves take turns.
  std::filesystem::path emulator = {};
  std::string target = {};
  uint64_t seed = 1;

  bool operator==(const Candidate&) const = default;
};
HIPPUZZLE_FIELDS(Candidate, platform, module, runtime, device, emulator, target, seed)

// The side of the tile that kernels are compiled for at these extents; 0 for the usual one.
inline uint64_t tile_of(const hippuzzle_extents& extents) {
  return extents.n[HIPPUZZLE_TILE_EXTENT];
}

// The module whose kernels are compiled for tiles of this side: next to p16.so p16.tile16.so, next
// to p16.check.so p16.tile16.check.so. 0: the module itself.
inline std::filesystem::path module_of_tile(const std::filesystem::path& module, uint64_t tile) {
  if (tile == 0) return module;
  std::string name = module.filename();
  name.insert(name.find('.'), ".tile" + std::to_string(tile));
  return module.parent_path() / name;
}

}  // namespace hippuzzle
