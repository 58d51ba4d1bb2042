// Each kernel of kernels/*.hip gives the findings that its comment names, and no other, in warps of
// 32 and of 64 lanes, whether it is counted or not, on one OS thread or several; and the counts,
// where its comment has them.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <map>
#include <optional>
#include <regex>
#include <set>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include "tests/support/build_tree.hpp"
#include "tests/support/command.hpp"

namespace hippuzzle::testing {
namespace golden_test {
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
  int warp = 0;       // 0: both
  std::string order;  // "numbered:", "reversed:" or "": both
  std::string rule, array;
  std::vector<std::string> tags;
};

struct GoldenCase {
  std::string file, name;  // "race", "plain_flag"
  std::vector<Expected> expected;
  std::vector<std::pair<int, std::string>> counts;  // by warp size, 0: both
  std::vector<std::string> remarks;                 // in warps of 32
  std::map<std::string, int> tags;                  // line numbers

  std::set<Found> in_warps_of(int lanes, const std::string& order = "numbered:") const {
    std::set<Found> all;
    for (const Expected& e : expected) {
      if (e.warp != 0 && e.warp != lanes) continue;
      if (!e.order.empty() && e.order != order) continue;
      Found found{e.rule, e.array, {}};
      for (const std::string& tag : e.tags) found.lines.insert(tags.at(tag));
      all.insert(found);
    }
    return all;
  }

  std::vector<std::string> counts_in_warps_of(int lanes) const {
    std::vector<std::string> all;
    for (const auto& [warp, count] : counts)
      if (warp == 0 || warp == lanes) all.push_back(count);
    return with_lines(std::move(all));
  }

  // In their order as texts, with the tags' lines.
  std::vector<std::string> with_lines(std::vector<std::string> all) const {
    for (std::string& line : all) {
      for (const auto& [tag, number] : tags)
        if (const size_t at = line.find(tag); at != std::string::npos)
          line.replace(at, tag.size(), std::to_string(number));
    }
    std::ranges::sort(all);
    return all;
  }
};

Expected to_expected(const std::string& line) {
  std::istringstream words(line);
  Expected e;
  words >> e.rule;
  if (e.rule == "32:" || e.rule == "64:") {
    e.warp = std::stoi(e.rule);
    words >> e.rule;
  }
  if (e.rule == "numbered:" || e.rule == "reversed:") {
    e.order = e.rule;
    words >> e.rule;
  }
  words >> e.array;
  for (std::string tag; words >> tag;) e.tags.push_back(tag);
  return e;
}

// The text after the prefix, or nothing.
std::optional<std::string> after(const std::string& line, const std::string& prefix) {
  if (!line.starts_with(prefix)) return std::nullopt;
  return line.substr(prefix.size());
}

// "[read]" of a line that ends in "// [read]", or "".
std::string tag_of(const std::string& line) {
  const size_t comment = line.rfind("// [");
  if (comment == line.npos || !line.ends_with(']')) return "";
  const std::string tag = line.substr(comment + 3);
  return tag.find(' ') == tag.npos ? tag : "";
}

// `text`: of a comment, after "//   ".
void take_expectation(const std::string& text, GoldenCase& golden) {
  for (const auto& [lanes, prefix] :
       {std::pair(0, ""), std::pair(32, "32: "), std::pair(64, "64: ")}) {
    const auto count = after(text, prefix);
    if (!count || !count->starts_with("= ")) continue;
    golden.counts.emplace_back(lanes, *count);
    return;
  }
  if (text.starts_with("~ ")) {
    golden.remarks.push_back(text);
  } else {
    golden.expected.push_back(to_expected(text));
  }
}

// Each test is a process of its own and reads all sources, so they are read without regular
// expressions.
std::vector<GoldenCase> cases_of(const fs::path& source) {
  std::vector<GoldenCase> cases;
  std::map<std::string, int> of_all;  // tags before the first case
  std::ifstream in(source);
  int number = 0;
  for (std::string line; std::getline(in, line);) {
    ++number;
    if (const auto name = after(line, "// case ")) {
      cases.push_back({source.stem(), *name, {}, {}, {}, of_all});
      continue;
    }
    const auto text = after(line, "//   ");
    if (text && !cases.empty() && !text->empty() && text->front() != ' ') {
      take_expectation(*text, cases.back());
    } else if (const std::string tag = tag_of(line); !tag.empty()) {
      (cases.empty() ? of_all : cases.back().tags)[tag] = number;
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

// The results of a case, run in one way.
struct Ran {
  std::set<Found> findings;
  std::vector<std::string> counts;
  std::vector<std::string> lines;  // all that was printed
};

struct Way {
  std::string name;  // as run_case has it
  int lanes = 32, os_threads = 0;
};

Ran to_ran(std::vector<std::string> lines) {
  Ran ran;
  for (const std::string& line : lines) {
    if (line.starts_with("= ") || line.starts_with("~ ")) {
      ran.counts.push_back(line);
      continue;
    }
    std::istringstream words(line);
    Found found;
    words >> found.rule >> found.array;
    for (int number; words >> number;) found.lines.insert(number);
    ran.findings.insert(found);
  }
  std::ranges::sort(ran.counts);
  ran.lines = std::move(lines);
  return ran;
}

// Runs each case in each way, case by case. The cases of one process belong to one file.
std::vector<Ran> run_cases(const std::vector<GoldenCase>& cases, const std::vector<Way>& ways) {
  const fs::path folder = build_tree() / "tests" / "hip_cpu" / "check";
  std::vector<std::string> command = {folder / "run_case", folder / (cases.at(0).file + ".so")};
  for (const GoldenCase& golden : cases)
    for (const Way& way : ways)
      command.push_back(golden.name + "," + way.name + "," + std::to_string(way.lanes) + "," +
                        std::to_string(way.os_threads));
  const CommandResult result = run(command, {}, std::chrono::seconds(600));
  EXPECT_TRUE(result.exited && result.code == 0) << result.err;
  std::vector<Ran> all;
  std::vector<std::string> lines;
  std::istringstream out(result.out);
  for (std::string line; std::getline(out, line);) {
    if (!line.starts_with("ended ") && !line.starts_with("killed ")) {
      lines.push_back(line);
      continue;
    }
    EXPECT_EQ(line, "ended 0") << command.at(2 + all.size()) << "\n" << result.err;
    all.push_back(to_ran(std::exchange(lines, {})));
  }
  EXPECT_EQ(all.size() + 2, command.size()) << result.err;
  all.resize(command.size() - 2);
  return all;
}

void expect_findings_and_counts(const GoldenCase& golden, int lanes, const Ran& ran) {
  SCOPED_TRACE(golden.name + ", " + std::to_string(lanes) + " lanes");
  EXPECT_EQ(ran.findings, golden.in_warps_of(lanes));
  if (!golden.counts.empty()) {
    EXPECT_EQ(ran.counts, golden.counts_in_warps_of(lanes));
  }
}

std::vector<GoldenCase> cases_of_file(const std::string& file) {
  std::vector<GoldenCase> cases = all_cases();
  std::erase_if(cases, [&](const GoldenCase& golden) { return golden.file != file; });
  return cases;
}

// All kernels of a file in one way, each in a process that is forked after the lines are read.
class GoldenFile : public ::testing::TestWithParam<std::string> {
 protected:
  const std::vector<GoldenCase> cases = cases_of_file(GetParam());

  // By case, then by way.
  std::vector<std::vector<Ran>> run_in(const std::vector<Way>& ways) {
    std::vector<Ran> all = run_cases(cases, ways);
    std::vector<std::vector<Ran>> by_case;
    for (auto ran = all.begin(); ran != all.end(); ran += static_cast<ptrdiff_t>(ways.size()))
      by_case.emplace_back(std::move_iterator(ran),
                           std::move_iterator(ran + static_cast<ptrdiff_t>(ways.size())));
    return by_case;
  }
};

TEST_P(GoldenFile, GivesItsFindingsAndNoOther) {
  const auto ran = run_in({{"count"}});
  for (size_t i = 0; i < cases.size(); ++i) expect_findings_and_counts(cases[i], 32, ran[i][0]);
}

// Ways that take longer.
using GoldenFileOtherwise = GoldenFile;

TEST_P(GoldenFileOtherwise, GivesItsFindingsInWarpsOf64LanesAndUncounted) {
  const auto ran = run_in({{"count", 64}, {"findings"}});
  for (size_t i = 0; i < cases.size(); ++i) {
    expect_findings_and_counts(cases[i], 64, ran[i][0]);
    EXPECT_EQ(ran[i][1].findings, cases[i].in_warps_of(32)) << cases[i].name << ", not counted";
  }
}

// Like kernels whose first and last block and thread are exchanged.
TEST_P(GoldenFileOtherwise, GivesTheSameWithBlocksAndThreadsReversed) {
  const auto ran = run_in({{"reversed"}, {"reversed", 64}});
  for (size_t i = 0; i < cases.size(); ++i) {
    EXPECT_EQ(ran[i][0].findings, cases[i].in_warps_of(32, "reversed:")) << cases[i].name;
    EXPECT_EQ(ran[i][1].findings, cases[i].in_warps_of(64, "reversed:"))
        << cases[i].name << ", 64 lanes";
  }
}

const std::vector<Way> numbers_of_os_threads = {{"all", 32, 1}, {"all", 32, 2}, {"all", 32, 5}};

// "2 in parallel", which is not a finding.
std::string parallel_launches(Ran& ran) {
  if (ran.lines.empty()) return "";
  std::string last = ran.lines.back();
  ran.lines.pop_back();
  return last;
}

TEST_P(GoldenFileOtherwise, GivesTheSameOnAnyNumberOfOsThreads) {
  auto ran = run_in(numbers_of_os_threads);
  for (size_t i = 0; i < cases.size(); ++i) {
    SCOPED_TRACE(cases[i].name);
    for (size_t way = 0; way < ran[i].size(); ++way) {
      const std::string in_parallel = parallel_launches(ran[i][way]);
      EXPECT_EQ(ran[i][way].lines, ran[i][0].lines) << way;
      // A launch that finds something starts over, block after block.
      if (way > 0 && !cases[i].expected.empty() && cases[i].file == "blocks") {
        EXPECT_EQ(in_parallel, "0 in parallel");
      }
    }
  }
}

std::set<std::string> all_files() {
  std::set<std::string> files;
  for (const GoldenCase& golden : all_cases()) files.insert(golden.file);
  return files;
}

INSTANTIATE_TEST_SUITE_P(Kernels, GoldenFile, ::testing::ValuesIn(all_files()),
                         [](const auto& info) { return info.param; });

INSTANTIATE_TEST_SUITE_P(Kernels, GoldenFileOtherwise, ::testing::ValuesIn(all_files()),
                         [](const auto& info) { return info.param; });

// The remarks on right kernels' savings, and none for their twins.
TEST(GoldenRemarks, AreThoseAndNoOther) {
  const std::vector<GoldenCase> cases = cases_of_file("remarks");
  const std::vector<Ran> ran = run_cases(cases, {{"remarks"}});
  for (size_t i = 0; i < cases.size(); ++i)
    EXPECT_EQ(ran[i].counts, cases[i].with_lines(cases[i].remarks)) << cases[i].name;
}

std::vector<Ran> run_on_os_threads(const GoldenCase& golden) {
  return run_cases({golden}, numbers_of_os_threads);
}

TEST(BlocksAtTheSameTime, AreThoseOfRightKernels) {
  for (const auto& [file, name] : {std::pair("blocks", "blocks_of_their_own_rows"),
                                   std::pair("blocks", "bytes_of_neighbouring_blocks"),
                                   std::pair("right_memory", "tiled_product"),
                                   // The first of two launches meets an atomic operation.
                                   std::pair("blocks", "starts_over_with_what_was_there")}) {
    std::vector<Ran> ran = run_on_os_threads({file, name, {}, {}, {}, {}});
    EXPECT_EQ(parallel_launches(ran[0]), "0 in parallel") << name;
    EXPECT_EQ(parallel_launches(ran[1]), "1 in parallel") << name;
    EXPECT_EQ(parallel_launches(ran[2]), "1 in parallel") << name;
  }
}

TEST(BlocksAtTheSameTime, AreNotThoseOfKernelsThatPrint) {
  std::vector<std::string> expected;
  for (int block = 0; block < 64; ++block) expected.push_back("= block " + std::to_string(block));
  std::vector<Ran> ran = run_on_os_threads({"prints", "prints_its_blocks", {}, {}, {}, {}});
  EXPECT_EQ(parallel_launches(ran[2]), "0 in parallel");
  EXPECT_EQ(ran[2].lines, expected);
}

// The rules that docs/reference/check.md explains, by its table. Rules of AMD's machine code are
// left out, because the interpreter has tests for them.
std::vector<std::string> documented_rules() {
  static const std::regex row(R"(^\| `([a-z-]+)`.* \| (?!machine)[a-z]+ \| )");
  std::vector<std::string> rules;
  std::ifstream page(CHECK_PAGE);
  std::smatch match;
  for (std::string line; std::getline(page, line);)
    if (std::regex_search(line, match, row)) rules.push_back(match[1]);
  return rules;
}

// The suite is as large as the documents state, with wrong kernels for every rule and right ones.
TEST(GoldenSuite, HasFiveWrongKernelsForEveryRuleAndRightOnes) {
  size_t wrong = 0, right = 0;
  std::map<std::string, int> kernels;  // by the rule that they break
  for (const GoldenCase& golden : all_cases()) {
    golden.expected.empty() ? ++right : ++wrong;
    std::set<std::string> broken;
    for (const Expected& e : golden.expected) broken.insert(e.rule);
    for (const std::string& rule : broken) ++kernels[rule];
  }
  EXPECT_GE(wrong, 250u);
  EXPECT_GE(right, 130u);
  const std::vector<std::string> rules = documented_rules();
  EXPECT_GE(rules.size(), 16u);
  for (const std::string& rule : rules) EXPECT_GE(kernels[rule], 5) << rule;
  for (const auto& [rule, count] : kernels)
    EXPECT_NE(std::ranges::find(rules, rule), rules.end()) << rule << " is not on the page";
}

}  // namespace golden_test
}  // namespace hippuzzle::testing
