#include "engine/runner/kernel_module.hpp"

#include <fmt/format.h>
#include <hippuzzle/ways.h>

#include <utility>

#include "engine/modules/optional_entry.hpp"
#include "support/outcome.hpp"

namespace hippuzzle {
namespace {

SharedLibrary open_kernel_module(const std::filesystem::path& path, const std::string& platform,
                                 const std::string& id) {
  require_note(path, HIPPUZZLE_KIND_KERNELS, platform, id);
  return SharedLibrary(path);
}

std::span<const hippuzzle_kernel> kernels_of(const SharedLibrary& library) {
  const auto& entry = library.entry<hippuzzle_kernels>(HIPPUZZLE_KERNELS_SYMBOL);
  const auto refuse = [&](const std::string& found) {
    throw Error(Outcome::load_failed,
                fmt::format("cannot use {}: {}", library.path().string(), found));
  };
  if (entry.kernel_size != sizeof(hippuzzle_kernel)) {
    refuse(
        fmt::format("its kernels are {} bytes, expected {}; build it again with this "
                    "hippuzzle's headers",
                    entry.kernel_size, sizeof(hippuzzle_kernel)));
  }
  const std::span kernels(entry.kernels, entry.kernel_count);
  for (const hippuzzle_kernel& kernel : kernels) {
    if ((kernel.prepare == nullptr) == (kernel.release == nullptr)) continue;
    refuse(
        fmt::format("its kernel '{}' has only one of prepare() and release(); bind both or "
                    "neither in bindings.hip",
                    kernel.variant));
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

void KernelModule::choose_way(const std::string& variant, const hippuzzle_extents& extents,
                              uint32_t number) const {
  const auto* entry = optional_entry<hippuzzle_way_choice>(library_, HIPPUZZLE_WAY_CHOICE_SYMBOL);
  if (entry != nullptr && entry->choose(variant.c_str(), &extents, number) == 0) return;
  throw Error(Outcome::load_failed,
              fmt::format("cannot use {}: it has no way {} to compute '{}'; build it again with "
                          "this hippuzzle's headers",
                          library_.path().string(), number, variant));
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
