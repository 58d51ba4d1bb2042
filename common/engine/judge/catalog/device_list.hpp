// The devices of this machine: each platform's, or why it has none.
#pragma once

#include <string>
#include <vector>

#include "engine/modules/search_path.hpp"

namespace hippuzzle {

struct DeviceDescription {
  std::string name;          // "NVIDIA H200"
  std::string architecture;  // "sm_90"
  std::string driver;        // "CUDA 13.0"
  int multiprocessors;
};

struct PlatformDescription {
  std::string platform;
  std::string toolkit;  // that built hippuzzle's runtime for it; "" when not known
  std::vector<DeviceDescription> devices;
  std::string why_unusable;           // one sentence when there is no device
  std::vector<std::string> emulated;  // targets of GPUs that can be emulated: "gfx90a"
};

// Every platform, in the order of `--backend auto`. A GPU's runtime is loaded in a process of its
// own and only where its device nodes exist.
std::vector<PlatformDescription> describe_platforms(const SearchPath& search_path);

// One of them.
PlatformDescription describe_platform(const std::string& platform, const SearchPath& search_path);

// The names of devices whose data sheets are shipped (configs/devices), sorted: "a100".
std::vector<std::string> devices_by_data_sheet(const SearchPath& search_path);

}  // namespace hippuzzle
