#include "cli/report/numbers.hpp"

#include <fmt/format.h>

#include <charconv>
#include <cmath>
#include <iterator>

#include "cli/terminal/text/text_layout.hpp"

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

std::string host_buffer_within(std::span<const double> values, hippuzzle_type type,
                               size_t columns) {
  const std::string whole = host_buffer(values, type);
  if (display_width(whole) <= columns || values.size() < 3) return whole;
  std::string first = "HostBuffer([" + to_text(values.front(), type);
  const std::string last = ", …, " + to_text(values.back(), type) + "])";
  for (size_t i = 1; i + 1 < values.size(); ++i) {
    const std::string more = ", " + to_text(values[i], type);
    if (display_width(first + more + last) > columns) break;
    first += more;
  }
  return first + last;
}

std::string duration(double milliseconds) {
  if (milliseconds < 1e-3) return fmt::format("{:.3g} ns", milliseconds * 1e6);
  if (milliseconds < 1) return fmt::format("{:.3g} µs", milliseconds * 1e3);
  if (milliseconds < 1e3) return fmt::format("{:.3g} ms", milliseconds);
  return fmt::format("{:.3g} s", milliseconds / 1e3);
}

std::string four_digits(double value) {
  return value >= 1000 ? fmt::format("{:.0f}", value) : fmt::format("{:.4g}", value);
}

std::string amount(double value, const char* unit) {
  constexpr const char* prefixes[] = {"", "k", "M", "G", "T", "P"};
  if (value < 10'000) return fmt::format("{:.0f} {}", value, unit);
  size_t i = 0;
  for (; value >= 1000 && i + 1 < std::size(prefixes); ++i) value /= 1000;
  return fmt::format("{:.3g} {}{}", value, prefixes[i], unit);
}

std::string share_text(double share) {
  return share < 0.1 ? fmt::format("{:.2g} %", 100 * share) : fmt::format("{:.0f} %", 100 * share);
}

}  // namespace hippuzzle
