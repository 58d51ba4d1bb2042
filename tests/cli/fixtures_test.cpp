// Every bad kernel module ends in its own exit code and its own one sentence; none passes, none
// takes the judge down, none leaves a process running.
#include <dlfcn.h>
#include <unistd.h>

#include <csignal>

#include "tests/support/hippuzzle_command.hpp"
#include "tests/support/temporary_directory.hpp"
#include "tests/support/tree_copy.hpp"

namespace hippuzzle::testing {
namespace fixtures_test {

struct Expected {
  std::string fixture;  // its folder
  int exit_code;
  std::string outcome;
  std::vector<std::string> words;  // of the sentence
  std::string timeout = "30";      // far beyond the need of any of them
};

std::ostream& operator<<(std::ostream& out, const Expected& e) { return out << e.fixture; }

const std::vector<Expected> all_expected = {
    // Refused by the file, before any code of it runs.
    {"not_elf", 3, "could-not-load", {"cpu/p16.so", "not an ELF file"}},
    {"empty_file", 3, "could-not-load", {"cpu/p16.so", "not an ELF file"}},
    {"missing_note", 3, "could-not-load", {"cpu/p16.so", "no hippuzzle note"}},
    {"wrong_abi_in_note", 3, "could-not-load", {"cpu/p16.so", "built for ABI version 1000"}},
    {"built_for_abi_1",
     3,
     "could-not-load",
     {"cpu/p16.so", "built for ABI version 1, expected 3; build it again"}},
    {"built_for_abi_2",
     3,
     "could-not-load",
     {"cpu/p16.so", "built for ABI version 2, expected 3; build it again"}},
    {"wrong_platform", 3, "could-not-load", {"cpu/p16.so", "platform 'nvidia', expected 'cpu'"}},
    {"wrong_kind", 3, "could-not-load", {"cpu/p16.so", "judge module, expected a kernel module"}},
    {"duplicate_id", 3, "could-not-load", {"cpu/p16.so", "claims the id 'p17'", "duplicate id"}},

    // Refused once open.
    {"unresolved_symbol", 3, "could-not-load", {"cpu/p16.so", "a_function_that_nobody_defines"}},
    {"missing_symbol", 3, "could-not-load", {"cpu/p16.so", "does not export the symbol"}},
    {"wrong_abi_in_struct", 3, "could-not-load", {"cpu/p16.so", "says ABI version 1000"}},
    {"truncated_struct", 3, "could-not-load", {"cpu/p16.so", "truncated: 8 bytes"}},
    {"wrong_kernel_size", 3, "could-not-load", {"cpu/p16.so", "its kernels are 8 bytes"}},
    {"missing_variant", 3, "could-not-load", {"cpu/p16.so", "no kernel for the variant 'naive'"}},
    {"crashes_when_opened", 6, "crashed", {"before the first case", "signal 11"}},

    // Wrong answers.
    {"writes_nothing", 1, "wrong-answer", {"'the example'", "4 of 4 elements are wrong"}},
    {"returns_nan", 1, "wrong-answer", {"1 of 4 elements is wrong, 1 of them NaN"}},
    {"writes_past_end", 1, "wrong-answer", {"past the end of 'output' (index 4 of 4)"}},
    {"writes_before_start", 1, "wrong-answer", {"in front of 'output' (index -1)"}},
    {"writes_past_input", 1, "wrong-answer", {"past the end of 'b' (index 7 of 4)"}},
    {"changes_input", 1, "wrong-answer", {"changed its input 'a'"}},
    {"remembers_example", 1, "wrong-answer", {"random 1 x 1", "the element is wrong"}},
    {"adds_to_output", 1, "wrong-answer", {"output poisoned beforehand"}},

    // Modules that end without returning.
    {"crashes",
     6,
     "crashed",
     {"'the example'", "signal 11", "`hippuzzle check p16 --naive` looks"}},
    {"aborts", 6, "crashed", {"'the example'", "signal 6"}},
    {"throws", 6, "crashed", {"'the example'", "signal 6"}},
    {"exits_with_zero", 6, "crashed", {"'the example'", "called exit("}},
    {"returns_error", 6, "crashed", {"'the example'", "the launch failed: hipError"}},
    {"never_returns", 5, "timed-out", {"within 0.3 s"}, "0.3"},
    {"stops_itself", 5, "timed-out", {"within 0.3 s"}, "0.3"},

    // Attacks on the resources that the runner shares with the judge.
    {"writes_to_every_descriptor", 6, "crashed", {"wrote over the runner's report"}},
    {"floods_every_descriptor", 6, "crashed", {"wrote over the runner's report"}},
    {"floods_with_events", 6, "crashed", {"reported two devices"}},
    {"closes_every_descriptor", 6, "crashed", {"'the example'"}},
    {"truncates_every_descriptor", 6, "crashed", {"'the example'", "called exit(0)"}},
    {"forges_done", 6, "crashed", {"an end before the last case"}},
    {"forges_failure_that_passed", 6, "crashed", {"wrote over the runner's report"}},
    {"repeats_one_case", 6, "crashed", {"cases that were not next"}},

    // Processes that would outlive the run.
    {"forks_and_returns", 1, "wrong-answer", {"'the example'"}},
    {"forks_and_crashes", 6, "crashed", {"'the example'", "signal 11"}},
    {"forks_and_hangs", 5, "timed-out", {"within 0.3 s"}, "0.3"},

    // From inside a kernel on the CPU platform.
    {"kernel_crashes", 6, "crashed", {"'the example'", "signal 11"}},
    {"kernel_exits", 6, "crashed", {"'the example'", "called exit("}},
    {"kernel_never_ends", 5, "timed-out", {"within 0.3 s"}, "0.3"},
};

class BadModule : public ::testing::TestWithParam<Expected> {
 protected:
  static CommandResult run_fixture(const Expected& e, std::vector<std::string> more = {}) {
    std::vector<std::string> arguments = {
        "p16",       "--naive", "--backend",     "cpu",
        "--timeout", e.timeout, "--plugin-path", fixture(e.fixture).string()};
    arguments.insert(arguments.end(), more.begin(), more.end());
    return hippuzzle(arguments);
  }

  static void expect_judge_ended_well(const CommandResult& r, int exit_code) {
    EXPECT_TRUE(r.exited) << "killed by signal " << r.code;
    EXPECT_EQ(r.code, exit_code) << r.out << r.err;
    EXPECT_EQ(r.left_behind, std::vector<std::string>());
    EXPECT_EQ((r.out + r.err).find("initialiser has run"), std::string::npos);
  }
};

TEST_P(BadModule, HasItsExitCodeAndSentence) {
  const Expected& e = GetParam();
  const CommandResult r = run_fixture(e);
  expect_judge_ended_well(r, e.exit_code);
  EXPECT_EQ(r.out.find("passed"), std::string::npos) << r.out;
  const auto printed = lines(r.out);
  const auto found = std::ranges::find_if(
      printed, [](const std::string& line) { return line.starts_with("p16 --naive: "); });
  ASSERT_NE(found, printed.end()) << r.out << r.err;
  const std::string& verdict = *found;
  for (const std::string& word : e.words) {
    EXPECT_NE(verdict.find(word), std::string::npos) << "'" << word << "' in: " << verdict;
  }
}

TEST_P(BadModule, SaysTheSameInJson) {
  const Expected& e = GetParam();
  const CommandResult r = run_fixture(e, {"--json"});
  expect_judge_ended_well(r, e.exit_code);
  const JsonReport report(r);
  ASSERT_EQ(report.variants.size(), 1u);
  const nlohmann::json& v = report.variants[0];
  EXPECT_EQ(v["outcome"], e.outcome);
  EXPECT_EQ(v["exit_code"], e.exit_code);
  EXPECT_EQ(v["module"], (fixture(e.fixture) / "cpu" / "p16.so").string());
  const std::string reason = v["reason"];
  EXPECT_EQ(reason.find('\n'), std::string::npos) << reason;
  for (const std::string& word : e.words) {
    EXPECT_NE(reason.find(word), std::string::npos) << "'" << word << "' in: " << reason;
  }
  EXPECT_EQ(report.summary["exit_code"], e.exit_code);
}

std::string camel_case(const ::testing::TestParamInfo<Expected>& info) {
  std::string name;
  bool up = true;
  for (const char c : info.param.fixture) {
    if (c != '_') name += up ? static_cast<char>(std::toupper(c)) : c;
    up = c == '_';
  }
  return name;
}

INSTANTIATE_TEST_SUITE_P(Fixtures, BadModule, ::testing::ValuesIn(all_expected), camel_case);

// The fixture has none of the faults above; a harness that refuses everything fails here.
TEST(GoodModule, Passes) {
  const CommandResult r =
      hippuzzle({"p16", "--naive", "--backend", "cpu", "--plugin-path", fixture("right").string()});
  EXPECT_EQ(r.code, 0) << r.out << r.err;
}

TEST(GoodModule, MayPrintWithoutDisturbingTheReport) {
  const CommandResult r = hippuzzle({"p16", "--naive", "--backend", "cpu", "--json",
                                     "--plugin-path", fixture("kernel_prints").string()});
  EXPECT_EQ(r.code, 0) << r.err;
  EXPECT_EQ(JsonReport(r).variants.size(), 1u);
  EXPECT_EQ(JsonReport(r).variants[0]["cases"].size(), 14u);
  const std::string said = "thread 1 0; thread 1 1; thread 1 2; ";
  EXPECT_NE(r.err.find(said), std::string::npos) << r.err;
  EXPECT_EQ(r.err.find("thread"), r.err.rfind(said)) << "of the example only: " << r.err;
}

TEST(GoodModule, FindsNothingOfTheUsersOnItsInput) {
  const CommandResult r =
      run({"/bin/sh", "-c",
           "echo mine | { \"$0\" p16 --naive --backend cpu --plugin-path \"$1\" >&2; cat; }",
           binary().string(), fixture("reads_its_input").string()});
  EXPECT_EQ(r.out, "mine\n") << r.err;
}

TEST(BadModuleThat, ExitsIsNotSentToACheckThatKnowsNoMore) {
  const CommandResult r = hippuzzle(
      {"p16", "--naive", "--backend", "cpu", "--plugin-path", fixture("exits_with_zero").string()});
  EXPECT_EQ(r.code, 6);
  EXPECT_EQ(r.out.find("hippuzzle check"), std::string::npos) << r.out;
}

TEST(BadModuleThat, CrashesIsHeardToTheEnd) {
  const CommandResult r = hippuzzle(
      {"p16", "--naive", "--backend", "cpu", "--plugin-path", fixture("kernel_crashes").string()});
  EXPECT_NE(r.err.find("before the crash\n"), std::string::npos) << r.err;
}

TEST(BadModuleThat, PrintsWithoutEndDoesNotFillALog) {
  const CommandResult r =
      hippuzzle({"p16", "--naive", "--backend", "cpu", "--timeout", "1", "--plugin-path",
                 fixture("kernel_prints_without_end").string()});
  EXPECT_EQ(r.code, 5) << r.out;
  EXPECT_NE(r.err.find("again and again\n"), std::string::npos);
  EXPECT_NE(r.err.find("more than 64 KiB"), std::string::npos);
  EXPECT_LT(r.err.size(), 70'000u);
}

TEST(BadModuleThat, KillsItsJudgeDiesWithIt) {
  const CommandResult r = hippuzzle(
      {"p16", "--naive", "--backend", "cpu", "--plugin-path", fixture("kills_its_judge").string()});
  EXPECT_FALSE(r.exited);
  EXPECT_EQ(r.code, SIGKILL);
  EXPECT_EQ(r.left_behind, std::vector<std::string>());
}

TEST(BadModuleThat, WritesToWhateverIsOpenReachesNothingOfTheUsers) {
  const TemporaryDirectory directory;
  const auto file = directory.path() / "inherited";
  const CommandResult r = run(
      {"/bin/sh", "-c",
       "exec 9> \"$2\"; echo mine >&9; exec \"$0\" p16 --naive --backend cpu --plugin-path \"$1\"",
       binary().string(), fixture("writes_to_every_descriptor").string(), file.string()});
  EXPECT_EQ(r.code, 6) << r.out;
  EXPECT_EQ(std::filesystem::file_size(file), std::string("mine\n").size());
}

TEST(BadModuleThat, WantsIntoItsJudgesMemoryStaysOutside) {
  const bool is_root = geteuid() == 0;  // to whom all memory is open
  const TreeCopy tree(is_root ? User::nobody : User::oneself, {"opens_its_judge"});
  if (!tree.why_unusable().empty()) GTEST_SKIP() << tree.why_unusable();
  const CommandResult r = tree.hippuzzle({"p16", "--naive", "--backend", "cpu", "--plugin-path",
                                          tree.fixture("opens_its_judge").string()});
  EXPECT_EQ(r.code, 0) << r.out << r.err;
}

TEST(BadModuleThat, RepeatsOneCaseKnowsHowManyThereAre) {
  // The number must be the fixture's (repeats_one_case); another number would be refused for being
  // another.
  const JsonReport report(hippuzzle({"p16", "--naive", "--backend", "cpu", "--json"}));
  int in_usual_tiles = 0;
  for (const auto& c : report.variants.at(0)["cases"]) {
    if (c["name"].get<std::string>().find("tiles of") == std::string::npos) ++in_usual_tiles;
  }
  EXPECT_EQ(in_usual_tiles, 11);
}

TEST(GoodModule, LeavesNoProcessBehindEither) {
  const CommandResult r = hippuzzle({"p16", "--naive", "--backend", "cpu", "--plugin-path",
                                     fixture("forks_and_passes").string()});
  EXPECT_EQ(r.code, 0) << r.out << r.err;
  EXPECT_EQ(r.left_behind, std::vector<std::string>());
}

TEST(NotInitialised, IsNoticedWhenItIs) {
  // The line that the others must not print is printed once such a module is opened.
  const std::string module = (fixture("wrong_kind") / "cpu" / "p16.so").string();
  ::testing::internal::CaptureStderr();
  EXPECT_NE(dlopen(module.c_str(), RTLD_NOW | RTLD_LOCAL), nullptr) << dlerror();
  EXPECT_EQ(::testing::internal::GetCapturedStderr(), "the fixture's initialiser has run\n");
}

}  // namespace fixtures_test
}  // namespace hippuzzle::testing
