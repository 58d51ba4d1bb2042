// Every puzzle on every platform: the solution passes, the stub compiles, runs and does not.
// refusals_test.cpp tests that stubs with a planted mistake are refused.
#include <tuple>

#include "tests/puzzles/source_tree.hpp"

namespace hippuzzle::testing {
namespace puzzles_test {

std::vector<std::string> puzzle_ids() {
  std::vector<std::string> ids;
  for (const auto& [id, folder] : puzzle_folders()) ids.push_back(id);
  return ids;
}

std::vector<std::string> puzzles_with_a_gap() {
  std::vector<std::string> ids = puzzle_ids();
  std::erase_if(ids, has_planted_stub);
  return ids;
}

class EveryPuzzle : public ::testing::TestWithParam<std::tuple<std::string, const char*>> {
 protected:
  std::string id_ = std::get<0>(GetParam());
  std::string platform_ = std::get<1>(GetParam());
};

TEST_P(EveryPuzzle, SolutionPassesEveryCaseOfEveryVariant) {
  const std::string why = why_not(platform_, shipped(), id_);
  if (!why.empty()) GTEST_SKIP() << why;
  std::vector<std::string> words = all_variants_of(id_);
  for (const char* word : {"--backend", platform_.c_str(), "--json", "--timeout", "60"}) {
    words.emplace_back(word);
  }
  const CommandResult r = hippuzzle(words);
  EXPECT_EQ(r.code, 0) << r.out << r.err;
  const JsonReport report(r);
  EXPECT_FALSE(report.variants.empty());
  for (const auto& v : report.variants) {
    SCOPED_TRACE(v["variant"]);
    // Instructions of one vendor or generation; the CPU platform has them all.
    const std::string reason = v["reason"];
    if (platform_ != "cpu" && v["outcome"] == "unsupported" &&
        reason.find("this variant requires") != reason.npos) {
      continue;
    }
    EXPECT_EQ(v["outcome"], "passed") << v["reason"];
    EXPECT_GT(v["planned_cases"], 2);
    EXPECT_EQ(v["cases"].size(), v["planned_cases"]);
    for (const auto& c : v["cases"]) EXPECT_TRUE(c["passed"]) << c;
  }
}

using EveryGap = EveryPuzzle;

// "HostBuffer([1.0, 2.0])" of the line "a: HostBuffer([1.0, 2.0])"; "" without one.
std::string values_of(const std::string& name, const std::string& text) {
  const size_t at = text.find(name + ": HostBuffer(");
  if (at == text.npos) return "";
  const size_t begin = at + name.size() + 2;
  return text.substr(begin, text.find('\n', begin) - begin);
}

// The flags of the kernels that a stub has complete, by its lines "// Given (--traditional)".
std::vector<std::string> given_flags(const std::string& id) {
  std::vector<std::string> flags;
  for (const std::string& line : lines(contents(puzzle_folders().at(id) / "kernel.hip"))) {
    static const std::string start = "// Given (";
    const size_t end = line.find(')');
    if (line.starts_with(start) && end != line.npos)
      flags.push_back(line.substr(start.size(), end - start.size()));
  }
  return flags;
}

// Kernels that are given are right. Others write nothing: the output is zeros, or the input where a
// launcher copied that there.
TEST_P(EveryGap, StubWritesNothingAndIsWrong) {
  const auto root = test_modules("stub");
  const std::string why = why_not(platform_, root, id_);
  if (!why.empty()) GTEST_SKIP() << why;
  const std::vector<std::string> from_stub = {"--backend", std::string(platform_), "--plugin-path",
                                              root.string()};
  const std::vector<std::string> all_given = given_flags(id_);
  std::vector<std::string> arguments = all_variants_of(id_);
  if (!all_given.empty()) {
    const std::vector<std::string> flags = flags_of(id_);
    arguments = {id_};
    arguments.insert(arguments.end(), flags.begin(), flags.end());
  }
  for (const std::string& flag : all_given) {
    ASSERT_EQ(std::erase(arguments, flag), 1u) << flag;
    std::vector<std::string> given = {id_, flag};
    given.insert(given.end(), from_stub.begin(), from_stub.end());
    const CommandResult r = hippuzzle(given);
    EXPECT_EQ(r.code, 0) << r.out << r.err;
  }
  arguments.insert(arguments.end(), from_stub.begin(), from_stub.end());
  const CommandResult text = hippuzzle(arguments);
  EXPECT_EQ(text.code, 1) << text.out << text.err;
  const std::string out = values_of("out", text.out);
  const bool is_input = !out.empty() && out == values_of("  a", text.out);
  EXPECT_TRUE(is_input || out.starts_with("HostBuffer([0")) << text.out;

  std::vector<std::string> with_json = arguments;
  with_json.push_back("--json");
  const JsonReport report(hippuzzle(with_json));
  EXPECT_FALSE(report.variants.empty());
  for (const auto& v : report.variants) {
    SCOPED_TRACE(v["variant"]);
    EXPECT_EQ(v["outcome"], "wrong-answer") << v["reason"];
    EXPECT_FALSE(v["out"].empty());
    for (const auto& element : v["out"]) EXPECT_TRUE(is_input || element == 0.0) << element;
  }
}

std::string name_of(const ::testing::TestParamInfo<EveryPuzzle::ParamType>& info) {
  return camel_case(std::get<0>(info.param) + " " + std::get<1>(info.param));
}

INSTANTIATE_TEST_SUITE_P(Puzzles, EveryPuzzle,
                         ::testing::Combine(::testing::ValuesIn(puzzle_ids()),
                                            ::testing::Values("cpu", "nvidia", "amd")),
                         name_of);
INSTANTIATE_TEST_SUITE_P(Puzzles, EveryGap,
                         ::testing::Combine(::testing::ValuesIn(puzzles_with_a_gap()),
                                            ::testing::Values("cpu", "nvidia", "amd")),
                         name_of);

}  // namespace puzzles_test
}  // namespace hippuzzle::testing
