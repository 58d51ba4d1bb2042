#include "support/text/csv.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>

#include "support/outcome.hpp"

namespace hippuzzle {

std::vector<std::string> csv_record(const std::string& text, size_t& at) {
  std::vector<std::string> fields(1);
  bool quoted = false;
  for (; at < text.size(); ++at) {
    const char c = text[at];
    if (quoted) {
      if (c != '"') {
        fields.back() += c;
      } else if (at + 1 < text.size() && text[at + 1] == '"') {
        fields.back() += text[++at];
      } else {
        quoted = false;
      }
    } else if (c == '"') {
      quoted = true;
    } else if (c == ',') {
      fields.emplace_back();
    } else if (c == '\n') {
      ++at;
      break;
    } else if (c != '\r') {
      fields.back() += c;
    }
  }
  return fields;
}

size_t csv_column(const std::vector<std::string>& header, const std::string& name,
                  const std::string& tool) {
  const auto found = std::ranges::find(header, name);
  if (found == header.end()) {
    throw Error(Outcome::unsupported, fmt::format("{}'s report has no column '{}', found: {}", tool,
                                                  name, fmt::join(header, ", ")));
  }
  return static_cast<size_t>(found - header.begin());
}

std::optional<double> csv_number(std::string text) {
  std::erase(text, ',');
  double value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return value;
}

}  // namespace hippuzzle
