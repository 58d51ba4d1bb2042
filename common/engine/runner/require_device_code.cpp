#include "engine/runner/require_device_code.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "engine/platforms/platforms.hpp"
#include "support/files/text_file.hpp"

namespace hippuzzle {
namespace {

// "gfx90a" of "gfx90a:sramecc+:xnack-", whose code may be for either setting.
std::string base_target(std::string_view architecture) {
  return std::string(architecture.substr(0, architecture.find(':')));
}

// Tells what to build so that there is code for the device.
std::string remedy(const Candidate& candidate, const std::string& target) {
  const Platform* platform = find_platform(candidate.platform);
  if (platform == nullptr || platform->architectures_option == nullptr) {
    return "build it again for this device";
  }
  return fmt::format("configure the build with -D {}, or native on this machine, and build again",
                     platform->build_option(target));
}

Error no_code(const Candidate& candidate, const hippuzzle_device_info& device,
              const std::string& found) {
  const std::string target = base_target(device.architecture);
  return {Outcome::unsupported,
          fmt::format("{} holds no code for {} ({}): {}; {}", candidate.module.filename().string(),
                      device.name, target, found, remedy(candidate, target))};
}

}  // namespace

void require_device_code(const Candidate& candidate, const hippuzzle_device_info& device) {
  const Platform* platform = find_platform(candidate.platform);
  if (platform == nullptr || platform->architectures_in == nullptr) return;
  const auto module = read_file(candidate.module);
  if (!module) return;  // said where it is opened
  const std::vector<std::string> targets = platform->architectures_in(*module);
  const std::string target = base_target(device.architecture);
  const auto serves = [&](const std::string& built) {
    return built == target || built.ends_with("-generic");  // for a family; the runtime knows which
  };
  if (targets.empty() || std::ranges::any_of(targets, serves)) return;
  throw no_code(candidate, device, fmt::format("it was built for {}", fmt::join(targets, ", ")));
}

Error to_verdict(const DeviceError& error, const Candidate& candidate,
                 const hippuzzle_device_info& device) {
  constexpr int32_t no_binary_for_gpu = 209;  // hipErrorNoBinaryForGpu, under either vendor's name
  constexpr int32_t invalid_function = 98;    // hipErrorInvalidDeviceFunction: no code of its name
  const bool has_no_code = error.code() == no_binary_for_gpu ||
                           (error.code() == invalid_function && !is_simulated(candidate.platform));
  constexpr int32_t no_peer_access = 217;  // hipErrorPeerAccessUnsupported, as above
  if (error.code() == no_peer_access) {
    return {Outcome::unsupported,
            fmt::format("it needs devices that reach each other's memory, and the devices here do "
                        "not ({}); it also runs on one device alone",
                        error.what())};
  }
  return has_no_code ? no_code(candidate, device, error.what())
                     : Error(Outcome::crashed, error.what());
}

}  // namespace hippuzzle
