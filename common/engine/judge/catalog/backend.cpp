#include "engine/judge/catalog/backend.hpp"

#include <fmt/format.h>

#include <fmt/ranges.h>

#include <algorithm>

#include "engine/judge/catalog/amd_topology.hpp"
#include "engine/modules/amd_targets.hpp"
#include "support/files/text_file.hpp"

namespace hippuzzle {
namespace {

// Puts an emulated device in a candidate's place of one. Returns why it cannot, "" when it can.
std::string emulate(const WantedDevice& device, const SearchPath& search_path,
                    Candidate& candidate) {
  const auto emulator = amd_emulator(search_path);
  if (!emulator) {
    return "this hippuzzle was built without its emulator of AMD GPUs; build it where LLVM's "
           "disassembler is installed with its headers (Debian 12: llvm-15-dev; later ones and "
           "Ubuntu: llvm-dev)";
  }
  const std::vector<std::string> targets = amd_targets_in(read_file(candidate.module).value_or(""));
  const std::string target =
      device.emulated->empty() && !targets.empty() ? targets.front() : *device.emulated;
  if (target.empty()) {
    return fmt::format(
        "{} does not say which GPUs it was built for, as where its code is compressed; name the "
        "GPU "
        "to emulate",
        candidate.module.filename().string());
  }
  if (!targets.empty() && std::ranges::find(targets, target) == targets.end()) {
    return fmt::format(
        "{} holds no code for {}: it was built for {}; configure the build with -D "
        "HIPPUZZLE_AMD_TARGETS={} and build again",
        candidate.module.filename().string(), target, fmt::join(targets, ", "), target);
  }
  candidate.emulator = *emulator;
  candidate.target = target;
  candidate.seed = device.seed;
  return "";
}

Choice choose(const std::string& platform, const SearchPath& search_path, const std::string& id,
              const WantedDevice& device) {
  Choice choice{.platform = platform, .candidate = std::nullopt, .why_not = ""};
  const bool is_emulated = device.emulated.has_value() && platform == "amd";
  if (const auto missing = missing_hardware(platform); missing && !is_emulated) {
    choice.why_not = *missing;
    return choice;
  }
  const auto module = search_path.kernel_module(platform, id);
  const auto runtime = search_path.device_runtime(platform);
  if (!runtime) {
    choice.why_not = not_built(platform);
  } else if (!module) {
    choice.why_not = fmt::format(
        "there is no {}/{}.so in {}; {}", platform, id, search_path.describe(),
        search_path.in_build_tree() ? "`./dev build` builds it"
                                    : fmt::format("build the puzzle for '{}'", platform));
  } else {
    choice.candidate = Candidate{
        .platform = platform, .module = *module, .runtime = *runtime, .device = device.number};
    if (is_emulated) choice.why_not = emulate(device, search_path, *choice.candidate);
    if (!choice.why_not.empty()) choice.candidate.reset();
  }
  return choice;
}

}  // namespace

std::optional<std::string> missing_hardware(const std::string& platform) {
  struct Node {
    const char* platform;
    const char* path;
    const char* sentence;
  };
  static constexpr Node nodes[] = {
      {"nvidia", "/dev/nvidiactl",
       "no NVIDIA GPU is visible (/dev/nvidiactl does not exist); needs a GPU and its driver"},
      {"amd", "/dev/kfd",
       "no AMD GPU is visible (/dev/kfd does not exist); needs a GPU and the amdgpu driver"}};
  for (const Node& node : nodes) {
    std::error_code ignored;
    if (node.platform == platform && !std::filesystem::exists(node.path, ignored)) {
      return node.sentence;
    }
  }
  if (platform == "amd") {
    // A GPU that is there and not allowed has no readable node; so the topology has the say only
    // where it names processors alone.
    if (const auto targets = amd_targets(); targets && targets->empty()) {
      return fmt::format(
          "no AMD GPU that the driver computes on is here ({} names processors only); needs one",
          amd_topology_folder);
    }
  }
  return std::nullopt;
}

std::optional<std::filesystem::path> amd_emulator(const SearchPath& search_path) {
  return search_path.shipped("libhippuzzle_amd_emulator.so");
}

std::string hardware(const std::string& platform) {
  if (platform == "amd") {
    const auto targets = amd_targets().value_or(std::vector<std::string>{});
    if (!targets.empty()) return fmt::format("amd ({})", fmt::join(targets, ", "));
  }
  return platform;
}

std::string not_built(const std::string& platform) {
  return fmt::format(
      "this hippuzzle was built without the platform '{}'; build it where its "
      "compiler is installed",
      platform);
}

void require_platform(const std::string& backend) {
  if (std::ranges::find(platforms, backend) == platforms.end()) {
    throw Error(Outcome::usage,
                fmt::format("there is no backend '{}'; choose auto, cpu, nvidia or amd", backend));
  }
}

std::vector<Choice> choices(const std::string& backend, const SearchPath& search_path,
                            const std::string& id, const WantedDevice& device) {
  std::vector<Choice> result;
  if (backend == "auto") {
    for (const char* platform : platforms) {
      result.push_back(choose(platform, search_path, id, {.number = device.number}));
    }
    return result;
  }
  require_platform(backend);
  result.push_back(choose(backend, search_path, id, device));
  return result;
}

}  // namespace hippuzzle
