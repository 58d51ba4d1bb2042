// A field of a table of comma-separated values.
#pragma once

#include <string>

namespace hippuzzle {

// As RFC 4180 has it: quoted where a comma, a quote or a line break stands in it.
inline std::string csv_field(const std::string& text) {
  if (text.find_first_of(",\"\r\n") == std::string::npos) return text;
  std::string quoted = "\"";
  for (const char c : text) quoted += c == '"' ? std::string("\"\"") : std::string(1, c);
  return quoted + "\"";
}

}  // namespace hippuzzle
