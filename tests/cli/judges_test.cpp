// Judge modules that are not right: what the command line says to them.
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
      {"two_outputs", "has 2 OUT buffers"},
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
  const CommandResult right =
      hippuzzle({"p91", "--backend", "cpu", "--plugin-path", fixture("right_judge").string()});
  EXPECT_EQ(right.code, 0) << right.out << right.err;
}

}  // namespace judges_test
}  // namespace hippuzzle::testing
