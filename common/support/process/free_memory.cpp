#include "support/process/free_memory.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <fstream>
#include <iterator>
#include <limits>

namespace hippuzzle {
namespace {

constexpr double unlimited = std::numeric_limits<double>::infinity();

// The number after a word of a file; `unlimited` when it is not there, or no number ("max").
double number_in(const char* file, const std::string& word) {
  std::ifstream in(file);
  for (std::string found; !word.empty() && found != word;) {
    if (!(in >> found)) return unlimited;
  }
  double number = 0;
  return in >> number ? number : unlimited;
}

}  // namespace

double free_memory() {
  const double available = 1024 * number_in("/proc/meminfo", "MemAvailable:");
  const double limit = number_in("/sys/fs/cgroup/memory.max", "");
  if (limit == unlimited) return available;
  const double used = number_in("/sys/fs/cgroup/memory.current", "");
  return std::min(available, std::max(limit - (used == unlimited ? 0 : used), 0.0));
}

std::string bytes_text(double bytes) {
  constexpr const char* units[] = {"B", "kB", "MB", "GB", "TB", "PB", "EB"};
  size_t i = 0;
  for (; bytes >= 1000 && i + 1 < std::size(units); ++i) bytes /= 1000;
  return fmt::format("{:.3g} {}", bytes, units[i]);
}

}  // namespace hippuzzle
