// Each kernel of kernels/*.hip gives the findings that its comment names, and no other, in warps of
// 32 and of 64 lanes.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <map>
#include <regex>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include "build_tree.hpp"
#include "command.hpp"

namespace hippuzzle::testing {
namespace {
namespace fs = std::filesystem;

struct Found {
  std::string rule, array;
  std::set<int> lines;
  auto operator<=>(const Found&) const = default;
};

std::ostream& operator<<(std::ostream& out, const Found& found) {
  out << found.rule << " " << found.array;
  for (const int line : found.lines) out << " " << line;
  return out;
}

struct Expected {
  int warp = 0;  // 0: both
  std::string rule, array;
  std::vector<std::string> tags;
};

struct GoldenCase {
  std::string file, name;  // "race", "plain_flag"
  std::vector<Expected> expected;
  std::map<std::string, int> tags;  // line numbers

  std::set<Found> in_warps_of(int lanes) const {
    std::set<Found> all;
    for (const Expected& e : expected) {
      if (e.warp != 0 && e.warp != lanes) continue;
      Found found{e.rule, e.array, {}};
      for (const std::string& tag : e.tags) found.lines.insert(tags.at(tag));
      all.insert(found);
    }
    return all;
  }
};

void PrintTo(const GoldenCase& golden, std::ostream* out) { *out << golden.name; }

Expected to_expected(const std::string& line) {
  std::istringstream words(line);
  Expected e;
  words >> e.rule;
  if (e.rule == "32:" || e.rule == "64:") {
    e.warp = std::stoi(e.rule);
    words >> e.rule;
  }
  words >> e.array;
  for (std::string tag; words >> tag;) e.tags.push_back(tag);
  return e;
}

std::vector<GoldenCase> cases_of(const fs::path& source) {
  static const std::regex begin(R"(^// case (\w+)$)"), finding(R"(^//   (\S.*)$)"),
      tag(R"(// (\[\w+\])$)");
  std::vector<GoldenCase> cases;
  std::ifstream in(source);
  int number = 0;
  for (std::string line; std::getline(in, line);) {
    ++number;
    std::smatch match;
    if (std::regex_search(line, match, begin)) {
      cases.push_back({source.stem(), match[1], {}, {}});
    } else if (cases.empty()) {
      continue;
    } else if (std::regex_search(line, match, finding)) {
      cases.back().expected.push_back(to_expected(match[1]));
    } else if (std::regex_search(line, match, tag)) {
      cases.back().tags[match[1]] = number;
    }
  }
  return cases;
}

const std::vector<GoldenCase>& all_cases() {
  static const std::vector<GoldenCase> all = [] {
    std::vector<fs::path> sources;
    for (const auto& entry : fs::directory_iterator(CHECK_KERNELS)) sources.push_back(entry.path());
    std::ranges::sort(sources);
    std::vector<GoldenCase> cases;
    for (const fs::path& source : sources)
      std::ranges::move(cases_of(source), std::back_inserter(cases));
    return cases;
  }();
  return all;
}

std::set<Found> run_case(const GoldenCase& golden, int lanes) {
  const fs::path folder = build_tree() / "tests" / "check";
  const CommandResult result =
      run({folder / "run_case", folder / (golden.file + ".so"), golden.name},
          {{"HIP_CPU_WARP_SIZE", std::to_string(lanes)}});
  EXPECT_TRUE(result.exited && result.code == 0) << result.err;
  std::set<Found> all;
  std::istringstream out(result.out);
  for (std::string line; std::getline(out, line);) {
    std::istringstream words(line);
    Found found;
    words >> found.rule >> found.array;
    for (int number; words >> number;) found.lines.insert(number);
    all.insert(found);
  }
  return all;
}

class Golden : public ::testing::TestWithParam<GoldenCase> {};

TEST_P(Golden, GivesItsFindingsAndNoOther) {
  for (const int lanes : {32, 64}) {
    SCOPED_TRACE(std::to_string(lanes) + " lanes");
    EXPECT_EQ(run_case(GetParam(), lanes), GetParam().in_warps_of(lanes));
  }
}

INSTANTIATE_TEST_SUITE_P(Kernels, Golden, ::testing::ValuesIn(all_cases()),
                         [](const auto& info) { return info.param.file + "_" + info.param.name; });

// The suite is as large as it is said to be, with every rule in it.
TEST(GoldenSuite, HasWrongKernelsForEveryRuleAndRightOnes) {
  size_t wrong = 0, right = 0;
  std::map<std::string, int> rules;
  for (const GoldenCase& golden : all_cases()) {
    golden.expected.empty() ? ++right : ++wrong;
    for (const Expected& e : golden.expected) ++rules[e.rule];
  }
  EXPECT_GE(wrong, 60u);
  EXPECT_GE(right, 40u);
  for (const char* rule :
       {"out-of-bounds", "outside-shape", "use-after-free", "misaligned", "race", "race-same-value",
        "uninitialised", "unwritten", "barrier-divergence", "warp-lanes", "runaway",
        "stack-overflow", "wild-pointer", "division-by-zero", "aborted"}) {
    EXPECT_GE(rules[rule], 1) << rule;
  }
}

}  // namespace
}  // namespace hippuzzle::testing
