// Verdicts, in this process and on the device of host memory: a result's report of each fault.
#include "engine/judge/judge.hpp"

#include <gtest/gtest.h>

#include "engine/runner/runner.hpp"

#include "tests/unit/fake_device.hpp"

namespace hippuzzle {
namespace judge_test {

class JudgeTest : public ::testing::Test {
 protected:
  static RunOptions seeded() {
    RunOptions options;
    options.seed = 3;
    return options;
  }

  VariantResult run(const std::string& name) const {
    const Candidate candidate{.platform = "cpu",
                              .module = testing::fixture(name) / "cpu" / "p16.so",
                              .runtime = testing::fake_runtime_path()};
    return judge(p16_, *p16_.find("naive"), candidate, seeded(), run_in_this_process);
  }

  // The fixture's outcome and reason, and how many cases passed before the first that did not.
  void expect(const std::string& name, Outcome outcome, const std::string& reason,
              size_t passed) const {
    SCOPED_TRACE(name);
    const VariantResult result = run(name);
    EXPECT_EQ(result.outcome, outcome);
    EXPECT_EQ(result.reason, reason);
    size_t before = 0;
    while (before < result.cases.size() && result.cases[before].passed) ++before;
    EXPECT_EQ(before, passed);
  }

  FakeDevice& fake_ = testing::fake_device();
  JudgeModule p16_{testing::shipped() / "judge" / "p16.so", "p16"};
};

TEST_F(JudgeTest, RightAnswersPass) {
  const VariantResult result = run("right");
  EXPECT_EQ(result.outcome, Outcome::passed);
  EXPECT_EQ(result.reason, "");
  EXPECT_EQ(result.puzzle, "p16");
  EXPECT_EQ(result.variant, "naive");
  EXPECT_EQ(result.platform, "cpu");
  EXPECT_EQ(result.device, "Fake device");
  EXPECT_EQ(result.toolkit, "plain host memory");
  EXPECT_EQ(result.seed, 3u);
  EXPECT_EQ(result.kernel_milliseconds(), 0.25);
  ASSERT_EQ(result.case_count, 2 + p16_.find("naive")->size_count);
  ASSERT_EQ(result.cases.size(), result.case_count);
  for (const CaseResult& c : result.cases) EXPECT_TRUE(c.passed) << c.name;
  EXPECT_EQ(result.cases[0].output, (std::vector<double>{4, 6, 12, 22}));
  EXPECT_EQ(result.cases[0].expected, (std::vector<double>{4, 6, 12, 22}));
}

TEST_F(JudgeTest, NothingWrittenShowsZerosAndIsWrong) {
  const VariantResult result = run("writes_nothing");
  EXPECT_EQ(result.outcome, Outcome::wrong_answer);
  EXPECT_EQ(result.reason, "in the case 'the example', 4 of 4 elements are wrong");
  EXPECT_EQ(result.case_count, 2 + p16_.find("naive")->size_count);
  // Cases in other tiles are begun once the cases in the usual ones have passed.
  ASSERT_GT(result.cases.size(), 2u);
  EXPECT_LT(result.cases.size(), result.case_count);
  EXPECT_EQ(result.cases[0].output, (std::vector<double>{0, 0, 0, 0}));
  for (size_t i = 1; i < result.cases.size(); ++i) {
    const Comparison& comparison = result.cases[i].comparison;
    EXPECT_FALSE(result.cases[i].passed);
    EXPECT_EQ(comparison.never_written, comparison.wrong);
  }
}

TEST_F(JudgeTest, EveryFaultHasItsOwnSentence) {
  using enum Outcome;
  expect("returns_nan", wrong_answer,
         "in the case 'the example', 1 of 4 elements is wrong, 1 of them NaN", 0);
  expect("writes_past_end", wrong_answer,
         "in the case 'the example', the kernel wrote 1 element past the end of 'output' (index 4 "
         "of 4); guard the write with the size",
         0);
  expect("writes_before_start", wrong_answer,
         "in the case 'the example', the kernel wrote 2 elements in front of 'output' (index -1); "
         "guard the write with the size",
         0);
  expect(
      "writes_past_input", wrong_answer,
      "in the case 'the example', the kernel wrote 1 element past the end of 'b' (index 7 of 4); "
      "guard the write with the size",
      0);
  expect("changes_input", wrong_answer,
         "in the case 'the example', the kernel changed its input 'a'; write to 'output' only", 0);
  expect("fails_to_prepare", crashed,
         "preparing the launch failed: fakeError (an error on demand) in the case 'the example'",
         0);
  expect("returns_error", crashed,
         "the launch failed: fakeError (an error on demand) in the case 'the example'", 0);
}

TEST_F(JudgeTest, FurtherCasesRefuseWhatTheExampleLetsPass) {
  expect("remembers_example", Outcome::wrong_answer,
         "in the case 'random 1 x 1 in one block', the element is wrong", 2);
  expect(
      "adds_to_output", Outcome::wrong_answer,
      "in the case 'the example, output poisoned beforehand', 4 of 4 elements were never written",
      1);
}

TEST_F(JudgeTest, AFaultOfTheKernelNamesTheCase) {
  fake_.stop_error = 700;
  expect("right", Outcome::crashed,
         "the kernel failed: fakeError (an error on demand) in the case 'the example'", 0);
}

TEST_F(JudgeTest, AModuleWithoutCodeForTheDeviceIsUnsupported) {
  fake_.stop_error = 209;  // hipErrorNoBinaryForGpu
  expect("right", Outcome::unsupported,
         "p16.so holds no code for Fake device (fake_1): the kernel failed: hipErrorNoBinaryForGpu "
         "(an error on demand); build it again for this device",
         0);
}

TEST_F(JudgeTest, NoDeviceIsUnsupported) {
  fake_.devices = 0;
  expect("right", Outcome::unsupported, "no cpu device can be used: the driver reports no device",
         0);
}

TEST_F(JudgeTest, AMissingCapabilityIsUnsupportedAndNamed) {
  const JudgeModule puzzle(testing::fixture("missing_capability") / "judge" / "p91.so", "p91");
  const Candidate candidate{.platform = "cpu",
                            .module = testing::fixture("missing_capability") / "cpu" / "p91.so",
                            .runtime = testing::fake_runtime_path()};
  const VariantResult result =
      judge(puzzle, *puzzle.find(""), candidate, seeded(), run_in_this_process);
  EXPECT_EQ(result.outcome, Outcome::unsupported);
  EXPECT_EQ(result.reason,
            "this variant requires 'unobtainium', but Fake device has only: warp32 fake_1");
  EXPECT_TRUE(result.cases.empty());
}

TEST_F(JudgeTest, ARefusedModuleHasNoCases) {
  for (const char* name : {"wrong_abi_in_note", "missing_symbol", "missing_variant", "not_elf"}) {
    const VariantResult result = run(name);
    EXPECT_EQ(result.outcome, Outcome::load_failed) << name;
    EXPECT_TRUE(result.cases.empty()) << name;
    EXPECT_FALSE(result.reason.empty()) << name;
  }
}

}  // namespace judge_test
}  // namespace hippuzzle
