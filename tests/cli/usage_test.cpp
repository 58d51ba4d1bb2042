// The messages about mistakes in the command line.
#include <filesystem>
#include <fstream>
#include <set>

#include "tests/support/hippuzzle_command.hpp"

namespace hippuzzle::testing {
namespace usage_test {

// A usage error: exit code 2, nothing on standard output, and one line that names the mistake and
// the remedy.
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
  expect_usage_error({"run", "p16", "--backend", "cpu,cpu"}, {"'cpu' twice"});
  expect_usage_error({"p16", "--memory", "0"}, {"--memory", "above 0"});
  expect_usage_error({"check", "p16", "--steps", "0"}, {"--steps", "above 0"});
  expect_usage_error({"p16", "--seed", "x"}, {"--seed", "'x'"});
  expect_usage_error({"p16", "--seed", "-1"}, {"--seed"});
  expect_usage_error({"p16", "--seed"}, {"--seed"});
  expect_usage_error({"p16", "--timeout", "0"}, {"--timeout", "'0'"});
  expect_usage_error({"p16", "--timeout", "nan"}, {"--timeout"});
  expect_usage_error({"p16", "--timeout", "1s"}, {"--timeout", "'1s'"});
  expect_usage_error({"p16", "--device", "first"}, {"--device", "'first'"});
  expect_usage_error({"run"}, {"pattern"});
  expect_usage_error({"bench", "compare"}, {"`hippuzzle bench compare --help`"});
  expect_usage_error({"trace", "p16", "--backend", "gpu"}, {"no backend 'gpu'"});
  expect_usage_error({"roofline", "--backend", "cpu,nvidia"}, {"no backend 'cpu,nvidia'"});
  expect_usage_error({"p16", "p16"}, {"p16"});
}

TEST(Usage, ADoubleDashInFrontOfAPuzzleIsNotIgnored) {
  expect_usage_error({"--", "p16", "--naive"}, {"'--'", "remove it"});
}

TEST(Usage, HelpRefusesWordsThatItDoesNotUse) {
  for (const std::vector<std::string>& arguments :
       std::vector<std::vector<std::string>>{{"help", "p16", "x"},
                                             {"-v", "help", "p16", "x"},
                                             {"help", "p16", "--tiled"},
                                             {"help", "p16", "p01"},
                                             {"help", "run", "p16"},
                                             {"help", "bench", "x"},
                                             {"help", "bench", "compare", "x"},
                                             {"help", "cc", "-O2"},
                                             {"help", "help", "x"},
                                             {"help", "check", "xylophone"}}) {
    expect_usage_error(arguments, {"`hippuzzle help", "does not use '" + arguments.back() + "'"});
  }
  expect_usage_error({"help", "--", "check"}, {"'--'"});
  expect_usage_error({"help", "check", "--", "x"}, {"'--'"});
}

TEST(Usage, HelpTakesCommandsOfCommandsPuzzlesAndOptionsOfTheProgram) {
  EXPECT_EQ(hippuzzle({"help", "bench", "compare"}).out,
            hippuzzle({"bench", "compare", "--help"}).out);
  EXPECT_NE(hippuzzle({"help", "check", "p16"}).out.find("Variants of p16"), std::string::npos);
  for (const char* option : {"-v", "-q", "--edition=classic"}) {
    EXPECT_EQ(hippuzzle({"help", option, "check"}).out, hippuzzle({"check", "--help"}).out);
    EXPECT_EQ(hippuzzle({"help", "check", option}).out, hippuzzle({"check", "--help"}).out);
  }
}

TEST(Usage, FlagsThatContradictEachOtherAreRefused) {
  expect_usage_error({"-q", "-v", "list"}, {"--quiet", "--verbose"});
}

TEST(Usage, ControlBytesOfAnArgumentAreShownAndNotSent) {
  expect_usage_error({"p01\x1b[31mred"}, {"'p01\\x1b[31mred'"});
  expect_usage_error({"p01\xc2\x9b"
                      "31mred"},
                     {"'p01\\x9b31mred'"});
  EXPECT_EQ(hippuzzle({"p01\x1b[31mred"}).err.find('\x1b'), std::string::npos);
  expect_usage_error({"größe"}, {"'größe'"});
}

TEST(Usage, ADeletedFolderIsNamedAsWhatItIs) {
  for (const char* command : {"init", "progress", "lint"}) {
    const CommandResult r =
        run({"/bin/sh", "-c",
             "folder=$(mktemp -d) && cd \"$folder\" && rmdir \"$folder\" && exec \"$0\" \"$1\"",
             binary().string(), command});
    EXPECT_EQ(r.code, 2) << r.out;
    EXPECT_NE(r.err.find("the current folder does not exist any more"), std::string::npos) << r.err;
  }
}

TEST(EarlyOptions, AreReadBeforeAndBehindTheCommandAndInBothForms) {
  const std::string classic = hippuzzle({"list", "--edition", "classic"}).out;
  EXPECT_NE(classic, hippuzzle({"list"}).out);
  EXPECT_EQ(classic, hippuzzle({"list", "--edition=classic"}).out);
  EXPECT_EQ(classic, hippuzzle({"--edition", "classic", "list"}).out);
  expect_usage_error({"list", "--edition"}, {"--edition needs a value"});
  expect_usage_error({"list", "--plugin-path=/nowhere"}, {"there is no directory '/nowhere'"});
}

TEST(Usage, WhatIsOnlyMeasuredCannotBeLeftUnchecked) {
  for (const char* command : {"bench", "roofline"}) {
    expect_usage_error({command, "p16", "--no-check"},
                       {std::string("`hippuzzle ") + command + "`", "does not take '--no-check'"});
    EXPECT_EQ(hippuzzle({command, "--help"}).out.find("--no-check"), std::string::npos);
  }
}

TEST(Usage, AnOptionInFrontOfItsCommandIsSentBehindIt) {
  for (const std::string option : {"--timeout", "--timeout=3"}) {
    const CommandResult r = hippuzzle({option, "3", "p01"});
    EXPECT_EQ(r.code, 2);
    EXPECT_EQ(r.err,
              "hippuzzle: error: --timeout is an option of `hippuzzle p01` and must follow "
              "it; write `hippuzzle p01 --timeout`\n");
  }
}

// Values that no option has, on every option that tests/cli/promised.txt lists: empty words, as a
// script's variable without a value leaves them, and numbers that only strtod reads.
struct ValueOption {
  std::string command;
  std::string name;
  std::string type;
};

// The options with a value, of "option run --jobs N" and "option book -o, --output DIR". The words
// of `cc` belong to a compiler.
std::vector<ValueOption> options_with_values() {
  std::vector<ValueOption> options;
  std::ifstream in(std::filesystem::path(HIPPUZZLE_SOURCE_DIR) / "tests/cli/promised.txt");
  for (std::string line; std::getline(in, line);) {
    std::istringstream words(line);
    std::string kind;
    ValueOption option;
    words >> kind >> option.command >> option.name;
    if (option.name.ends_with(',')) words >> option.name;
    words >> option.type;
    if (kind == "option" && option.command != "cc" && option.name.starts_with("--") &&
        !option.type.empty()) {
      options.push_back(option);
    }
  }
  return options;
}

void expect_refused(const ValueOption& option, const std::vector<std::string>& value) {
  std::vector<std::string> arguments = {option.command};
  if (option.command == "hippuzzle") arguments = {"list"};
  arguments.insert(arguments.end(), value.begin(), value.end());
  const CommandResult r = hippuzzle(arguments);
  EXPECT_EQ(r.code, 2) << option.command << " " << value.back() << ": " << r.out;
  EXPECT_EQ(r.out, "") << option.command << " " << value.back();
  EXPECT_EQ(lines(r.err).size(), 1u) << r.err;
  EXPECT_NE(r.err.find(option.name), std::string::npos) << "'" << option.name << "' in " << r.err;
}

// One rule for all commands, so each name is tried at one of them.
TEST(OddValues, EmptyOnesAreRefusedByEveryOption) {
  std::set<std::string> tried;
  for (const ValueOption& option : options_with_values()) {
    if (option.name == "--variant" || !tried.insert(option.name).second) continue;
    expect_refused(option, {option.name, ""});
    if (tried.size() % 8 == 0) expect_refused(option, {option.name + "="});
  }
  EXPECT_GT(tried.size(), 50u);
  expect_refused({"p16", "--emulate", ""}, {"--emulate="});
}

// Each option by one of the values, the commands of an option by different ones.
TEST(OddValues, NumbersAreDecimal) {
  const std::vector<std::string> values = {"0x10", "nan", "-1", "1e400", " 1", "+1", "1 "};
  size_t tried = 0;
  for (const ValueOption& option : options_with_values()) {
    if (!std::set<std::string>{"N", "SECONDS", "MIB", "BYTES", "MINUTES"}.contains(option.type)) {
      continue;
    }
    expect_refused(option, {option.name, values[tried++ % values.size()]});
  }
  EXPECT_GT(tried, 40u);
}

TEST(OddValues, AnEmptyWordIsNamedByTheWordBeforeIt) {
  for (const std::vector<std::string>& arguments :
       std::vector<std::vector<std::string>>{{"run", ""},
                                             {"p16", "--tiled", ""},
                                             {"layout", ""},
                                             {"list", "--", ""},
                                             {"cc", ""},
                                             {"cc", "--check", ""}}) {
    const CommandResult r = hippuzzle(arguments);
    EXPECT_EQ(r.code, 2) << r.out;
    const std::string before = arguments[arguments.size() - 2];
    EXPECT_NE(r.err.find("the word after '" + before + "' is empty"), std::string::npos) << r.err;
  }
}

}  // namespace usage_test
}  // namespace hippuzzle::testing
