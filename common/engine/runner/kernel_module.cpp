#include "engine/runner/kernel_module.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <cstring>
#include <utility>

#include "support/outcome.hpp"

namespace hippuzzle {
namespace {

SharedLibrary open_kernel_module(const std::filesystem::path& path, const std::string& platform,
                                 const std::string& id) {
  require_note(path, HIPPUZZLE_KIND_KERNELS, platform, id);
  return SharedLibrary(path);
}

// Members that an older module lacks are null.
std::vector<hippuzzle_kernel> kernels_of(const SharedLibrary& library) {
  const auto& entry = library.entry<hippuzzle_kernels>(HIPPUZZLE_KERNELS_SYMBOL);
  constexpr uint32_t least = offsetof(hippuzzle_kernel, scatter);
  if (entry.kernel_size < least) {
    throw Error(Outcome::load_failed,
                fmt::format("cannot use {}: its kernels are {} bytes, expected at least {}; build "
                            "it again with this hippuzzle's headers",
                            library.path().string(), entry.kernel_size, least));
  }
  std::vector<hippuzzle_kernel> kernels(entry.kernel_count);
  const auto* from = reinterpret_cast<const std::byte*>(entry.kernels);
  for (hippuzzle_kernel& kernel : kernels) {
    std::memcpy(&kernel, from, std::min<size_t>(entry.kernel_size, sizeof kernel));
    from += entry.kernel_size;
  }
  return kernels;
}

}  // namespace

KernelModule::KernelModule(const std::filesystem::path& path, const std::string& platform,
                           const std::string& id)
    : library_(open_kernel_module(path, platform, id)), kernels_(kernels_of(library_)) {}

const hippuzzle_kernel& KernelModule::kernel(const std::string& variant) const {
  for (const hippuzzle_kernel& kernel : kernels_) {
    if (kernel.variant == variant && kernel.launch != nullptr) return kernel;
  }
  throw Error(Outcome::load_failed,
              fmt::format("cannot use {}: it has no kernel for the variant '{}'; bind one in "
                          "bindings.hip",
                          library_.path().string(), variant));
}

KernelModules::KernelModules(const Candidate& candidate, std::string puzzle)
    : candidate_(candidate), puzzle_(std::move(puzzle)) {
  by_tile_.try_emplace(0, candidate_.module, candidate_.platform, puzzle_);
}

const hippuzzle_kernel& KernelModules::kernel(const std::string& variant,
                                              const hippuzzle_extents& extents) {
  const uint64_t tile = tile_of(extents);
  auto found = by_tile_.find(tile);
  if (found == by_tile_.end()) {
    const std::filesystem::path module = module_of_tile(candidate_.module, tile);
    if (tile != 0 && !std::filesystem::exists(module)) {
      throw Error(Outcome::load_failed,
                  fmt::format("there is no {}, the kernels for tiles of {}; build the puzzle with "
                              "{} among the HIPPUZZLE_TILES of its config.hpp",
                              module.string(), tile, tile));
    }
    found = by_tile_.try_emplace(tile, module, candidate_.platform, puzzle_).first;
  }
  return found->second.kernel(variant);
}

}  // namespace hippuzzle
