#include "engine/judge/catalog/device_list.hpp"

#include <fmt/format.h>

#include "engine/judge/catalog/backend.hpp"
#include "engine/judge/child/child_runner.hpp"
#include "support/files/text_file.hpp"
#include "support/text/toml.hpp"

namespace hippuzzle {
namespace {

constexpr std::chrono::seconds patience{30};  // a GPU's runtime may take seconds to wake a device

// Stores the runner's list.
struct Listing {
  PlatformDescription& description;
  bool answered = false;

  void take(const DeviceFound& device) {
    description.toolkit = device.toolkit;
    description.devices.push_back({.name = device.name,
                                   .architecture = device.architecture,
                                   .driver = device.driver,
                                   .multiprocessors = device.multiprocessors});
  }

  void take(const Failed& failed) {
    description.why_unusable = failed.sentence;
    answered = true;
  }

  void take(const Done&) { answered = true; }
};

}  // namespace

PlatformDescription describe_platform(const std::string& platform, const SearchPath& search_path) {
  PlatformDescription description{
      .platform = platform, .toolkit = "", .devices = {}, .why_unusable = "", .emulated = {}};
  const auto runtime = search_path.device_runtime(platform);
  const Platform* known = find_platform(platform);
  if (known != nullptr && runtime && emulator_of(*known, search_path))
    description.emulated = known->architectures_in(read_file(*runtime).value_or(""));
  if (const auto missing = missing_hardware(platform)) {
    description.why_unusable = *missing;
    return description;
  }
  if (!runtime) {
    description.why_unusable = not_built(platform);
    return description;
  }
  const Job job{.candidate = {.platform = platform, .runtime = *runtime}, .task = ListDevices{}};
  Listing listing{description};
  run_in_child(job, SharedMemory(0), patience,
               [&](const Event& event) { hand_to(listing, event); });
  if (!listing.answered)
    description.why_unusable = "its runtime crashed or hung when asked for devices";
  return description;
}

std::vector<PlatformDescription> describe_platforms(const SearchPath& search_path) {
  std::vector<PlatformDescription> descriptions;
  for (const Platform& platform : platforms()) {
    descriptions.push_back(describe_platform(platform.name, search_path));
  }
  return descriptions;
}

std::vector<std::string> devices_by_data_sheet(const SearchPath& search_path) {
  return toml_names_in(search_path.shared_data() / "devices");
}

}  // namespace hippuzzle
