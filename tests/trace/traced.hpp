// Traces of the puzzle in traced/.
#pragma once

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <limits>
#include <map>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "tests/support/hippuzzle_command.hpp"

namespace hippuzzle::testing {

using json = nlohmann::json;

class TracedPuzzle : public ::testing::Test {
 protected:
  void SetUp() override {
    if (!std::filesystem::exists(shipped() / "cpu" / "p16.check.so"))
      GTEST_SKIP() << "kernels cannot be checked in this build";
  }

  static CommandResult run_traced(std::vector<std::string> arguments,
                                  const std::map<std::string, std::string>& environment = {}) {
    arguments.insert(arguments.begin(), {"trace", "traced", "--plugin-path",
                                         (build_tree() / "tests/trace/traced").string()});
    return hippuzzle(arguments, environment);
  }

  static json trace(std::vector<std::string> arguments,
                    const std::map<std::string, std::string>& environment = {}) {
    arguments.push_back("--json");
    const CommandResult r = run_traced(arguments, environment);
    EXPECT_EQ(r.code, 0) << r.err;
    return parse_json(r.out);
  }

  static json trace_of(std::vector<std::string> arguments) {
    arguments.insert(arguments.begin(), "trace");
    arguments.push_back("--json");
    const CommandResult r = hippuzzle(arguments);
    EXPECT_EQ(r.code, 0) << r.err;
    return parse_json(r.out);
  }
};

inline std::string fmt(const json& text) { return text.get<std::string>(); }

// The index of the item with that name.
inline size_t index_of(const json& items, const std::string& name) {
  for (size_t i = 0; i < items.size(); ++i)
    if (items[i]["name"] == name) return i;
  throw std::runtime_error("there is no " + name);
}

// null is NaN.
inline std::vector<double> numbers(const json& values) {
  std::vector<double> result;
  for (const json& v : values)
    result.push_back(v.is_null() ? std::numeric_limits<double>::quiet_NaN() : v.get<double>());
  return result;
}

}  // namespace hippuzzle::testing
