// `hippuzzle check` finds nothing in any variant's solution. A test a variant, since the rungs of a
// ladder take seconds each; a binary of their own, since it asks hippuzzle for the variants.
#include <filesystem>

#include "tests/puzzles/source_tree.hpp"
#include "tests/support/json.hpp"

namespace hippuzzle::testing {
namespace clean_test {

struct Checked {
  std::string id;
  std::string flag;  // "--tiled", "" where there is one variant
};

void PrintTo(const Checked& checked, std::ostream* out) {
  *out << checked.id << " " << checked.flag;
}

std::vector<Checked> variants() {
  std::vector<Checked> all;
  const auto listed = parse_json(hippuzzle({"list", "--json"}).out);
  for (const auto& puzzle : listed.at("puzzles")) {
    const std::string id = puzzle.at("id");
    for (const std::string flag : puzzle.at("variants")) all.push_back({id, "--" + flag});
    if (puzzle.at("variants").empty()) all.push_back({id, ""});
  }
  return all;
}

class EverySolution : public ::testing::TestWithParam<Checked> {};

TEST_P(EverySolution, IsCleanUnderTheCheck) {
  const auto& [id, flag] = GetParam();
  if (!std::filesystem::exists(shipped() / "cpu" / (id + ".check.so")))
    GTEST_SKIP() << "kernels cannot be checked in this build";
  std::vector<std::string> arguments = {binary().string(), "check", id, "--json"};
  if (!flag.empty()) arguments.push_back(flag);
  const CommandResult r =
      run(arguments, {{"HIPPUZZLE_PLUGIN_PATH", ""}}, std::chrono::seconds(280));
  EXPECT_EQ(r.code, 0) << r.out << r.err;
  const JsonReport report(r);
  ASSERT_EQ(report.variants.size(), 1u);
  const auto& variant = report.variants.front();
  EXPECT_EQ(variant["outcome"], "passed") << variant["reason"];
  EXPECT_TRUE(variant["findings"].empty()) << variant["findings"];
  EXPECT_TRUE(variant["complaints"].empty());
}

INSTANTIATE_TEST_SUITE_P(Puzzles, EverySolution, ::testing::ValuesIn(variants()),
                         [](const auto& info) {
                           return camel_case(info.param.id + " " + info.param.flag);
                         });

}  // namespace clean_test
}  // namespace hippuzzle::testing
