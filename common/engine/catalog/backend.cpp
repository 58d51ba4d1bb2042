#include "engine/catalog/backend.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace hippuzzle {
namespace {

Choice choose(const std::string& platform, const SearchPath& search_path, const std::string& id,
              int device) {
  Choice choice{.platform = platform, .candidate = std::nullopt, .why_not = ""};
  if (const auto missing = missing_hardware(platform)) {
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
    choice.candidate =
        Candidate{.platform = platform, .module = *module, .runtime = *runtime, .device = device};
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
  return std::nullopt;
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
                            const std::string& id, int device) {
  std::vector<Choice> result;
  if (backend == "auto") {
    for (const char* platform : platforms) {
      result.push_back(choose(platform, search_path, id, device));
    }
    return result;
  }
  require_platform(backend);
  result.push_back(choose(backend, search_path, id, device));
  return result;
}

}  // namespace hippuzzle
