#include "cli/app/measure/occupancy_run.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <filesystem>
#include <map>
#include <set>

#include "cli/report/advice_text.hpp"
#include "cli/terminal/screen/logging.hpp"
#include "engine/judge/cases/cases.hpp"
#include "engine/judge/cases/size.hpp"
#include "engine/occupancy/bound_kernels.hpp"
#include "engine/occupancy/residency.hpp"
#include "engine/platforms/platforms.hpp"

namespace hippuzzle {
namespace {

// A platform's module and its contents.
struct Module {
  std::filesystem::path file;
  std::vector<KernelResources> kernels;

  std::set<std::string> targets() const {
    std::set<std::string> all;
    for (const KernelResources& kernel : kernels) all.insert(kernel.target);
    return all;
  }
};

using Modules = std::map<std::string, Module>;  // by platform

// The reference's modules that were built, or the learner's, each compiled where it can be.
// Throws Error(unsupported) where none of a learner's can.
Modules modules_of(const std::string& puzzle, const SearchPath& search_path, Learner* learner) {
  Modules modules;
  std::vector<std::string> why_not;  // a sentence for each platform
  for (const Platform& platform : platforms()) {
    if (platform.is_simulated) continue;
    if (learner == nullptr) {
      if (const auto file = search_path.kernel_module(platform.name, puzzle))
        modules[platform.name] = {*file, read_kernel_resources(*file)};
      continue;
    }
    try {
      const std::filesystem::path file = learner->modules().module_for(platform.name, puzzle);
      modules[platform.name] = {file, read_kernel_resources(file)};
    } catch (const Error& error) {
      if (error.outcome() != Outcome::unsupported) throw;
      why_not.push_back(in_words(error));
    }
  }
  if (learner != nullptr && modules.empty()) {
    for (const std::string& reason : why_not) logging::info("{}", reason);
    throw Error(Outcome::unsupported,
                "occupancy is read from kernels compiled for a GPU, and yours cannot be compiled "
                "for one here; --solution shows the reference's, if they are built");
  }
  return modules;
}

// The module of the same kernels for tiles of this side.
Module compiled_for(uint64_t tile, const Module& usual, const std::string& platform,
                    const std::string& puzzle, Learner* learner) {
  if (tile == 0) return usual;
  if (learner != nullptr) {
    learner->modules().compile_tiles({.platform = platform, .module = usual.file}, puzzle, {tile});
  }
  const std::filesystem::path file = module_of_tile(usual.file, tile);
  if (!std::filesystem::exists(file)) {
    throw Error(Outcome::unsupported,
                fmt::format("there is no {}, the kernels for tiles of {}; `./dev build` makes it",
                            file.string(), tile));
  }
  return {file, read_kernel_resources(file)};
}

// The code that the device runs: of NVIDIA's targets the latest that it can.
std::string target_for(const Multiprocessor& device, const Module& module) {
  std::string best;
  for (const std::string& target : module.targets()) {
    const auto is_later = [&] { return target.size() > best.size() || target > best; };
    if (runs(device.architecture, target) && (best.empty() || is_later())) best = target;
  }
  return best;
}

Error no_module(const std::string& puzzle, const Platform& platform) {
  return {Outcome::unsupported,
          fmt::format("{} has no module for {}, from which occupancy is read; `./dev build` "
                      "builds one if it finds {}",
                      puzzle, platform.name, platform.compiler)};
}

Error no_code(const Multiprocessor& device, const Module& module) {
  return {Outcome::unsupported,
          fmt::format("{} has code for {}, none that runs on {}; build it with -D {}",
                      module.file.string(), fmt::join(module.targets(), ", "), device.architecture,
                      platform_of(device.architecture).build_option(device.architecture))};
}

std::vector<Multiprocessor> devices_of(const std::vector<std::string>& names,
                                       const Modules& modules, const std::string& puzzle,
                                       const SearchPath& search_path) {
  std::vector<Multiprocessor> devices;
  for (const std::string& name : names) {
    const Multiprocessor& device = devices.emplace_back(multiprocessor_of(search_path, name));
    const Platform& platform = platform_of(device.architecture);
    const auto module = modules.find(platform.name);
    if (module == modules.end()) throw no_module(puzzle, platform);
    if (target_for(device, module->second).empty()) throw no_code(device, module->second);
  }
  if (!names.empty()) return devices;

  const std::vector<std::string> known = known_architectures(search_path);
  for (const auto& [platform, module] : modules) {
    for (const std::string& target : module.targets()) {
      if (std::ranges::find(known, target) != known.end())
        devices.push_back(multiprocessor_of(search_path, target));
    }
  }
  if (modules.empty()) {
    throw Error(Outcome::unsupported,
                fmt::format("{} has no kernels compiled for a GPU, from which occupancy is read; "
                            "`./dev build` compiles them if it finds nvcc or hipcc",
                            puzzle));
  }
  if (devices.empty()) {
    const auto& [platform, module] = *modules.begin();
    throw Error(Outcome::unsupported,
                fmt::format("{} has code for {}, of which nothing is known here; name a device",
                            module.file.string(), fmt::join(module.targets(), ", ")));
  }
  return devices;
}

// The kernels of a module's code for one target.
std::vector<KernelResources> kernels_for(const Module& module, const std::string& target) {
  std::vector<KernelResources> kernels;
  std::set<std::string> names;
  for (const KernelResources& kernel : module.kernels) {
    if (kernel.target == target && names.insert(kernel.name).second) kernels.push_back(kernel);
  }
  return kernels;
}

// The configuration in which the puzzle launches the kernel. If blocks are smaller for smaller
// tiles, each kernel was compiled for its own.
hippuzzle_launch_configuration launch_of(const hippuzzle_variant& variant,
                                         const hippuzzle_extents& extents,
                                         const KernelResources& kernel,
                                         const OccupancySettings& settings) {
  hippuzzle_launch_configuration launch = variant.configure(&extents);
  const hippuzzle_dim3& block = launch.block;
  const unsigned threads = settings.threads.value_or(block.x * block.y * block.z);
  const bool too_many = kernel.most_threads != 0 && threads > kernel.most_threads;
  if (too_many && !settings.threads) launch.block = {kernel.most_threads, 1, 1};
  if (settings.threads) launch.block = {*settings.threads, 1, 1};
  launch.shared_bytes = settings.shared_bytes.value_or(launch.shared_bytes);
  return launch;
}

}  // namespace

std::vector<LaunchedKernel> occupancies(const std::vector<VariantRef>& refs,
                                        const OccupancySettings& settings,
                                        const SearchPath& search_path, Learner* learner) {
  const std::string puzzle = refs.front().puzzle->id();
  const Modules modules = modules_of(puzzle, search_path, learner);
  std::vector<LaunchedKernel> all;
  for (const Multiprocessor& device : devices_of(settings.devices, modules, puzzle, search_path)) {
    const std::string platform = platform_of(device.architecture).name;
    for (const VariantRef& ref : refs) {
      hippuzzle_extents at = settings.extents ? *settings.extents : ref.variant->example;
      at = for_warps_of(device.warp_size, *ref.variant, at);
      if (const auto why_not = refusal(*ref.variant, at)) throw Error(Outcome::usage, *why_not);
      if (settings.extents) at = with_tile(*ref.variant, at);
      const Module module =
          compiled_for(tile_of(at), modules.at(platform), platform, puzzle, learner);
      const auto kernels = kernels_for(module, target_for(device, module));
      std::vector<std::string> names;
      for (const KernelResources& kernel : kernels) names.push_back(kernel.name);
      const auto launched = launched_kernels(module.file, ref.variant->name, names);
      for (const KernelResources& kernel : kernels) {
        if (std::ranges::find(launched, kernel.name) == launched.end()) continue;
        const auto launch = launch_of(*ref.variant, at, kernel, settings);
        const unsigned threads = launch.block.x * launch.block.y * launch.block.z;
        all.push_back({ref.flag, size_text(at, *ref.variant), platform,
                       short_kernel_name(kernel.name), kernel, launch, device,
                       occupancy_of(kernel, threads, launch.shared_bytes, device)});
      }
    }
  }
  return all;
}

std::vector<LaunchedKernel> occupancies_of_block(unsigned threads, unsigned shared_bytes,
                                                 const std::vector<std::string>& devices,
                                                 const SearchPath& search_path) {
  std::vector<LaunchedKernel> all;
  for (Residency& on : residencies(search_path, threads, shared_bytes, devices)) {
    LaunchedKernel& kernel = all.emplace_back();
    kernel.resources = {.target = on.device.architecture, .registers = assumed_registers};
    kernel.launch = {};
    kernel.launch.block = {threads, 1, 1};
    kernel.launch.shared_bytes = shared_bytes;
    kernel.device = std::move(on.device);
    kernel.occupancy = std::move(on.occupancy);
  }
  return all;
}

}  // namespace hippuzzle
