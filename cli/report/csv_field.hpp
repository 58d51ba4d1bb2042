// A field of a table of comma-separated values.
#pragma once

#include <string>

namespace hippuzzle {

// A field of RFC 4180: quoted where a comma, a quote or a line break stands in it.
inline std::string csv_field(const std::string& text) {
  if (text.find_first_of(",\"\r\n") == std::string::npos) return text;
  std::string quoted = "\"";
  for (const char c : text) quoted += c == '"' ? std::string("\"\"") : std::string(1, c);
  return quoted + "\"";
}

// A stranger's text: a spreadsheet computes a field with this beginning as a formula, but
// treats it as text after a quote. A text that begins with a quote gets one more, so that two
// texts never become one.
inline std::string csv_field_of_stranger(const std::string& text) {
  const bool is_formula =
      !text.empty() && std::string("=+-@\t\r'").find(text[0]) != std::string::npos;
  return csv_field(is_formula ? "'" + text : text);
}

}  // namespace hippuzzle
