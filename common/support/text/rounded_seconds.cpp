#include "support/text/rounded_seconds.hpp"

#include <fmt/format.h>

#include <cmath>

namespace hippuzzle {

std::string rounded_seconds(std::chrono::milliseconds time) {
  const double seconds = static_cast<double>(time.count()) / 1000;
  return fmt::format("{:g}", seconds < 10 ? std::round(seconds * 100) / 100 : std::round(seconds));
}

}  // namespace hippuzzle
