#include "cli/app/run/run_options.hpp"

namespace hippuzzle {

RunOptions run_options(const RunSettings& settings) {
  RunOptions options;
  options.seed = settings.seed;
  options.timeout =
      std::chrono::milliseconds(static_cast<int64_t>(settings.timeout_seconds * 1000 + 0.5));
  return options;
}

WantedDevice wanted_device(const RunSettings& settings) {
  return {.number = settings.device, .emulated = settings.emulate, .seed = settings.seed};
}

}  // namespace hippuzzle
