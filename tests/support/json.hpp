// JSON that a command printed. nlohmann's reader is compiled once for all tests that use it.
#pragma once

#include <nlohmann/json.hpp>
#include <string>

namespace hippuzzle::testing {

// Throws nlohmann::json::parse_error if the text is not JSON.
nlohmann::json parse_json(const std::string& text);

// Gives a value of which is_discarded() holds if the text is not JSON.
nlohmann::json parse_json_if_any(const std::string& text);

}  // namespace hippuzzle::testing
