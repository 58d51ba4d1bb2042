#include "engine/judge/catalog/backend.hpp"

#include <fmt/format.h>

#include <fmt/ranges.h>

#include <algorithm>

#include "support/files/text_file.hpp"

namespace hippuzzle {
namespace {

// Puts an emulated device in a candidate's place of one. Returns why it cannot, "" when it can.
std::string emulate(const WantedDevice& device, const SearchPath& search_path,
                    Candidate& candidate) {
  const auto emulator = emulator_of(emulated_platform(), search_path);
  if (!emulator) {
    return "this hippuzzle was built without its emulator of AMD GPUs; build it where LLVM's "
           "disassembler is installed with its headers (Debian 12: llvm-15-dev; later ones and "
           "Ubuntu: llvm-dev)";
  }
  const std::vector<std::string> targets =
      emulated_platform().architectures_in(read_file(candidate.module).value_or(""));
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
        "{} holds no code for {}: it was built for {}; configure the build with -D {} and "
        "build again",
        candidate.module.filename().string(), target, fmt::join(targets, ", "),
        emulated_platform().build_option(target));
  }
  candidate.emulator = *emulator;
  candidate.target = target;
  candidate.seed = device.seed;
  return "";
}

Choice choose(const std::string& platform, const SearchPath& search_path, const std::string& id,
              const WantedDevice& device) {
  Choice choice{.platform = platform, .candidate = std::nullopt, .why_not = ""};
  const bool is_emulated = device.emulated.has_value() && platform == emulated_platform().name;
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
  const Platform* known = find_platform(platform);
  return known == nullptr ? std::nullopt : known->missing_hardware();
}

std::optional<std::filesystem::path> emulator_of(const Platform& platform,
                                                 const SearchPath& search_path) {
  return platform.emulator == nullptr ? std::nullopt : search_path.shipped(platform.emulator);
}

uint32_t device_warp_lanes(const Candidate& candidate) {
  const Platform& platform = *find_platform(candidate.platform);
  if (!candidate.target.empty()) return platform.warp_lanes(candidate.target);
  const std::vector<std::string> here = platform.architectures_here();
  const auto device = static_cast<size_t>(candidate.device);
  return platform.warp_lanes(device < here.size() ? here[device] : "");
}

std::string hardware(const std::string& platform) {
  const Platform* known = find_platform(platform);
  const auto targets = known == nullptr ? std::vector<std::string>{} : known->architectures_here();
  return targets.empty() ? platform : fmt::format("{} ({})", platform, fmt::join(targets, ", "));
}

std::string not_built(const std::string& platform) {
  return fmt::format(
      "this hippuzzle was built without the platform '{}'; build it where its "
      "compiler is installed",
      platform);
}

void require_platform(const std::string& backend) {
  if (find_platform(backend) == nullptr) {
    throw Error(Outcome::usage, fmt::format("there is no backend '{}'; choose auto, {}", backend,
                                            platform_words()));
  }
}

std::vector<Choice> choices(const std::string& backend, const SearchPath& search_path,
                            const std::string& id, const WantedDevice& device) {
  std::vector<Choice> result;
  if (backend == "auto") {
    for (const Platform& platform : platforms()) {
      result.push_back(choose(platform.name, search_path, id, {.number = device.number}));
    }
    return result;
  }
  require_platform(backend);
  result.push_back(choose(backend, search_path, id, device));
  return result;
}

}  // namespace hippuzzle
