// Every document that is written can be read again, whatever bytes came into it.
#include "support/text/json.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <sstream>

namespace hippuzzle {
namespace json_text_test {

using json = nlohmann::ordered_json;

TEST(JsonText, KeepsTheOrderOfMembers) {
  EXPECT_EQ(to_line({{"z", 1}, {"a", {2.5, nullptr}}}), R"({"z":1,"a":[2.5,null]})");
  EXPECT_EQ(to_line(parse_json(R"({"z": 1, "a": 2})")), R"({"z":1,"a":2})");
}

TEST(JsonText, IsReadFromAStreamAsFromText) {
  std::istringstream in(R"({"a": [1, 2]})");
  EXPECT_EQ(parse_json(in), parse_json(R"({"a": [1, 2]})"));
}

TEST(JsonText, ReplacesWhatIsNotUtf8) {
  const json driver = {{"driver", "6.\xff"}};
  EXPECT_EQ(parse_json(to_line(driver))["driver"], "6.\ufffd");
  EXPECT_EQ(parse_json(to_indented(driver))["driver"], "6.\ufffd");
}

TEST(JsonText, InAsciiSurvivesWhatItHolds) {
  const std::string line = to_ascii_line({{"name", "Größe µ"}});
  EXPECT_TRUE(std::ranges::all_of(line, [](char c) { return c > 0; })) << line;
  EXPECT_EQ(parse_json(line)["name"], "Größe µ");
}

TEST(JsonText, RefusesWhatIsNotJson) {
  EXPECT_THROW(parse_json("{"), json::parse_error);
  EXPECT_THROW(parse_json(""), json::parse_error);
}

}  // namespace json_text_test
}  // namespace hippuzzle
