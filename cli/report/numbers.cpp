#include "cli/report/numbers.hpp"

#include <fmt/format.h>

#include <charconv>
#include <cmath>

namespace hippuzzle {
namespace {

template <class T>
std::string shortest(T value) {
  char text[64];
  const auto end = std::to_chars(std::begin(text), std::end(text), value).ptr;
  return {text, end};
}

}  // namespace

std::string to_text(double value, hippuzzle_type type) {
  if (type == HIPPUZZLE_I32 || type == HIPPUZZLE_U32) return fmt::format("{:.0f}", value);
  if (!std::isfinite(value)) return fmt::format("{}", value);
  std::string text = type == HIPPUZZLE_F32 ? shortest(static_cast<float>(value)) : shortest(value);
  const bool looks_whole = text.find_first_of(".e") == std::string::npos;
  return looks_whole ? text + ".0" : text;
}

std::string host_buffer(std::span<const double> values, hippuzzle_type type) {
  constexpr size_t most = 128, at_each_end = 8;
  const bool is_long = values.size() > most;
  std::string text = "HostBuffer([";
  for (size_t i = 0; i < values.size(); ++i) {
    if (is_long && i == at_each_end) {
      text += ", …";
      i = values.size() - at_each_end;
    }
    if (i > 0) text += ", ";
    text += to_text(values[i], type);
  }
  return text + "])";
}

std::string duration(double milliseconds) {
  if (milliseconds < 1e-3) return fmt::format("{:.3g} ns", milliseconds * 1e6);
  if (milliseconds < 1) return fmt::format("{:.3g} µs", milliseconds * 1e3);
  if (milliseconds < 1e3) return fmt::format("{:.3g} ms", milliseconds);
  return fmt::format("{:.3g} s", milliseconds / 1e3);
}

}  // namespace hippuzzle
