#include "cli/app/run/run_settings.hpp"

#include <algorithm>
#include <cmath>

namespace hippuzzle {

RunOptions run_options(const RunSettings& settings) {
  RunOptions options;
  options.seed = settings.seed;
  options.timeout = in_milliseconds(settings.timeout_seconds);
  return options;
}

std::chrono::milliseconds in_milliseconds(double seconds) {
  return std::chrono::milliseconds(std::max<int64_t>(1, std::llround(seconds * 1000)));
}

WantedDevice wanted_device(const RunSettings& settings) {
  return {.number = settings.device, .emulated = settings.emulate, .seed = settings.seed};
}

}  // namespace hippuzzle
