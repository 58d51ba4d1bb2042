// Judge modules that are not right: the messages of the command line about them.
#include "tests/support/hippuzzle_command.hpp"

namespace hippuzzle::testing {
namespace judges_test {

using nlohmann::json;

TEST(Batch, ABadJudgeModuleIsAResultAndNotTheEnd) {
  const CommandResult r = hippuzzle({"run", "p16", "p91", "--backend", "cpu", "--json",
                                     "--plugin-path", fixture("no_variants").string()});
  EXPECT_EQ(r.code, 3);
  const JsonReport report(r);
  EXPECT_EQ(report.summary["counts"], (json{{"passed", 7}, {"could-not-load", 1}}));
}

TEST(Judges, EachBadOneIsRefusedByItsOwnSentence) {
  const std::map<std::string, std::string> sentences = {
      {"no_variants", "registers no variant"},
      {"no_reference", "leaves a member of hippuzzle_variant empty"},
      {"no_sizes", "leaves a member of hippuzzle_variant empty"},
      {"no_terms", "has no terms()"},
      {"product_of_two_outputs", "is a product with 2 outputs, expected one OUT buffer"},
      {"warp_extent_beyond", "has the warp extent 5"},
      {"unsound_claim", "makes a claim about warps that is not in all"},
      {"repeated_variant", "more than once"},
      {"wrong_variant_size", "its variants are 16 bytes"},
      {"judge_built_for_abi_1", "it was built for ABI version 1, expected 3; build it again"},
      {"judge_of_another_puzzle", "claims the id 'p16'"}};
  for (const auto& [name, sentence] : sentences) {
    const CommandResult r =
        hippuzzle({"p91", "--backend", "cpu", "--plugin-path", fixture(name).string()});
    EXPECT_EQ(r.code, 3) << name;
    EXPECT_EQ(r.out, "") << name;
    EXPECT_NE(r.err.find(sentence), std::string::npos) << r.err;
    EXPECT_EQ(lines(r.err).size(), 1u) << r.err;
  }
  for (const char* name : {"right_judge", "two_outputs", "in_place", "warp_width"}) {
    const CommandResult right =
        hippuzzle({"p91", "--backend", "cpu", "--plugin-path", fixture(name).string()});
    EXPECT_EQ(right.code, 0) << name << right.out << right.err;
  }
}

TEST(Judges, ALineNamesEachOfSeveralOutputs) {
  const CommandResult r =
      hippuzzle({"p91", "--backend", "cpu", "--plugin-path", fixture("two_outputs").string()});
  EXPECT_NE(r.out.find("out output: HostBuffer([0, 10, 20, 30])\n"
                       "out twice: HostBuffer([0.0, 20.0, 40.0, 60.0, 0.0])\n"
                       "expected output: HostBuffer([0, 10, 20, 30])\n"
                       "expected twice: HostBuffer([0.0, 20.0, 40.0, 60.0, 0.0])\n"),
            std::string::npos)
      << r.out;
}

TEST(Judges, ADeviceOfTheCpuHasWarpsOfEachCasesWidth) {
  const CommandResult r = hippuzzle(
      {"p91", "--backend", "cpu", "--json", "--plugin-path", fixture("warp_width").string()});
  const auto cases = parse_json(lines(r.out).front())["cases"];
  ASSERT_EQ(cases.size(), 8u) << r.out << r.err;
  EXPECT_EQ(cases[0]["name"], "the example (warp of 32)");
  EXPECT_EQ(cases[2]["name"], "the example (warp of 64)");
  EXPECT_EQ(cases[7]["name"], "random 33 elements in one block (warp of 64)");
  for (const auto& c : cases) EXPECT_TRUE(c["passed"] && c["ran"]) << c;
}

}  // namespace judges_test
}  // namespace hippuzzle::testing
