// --help and --version.
#include <regex>

#include "tests/support/hippuzzle_command.hpp"

namespace hippuzzle::testing {
namespace help_test {

TEST(Help, IsOnStandardOutputAndSucceeds) {
  for (const std::vector<std::string>& arguments :
       {std::vector<std::string>{}, {"--help"}, {"p16", "--help"}, {"run", "--help"}}) {
    const CommandResult r = hippuzzle(arguments);
    EXPECT_EQ(r.code, 0) << r.err;
    EXPECT_NE(r.out.find("Usage"), std::string::npos) << r.out;
    EXPECT_EQ(r.err, "");
  }
}

TEST(Help, ListsTheCommandsInLinesOfATerminal) {
  const auto help = lines(hippuzzle({"--help"}).out);
  const auto commands = std::ranges::find(help, "Commands:");
  ASSERT_NE(commands, help.end());
  for (auto line = commands; line != help.end(); ++line) EXPECT_LE(line->size(), 80u) << *line;
}

TEST(Help, OfAPuzzleHasItsVariantsWithTheirLaunchConfiguration) {
  const std::string help = hippuzzle({"p16", "--help"}).out;
  for (const char* text :
       {"--naive", "--single-block", "--tiled", "--idiomatic-tiled", "Matrix multiplication"}) {
    EXPECT_NE(help.find(text), std::string::npos) << help;
  }
  // A text this long is folded into lines.
  std::string unfolded;
  for (const char c : help) {
    const bool space = c == ' ' || c == '\n';
    if (!space || (!unfolded.empty() && unfolded.back() != ' ')) unfolded += space ? ' ' : c;
  }
  EXPECT_NE(unfolded.find("grid 3 x 3, block 3 x 3"), std::string::npos) << unfolded;
}

TEST(Help, OfJsonSaysWhatThatCommandPrints) {
  const std::map<std::string, std::string> sentences = {
      {"p16", "one line a variant and a summary"},   {"bench", "a JSON object a size"},
      {"roofline", "one JSON object: the ceilings"}, {"list", "one JSON object: the puzzles"},
      {"devices", "one JSON object: the platforms"}, {"trace", "one JSON document"}};
  for (const auto& [command, sentence] : sentences) {
    const std::string help = hippuzzle({command, "--help"}).out;
    EXPECT_NE(help.find(sentence), std::string::npos) << help;
  }
}

TEST(Help, SaysHowABatchAndAClassAreCutIntoParts) {
  for (const char* command : {"run", "grade"}) {
    const std::string help = hippuzzle({command, "--help"}).out;
    EXPECT_NE(help.find("--shard I/N"), std::string::npos) << help;
    EXPECT_NE(help.find("--durations FILE"), std::string::npos) << help;
  }
}

TEST(Version, IsOnStandardOutput) {
  const CommandResult r = hippuzzle({"--version"});
  EXPECT_EQ(r.code, 0);
  EXPECT_TRUE(std::regex_match(
      r.out, std::regex(R"(hippuzzle \d+\.\d+\.\d+ \(module ABI \d+(, commit [0-9a-f]+)?\)\n)"
                        R"(platforms: (cpu|nvidia|amd)(, (cpu|nvidia|amd))*\n)")))
      << r.out;
  EXPECT_EQ(r.err, "");
}

}  // namespace help_test
}  // namespace hippuzzle::testing
