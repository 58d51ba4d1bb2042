// JSON documents from text and to text. nlohmann's reader and writer are compiled here alone: they
// take a compiler longer than most of the sources that need them.
#pragma once

#include <iosfwd>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <string_view>

namespace hippuzzle {

// Throw nlohmann::json::parse_error for text that is not JSON.
nlohmann::ordered_json parse_json(std::string_view text);
nlohmann::ordered_json parse_json(std::istream& in);

// The document on one line, and indented for people. Bytes that are not UTF-8, in a driver's text
// perhaps, become U+FFFD and break no document.
std::string to_line(const nlohmann::ordered_json& document);
std::string to_indented(const nlohmann::ordered_json& document);

// The same as to_line(), in ASCII: may be cut anywhere and put together again.
std::string to_ascii_line(const nlohmann::ordered_json& document);

}  // namespace hippuzzle
