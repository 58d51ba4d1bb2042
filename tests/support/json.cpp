#include "tests/support/json.hpp"

namespace hippuzzle::testing {

nlohmann::json parse_json(const std::string& text) { return nlohmann::json::parse(text); }

nlohmann::json parse_json_if_any(const std::string& text) {
  return nlohmann::json::parse(text, nullptr, false);
}

}  // namespace hippuzzle::testing
