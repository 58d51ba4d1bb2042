// The commands that run no kernel, and what the command line says to mistakes.
#include "tests/support/hippuzzle_command.hpp"

namespace hippuzzle::testing {
namespace {

using nlohmann::json;

TEST(List, NamesPuzzlesVariantsAndPlatforms) {
  const CommandResult r = hippuzzle({"list"});
  EXPECT_EQ(r.code, 0);
  EXPECT_NE(r.out.find("p16"), std::string::npos);
  EXPECT_NE(r.out.find("Matrix multiplication"), std::string::npos);
  EXPECT_NE(r.out.find("--idiomatic-tiled"), std::string::npos);
}

TEST(List, JsonHasThemAll) {
  const CommandResult r = hippuzzle({"list", "--json"});
  EXPECT_EQ(r.code, 0);
  const json list = json::parse(r.out);
  std::vector<std::string> ids;
  for (const json& puzzle : list["puzzles"]) {
    ids.push_back(puzzle["id"]);
    if (puzzle["id"] != "p16") continue;
    EXPECT_EQ(puzzle["title"], "Matrix multiplication");
    EXPECT_EQ(puzzle["variants"], (json{"naive", "single-block", "tiled", "idiomatic-tiled",
                                        "layout-tensor", "layout-algebra"}));
    EXPECT_NE(std::ranges::find(puzzle["platforms"], "cpu"), puzzle["platforms"].end());
  }
  const auto first_word =
      std::ranges::find_if(ids, [](const std::string& id) { return id[0] != 'p'; });
  EXPECT_TRUE(std::is_sorted(ids.begin(), first_word));
  EXPECT_EQ(std::count(first_word, ids.end(), "gemm"), 1) << "behind the numbered ones";
  EXPECT_NE(std::ranges::find(ids, "p16"), ids.end());
}

TEST(List, ABadModuleIsNamedAndTheRestListed) {
  const CommandResult r = hippuzzle({"list", "--plugin-path", fixture("no_variants").string()});
  EXPECT_EQ(r.code, 3);
  EXPECT_NE(r.out.find("p16"), std::string::npos);
  EXPECT_NE(r.err.find("p91.so"), std::string::npos);
  EXPECT_EQ(lines(r.err).size(), 1u) << r.err;
}

TEST(Init, AFolderThatCannotBeMadeIsNamed) {
  const CommandResult r = hippuzzle({"init", "/proc/hippuzzle"});
  EXPECT_EQ(r.code, 2);
  EXPECT_NE(r.err.find("error: /proc/hippuzzle: No such file or directory; it must be"),
            std::string::npos)
      << r.err;
}

TEST(Batch, ABadJudgeModuleIsAResultAndNotTheEnd) {
  const CommandResult r = hippuzzle({"run", "p16", "p91", "--backend", "cpu", "--json",
                                     "--plugin-path", fixture("no_variants").string()});
  EXPECT_EQ(r.code, 3);
  const JsonReport report(r);
  EXPECT_EQ(report.summary["counts"], (json{{"passed", 6}, {"could-not-load", 1}}));
}

TEST(Judges, EachBadOneIsRefusedByItsOwnSentence) {
  const std::map<std::string, std::string> sentences = {
      {"no_variants", "registers no variant"},
      {"no_reference", "leaves a member of hippuzzle_variant empty"},
      {"no_sizes", "leaves a member of hippuzzle_variant empty"},
      {"no_terms", "has no terms()"},
      {"two_outputs", "has 2 OUT buffers"},
      {"unsound_claim", "makes a claim that cannot be held"},
      {"repeated_variant", "more than once"},
      {"wrong_variant_size", "its variants are 16 bytes"},
      {"judge_built_for_abi_1", "it was built for ABI version 1, expected 2; build it again"},
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

TEST(Devices, NamesEveryPlatformAndWhyOneIsNotUsable) {
  const CommandResult r = hippuzzle({"devices", "--json"});
  EXPECT_EQ(r.code, 0);
  const json devices = json::parse(r.out);
  std::vector<std::string> names;
  for (const json& platform : devices["platforms"]) {
    names.push_back(platform["platform"]);
    EXPECT_EQ(platform["devices"].empty(), platform["why_unusable"] != "") << platform;
    if (platform["platform"] == "cpu") {
      ASSERT_EQ(platform["devices"].size(), 1u);
      EXPECT_NE(platform["devices"][0]["name"], "");
      EXPECT_NE(platform["toolkit"], "");
    }
  }
  std::ranges::sort(names);
  EXPECT_EQ(names, (std::vector<std::string>{"amd", "cpu", "nvidia"}));

  const CommandResult text = hippuzzle({"devices"});
  EXPECT_EQ(text.code, 0);
  for (const std::string& name : names) EXPECT_NE(text.out.find(name), std::string::npos);
}

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

TEST(Version, IsOnStandardOutput) {
  const CommandResult r = hippuzzle({"--version"});
  EXPECT_EQ(r.code, 0);
  EXPECT_EQ(r.out.find("hippuzzle "), 0u) << r.out;
  EXPECT_EQ(r.err, "");
}

// A usage error: exit code 2, nothing on standard output, and one line that says what and what to
// do.
void expect_usage_error(const std::vector<std::string>& arguments,
                        const std::vector<std::string>& words) {
  const CommandResult r = hippuzzle(arguments);
  EXPECT_EQ(r.code, 2) << r.out << r.err;
  EXPECT_EQ(r.out, "");
  EXPECT_EQ(lines(r.err).size(), 1u) << r.err;
  for (const std::string& word : words) {
    EXPECT_NE(r.err.find(word), std::string::npos) << "'" << word << "' in: " << r.err;
  }
}

TEST(Usage, ATypoSuggestsTheNearestName) {
  expect_usage_error({"p1 6"}, {"'p1 6'", "did you mean 'p16'?"});
  expect_usage_error({"lits"}, {"'lits'", "did you mean 'list'?"});
  expect_usage_error({"p16", "--tild"}, {"--tild", "did you mean '--tiled'?"});
  expect_usage_error({"p16", "--sigle-block"}, {"did you mean '--single-block'?"});
  expect_usage_error({"p16", "--bakend", "cpu"}, {"did you mean '--backend'?"});
}

TEST(Usage, WhatIsLikeNothingPointsToTheList) {
  expect_usage_error({"xylophone"}, {"'xylophone'", "hippuzzle list"});
  expect_usage_error({"run", "zz*"}, {"'zz*'", "hippuzzle list"});
}

TEST(Usage, ValuesAreCheckedBeforeAnythingRuns) {
  expect_usage_error({"p16", "--backend", "gpu"}, {"'gpu'", "auto, cpu, nvidia or amd"});
  expect_usage_error({"p16", "--backend", "cpu,gpu"}, {"'gpu'"});
  expect_usage_error({"p16", "--backend", ""}, {"''"});
  expect_usage_error({"run", "p16", "--backend", "cpu,"}, {"''"});
  expect_usage_error({"p16", "--seed", "x"}, {"--seed", "'x'"});
  expect_usage_error({"p16", "--seed", "-1"}, {"--seed"});
  expect_usage_error({"p16", "--seed"}, {"--seed"});
  expect_usage_error({"p16", "--timeout", "0"}, {"--timeout", "'0'"});
  expect_usage_error({"p16", "--timeout", "nan"}, {"--timeout"});
  expect_usage_error({"p16", "--timeout", "1s"}, {"--timeout", "'1s'"});
  expect_usage_error({"p16", "--device", "first"}, {"--device", "'first'"});
  expect_usage_error({"run"}, {"pattern"});
  expect_usage_error({"bench", "compare"}, {"`hippuzzle bench compare --help`"});
  expect_usage_error({"roofline", "--backend", "cpu,nvidia"}, {"no backend 'cpu,nvidia'"});
  expect_usage_error({"p16", "p16"}, {"p16"});
}

TEST(Usage, WhatIsOnlyMeasuredCannotBeLeftUnchecked) {
  for (const char* command : {"bench", "roofline"}) {
    expect_usage_error({command, "p16", "--no-check"},
                       {std::string("`hippuzzle ") + command + "`", "does not take '--no-check'"});
    EXPECT_EQ(hippuzzle({command, "--help"}).out.find("--no-check"), std::string::npos);
  }
}

// Of a command whose standard output is a full disk, or none at all.
void expect_lost_output(const std::string& command, const std::string& redirection) {
  const CommandResult r =
      run({"/bin/sh", "-c", "exec \"$0\" " + command + " " + redirection, binary().string()},
          {{"HIPPUZZLE_PLUGIN_PATH", ""}, {"NO_COLOR", "1"}});
  EXPECT_EQ(r.code, 2) << command << redirection << r.err;
  EXPECT_NE(r.err.find("standard output could not be written to its end"), std::string::npos)
      << command << redirection << r.err;
}

TEST(Output, ThatDoesNotArriveIsSaidAndNeverASuccess) {
  for (const char* command :
       {"--help", "--version", "list", "devices --json", "p01 --backend cpu",
        "run 'p0*' --json --backend cpu", "check p01 --json", "trace p16 --tiled --json"}) {
    expect_lost_output(command, ">/dev/full");
    expect_lost_output(command, ">&-");
  }
}

TEST(Output, AClosedErrorStreamDoesNotBecomeTheKernels) {
  const CommandResult r =
      run({"/bin/sh", "-c", "exec \"$0\" p01 --backend cpu 0<&- 2>&-", binary().string()},
          {{"HIPPUZZLE_PLUGIN_PATH", ""}, {"NO_COLOR", "1"}});
  EXPECT_EQ(r.code, 0) << r.out;
  EXPECT_NE(r.out.find("p01: passed on cpu"), std::string::npos) << r.out;
}

}  // namespace
}  // namespace hippuzzle::testing
