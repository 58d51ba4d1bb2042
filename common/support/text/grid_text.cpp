#include "support/text/grid_text.hpp"

#include <cxxabi.h>
#include <fmt/format.h>

#include <cstdlib>
#include <memory>

namespace hippuzzle {

std::string dimensions(uint32_t x, uint32_t y, uint32_t z) {
  if (z > 1) return fmt::format("{} x {} x {}", x, y, z);
  return y > 1 ? fmt::format("{} x {}", x, y) : fmt::format("{}", x);
}

std::string all_dimensions(const std::array<uint32_t, 3>& xyz) {
  return fmt::format("{} x {} x {}", xyz[0], xyz[1], xyz[2]);
}

std::string index_text(const std::array<uint32_t, 3>& xyz) {
  return fmt::format("({}, {}, {})", xyz[0], xyz[1], xyz[2]);
}

std::string element_text(int64_t element, std::span<const uint64_t> shape) {
  int64_t count = 1;
  for (const uint64_t extent : shape) count *= static_cast<int64_t>(extent);
  if (shape.size() < 2 || element < 0 || element >= count) return fmt::format("[{}]", element);
  std::string text;
  for (size_t i = shape.size(); i-- > 0;) {
    const auto extent = static_cast<int64_t>(shape[i]);
    text = fmt::format("{}{}{}", element % extent, text.empty() ? "" : ", ", text);
    element /= extent;
  }
  return fmt::format("[{}]", text);
}

std::string demangled(const char* name) {
  if (name == nullptr) return "";
  int status = 0;
  const std::unique_ptr<char, decltype(&std::free)> text(
      abi::__cxa_demangle(name, nullptr, nullptr, &status), std::free);
  return text ? text.get() : name;
}

}  // namespace hippuzzle
