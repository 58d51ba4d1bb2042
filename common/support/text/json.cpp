#include "support/text/json.hpp"

#include <istream>
#include <nlohmann/json.hpp>

namespace hippuzzle {
namespace {

using json = nlohmann::ordered_json;

constexpr auto replace = json::error_handler_t::replace;

}  // namespace

json parse_json(std::string_view text) { return json::parse(text); }

json parse_json(std::istream& in) { return json::parse(in); }

std::string to_line(const json& document) { return document.dump(-1, ' ', false, replace); }

std::string to_indented(const json& document) { return document.dump(2, ' ', false, replace); }

std::string to_ascii_line(const json& document) { return document.dump(-1, ' ', true, replace); }

}  // namespace hippuzzle
