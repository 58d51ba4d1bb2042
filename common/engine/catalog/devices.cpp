#include "engine/catalog/devices.hpp"

#include <fmt/format.h>

#include "engine/catalog/backend.hpp"
#include "engine/process/child_runner.hpp"

namespace hippuzzle {
namespace {

constexpr std::chrono::seconds patience{30};  // a GPU's runtime may take seconds to wake a device

}  // namespace

PlatformDescription describe_platform(const std::string& platform, const SearchPath& search_path) {
  PlatformDescription description{platform, "", {}, ""};
  if (const auto missing = missing_hardware(platform)) {
    description.why_unusable = *missing;
    return description;
  }
  const auto runtime = search_path.device_runtime(platform);
  if (!runtime) {
    description.why_unusable = not_built(platform);
    return description;
  }
  Job job;
  job.platform = platform;
  job.runtime = *runtime;
  bool answered = false;
  run_in_child(job, SharedMemory(0), patience, [&](const Event& event) {
    switch (event.kind) {
      case Event::Kind::device:
        description.toolkit = event.toolkit;
        description.devices.push_back(
            {event.device_name, event.architecture, event.driver, event.multiprocessors});
        break;
      case Event::Kind::failed:
        description.why_unusable = event.sentence;
        [[fallthrough]];
      default:
        answered = true;
    }
  });
  if (!answered) description.why_unusable = "its runtime crashed or hung when asked for devices";
  return description;
}

std::vector<PlatformDescription> describe_platforms(const SearchPath& search_path) {
  std::vector<PlatformDescription> descriptions;
  for (const char* platform : platforms) {
    descriptions.push_back(describe_platform(platform, search_path));
  }
  return descriptions;
}

}  // namespace hippuzzle
