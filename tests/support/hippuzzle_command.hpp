// Runs the hippuzzle binary of the build tree.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>
#include <sstream>
#include <string>
#include <vector>

#include "tests/support/build_tree.hpp"
#include "tests/support/command.hpp"
#include "tests/support/json.hpp"

namespace hippuzzle::testing {

// With an environment in which nothing of the user's has a say. In a sanitized build the sanitizer
// must not catch the signals that the tests are about.
inline CommandResult hippuzzle(std::vector<std::string> arguments,
                               std::map<std::string, std::string> environment = {}) {
  arguments.insert(arguments.begin(), binary().string());
  environment.try_emplace("HIPPUZZLE_PLUGIN_PATH", "");
  for (const char* name : {"NO_COLOR", "CLICOLOR_FORCE", "COLUMNS", "HIP_CPU_WARP_SIZE"}) {
    environment.try_emplace(name, "");
  }
  environment.try_emplace(
      "ASAN_OPTIONS",
      "handle_segv=0:handle_sigbus=0:handle_sigfpe=0:handle_sigill=0:handle_abort=0");
  return run(arguments, environment);
}

inline std::vector<std::string> lines(const std::string& text) {
  std::vector<std::string> all;
  std::istringstream in(text);
  for (std::string line; std::getline(in, line);) all.push_back(line);
  return all;
}

// Why nothing can be run on the platform here; "" when it can.
inline std::string why_unusable(const std::string& platform) {
  static const nlohmann::json devices = parse_json(hippuzzle({"devices", "--json"}).out);
  for (const auto& p : devices["platforms"]) {
    if (p["platform"] == platform) return p["why_unusable"];
  }
  return "hippuzzle does not know the platform";
}

// The output of a run with `--json`.
struct JsonReport {
  std::vector<nlohmann::json> variants;
  nlohmann::json summary;

  explicit JsonReport(const CommandResult& result) {
    for (const std::string& line : lines(result.out)) {
      nlohmann::json j = parse_json_if_any(line);
      if (j.is_discarded()) {
        ADD_FAILURE() << "not JSON: " << line;
      } else if (j["kind"] == "variant") {
        variants.push_back(std::move(j));
      } else {
        EXPECT_EQ(j["kind"], "summary");
        EXPECT_TRUE(summary.is_null()) << "a second summary";
        summary = std::move(j);
      }
    }
    EXPECT_FALSE(summary.is_null()) << "no summary in: " << result.out << result.err;
  }
};

}  // namespace hippuzzle::testing
