#include "cli/report/trace/trace_value.hpp"

#include <fmt/format.h>

#include "support/text/grid_text.hpp"

namespace hippuzzle {

std::string traced_value_text(const TracedValue& value, const std::string& type) {
  if (!value) return "·";
  if (type == "f32" || type == "bf16") return fmt::format("{}", static_cast<float>(*value));
  return type.front() == 'f' ? fmt::format("{}", *value) : fmt::format("{:.0f}", *value);
}

const char* access_verb(Access access, bool is_one) {
  switch (access) {
    case Access::read:
      return is_one ? "reads" : "read";
    case Access::write:
      return is_one ? "writes" : "write";
    default:
      return is_one ? "updates" : "update";
  }
}

std::string plural(size_t count, const char* word) {
  return fmt::format("{} {}{}", count, word, count == 1 ? "" : "s");
}

std::string traced_thread_text(const TracedLaunch& launch, uint32_t thread) {
  const uint32_t x = thread % launch.block[0];
  const uint32_t y = thread / launch.block[0] % launch.block[1];
  if (launch.block[2] > 1) {
    return fmt::format("({}, {}, {})", x, y, thread / launch.block[0] / launch.block[1]);
  }
  return launch.block[1] > 1 ? fmt::format("({}, {})", x, y) : fmt::format("({})", x);
}

std::string traced_indices(const TracedArray& array, uint64_t element) {
  const bool is_variable = array.shared && array.shape.size() == 1 && array.shape.front() == 1;
  return is_variable ? "" : element_text(static_cast<int64_t>(element), array.shape);
}

std::string traced_element_text(const TracedLaunch& launch, uint32_t array, uint64_t element) {
  const TracedArray& of = launch.arrays[array];
  return (of.name.empty() ? "?" : of.name) + traced_indices(of, element);
}

}  // namespace hippuzzle
