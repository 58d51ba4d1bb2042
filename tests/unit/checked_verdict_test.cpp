// Verdicts of checked runs, of which a runner tells what this file says.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>

#include "engine/judge/cases/cases.hpp"
#include "engine/judge/judge.hpp"

#include "tests/unit/fake_device.hpp"

namespace hippuzzle {
namespace checked_verdict_test {

class CheckedVerdict : public ::testing::Test {
 protected:
  CheckedVerdict() {
    options_.mode = Checked{};
    options_.asks_gpu_compilers = false;
  }

  // The result of a run that has the findings, and the cases of which it was.
  VariantResult run(const std::vector<Finding>& findings = {}) {
    const Candidate candidate{.platform = "cpu",
                              .module = testing::fixture("right") / "cpu" / "p16.so",
                              .runtime = testing::fake_runtime_path()};
    const auto tell = [&](const Job& job, const SharedMemory&, std::chrono::milliseconds,
                          const EventSink& sink) {
      const auto& cases = std::get<RunCases>(job.task).cases;
      sink(DeviceFound{.name = "a device"});
      for (uint32_t i = 0; i < cases.size(); ++i) {
        cases_.push_back(cases[i]);
        sink(CaseBegun{i});
        sink(CaseDone{.index = i, .sampled = sampled_, .launched_nothing = launches_nothing_});
      }
      for (uint32_t i = 0; i < findings.size(); ++i) sink(FindingReported{i, findings[i]});
      sink(Done{});
      return RunnerEnd{};
    };
    cases_.clear();
    return judge(p16_, *p16_.find("naive"), candidate, options_, tell);
  }

  static Finding finding(FindingKind kind) {
    Finding f{.kind = kind, .kernel = "product", .count = 1, .sides = {FindingSide{}}};
    f.sides[0].block = {3, 0, 0};
    f.sides[0].place = {.file = "kernel.hip", .line = 7};
    return f;
  }

  uint64_t most_threads() const {
    uint64_t most = 0;
    for (const JobCase& c : cases_) {
      const auto& [grid, block, shared_bytes] = c.configuration;
      most = std::max(most, uint64_t{grid.x} * grid.y * block.x * block.y);
    }
    return most;
  }

  JudgeModule p16_{testing::shipped() / "judge" / "p16.so", "p16"};
  RunOptions options_;
  SampledBlocks sampled_ = {2, 4, false};  // so the answer is not judged
  bool launches_nothing_ = false;
  std::vector<JobCase> cases_;
};

TEST_F(CheckedVerdict, LeavesOutLargeCasesButNotTheExample) {
  run();
  const size_t all = cases_.size();
  ASSERT_GT(most_threads(), 16u);
  options_.most_threads = 16;
  const VariantResult small = run();
  EXPECT_LT(cases_.size(), all);
  EXPECT_GT(cases_.size(), 1u);
  EXPECT_LE(most_threads(), 16u);
  EXPECT_EQ(small.case_count, cases_.size());
  options_.most_threads = 1;
  EXPECT_EQ(run().cases.at(0).name, "the example");
  EXPECT_GT(most_threads(), 1u);
}

TEST_F(CheckedVerdict, LeavesOutOtherTilesWhereItIsAskedTo) {
  options_.only_usual_tiles = true;
  run();
  ASSERT_FALSE(cases_.empty());
  for (const JobCase& c : cases_) EXPECT_EQ(tile_of(c.extents), 0u);
}

TEST_F(CheckedVerdict, NeedsALaunch) {
  EXPECT_EQ(run().outcome, Outcome::passed);
  launches_nothing_ = true;
  const VariantResult nothing = run();
  EXPECT_EQ(nothing.outcome, Outcome::wrong_answer);
  EXPECT_EQ(nothing.reason.find("no kernel was launched in any case"), 0u) << nothing.reason;
}

TEST_F(CheckedVerdict, IsNoneWhereBlocksOfASampleWaitForOthers) {
  Finding waits = finding(FindingKind::runaway);
  waits.part = RunawayPart{.in_sample = true};
  const VariantResult result = run({waits});
  EXPECT_EQ(result.outcome, Outcome::unsupported);
  EXPECT_EQ(exit_code(result.outcome), 77);
  EXPECT_TRUE(result.findings.empty());
  EXPECT_NE(result.reason.find("cannot be looked at on a sample of its blocks: block (3, 0, 0) "
                               "does not come to an end (kernel.hip:7)"),
            std::string::npos)
      << result.reason;
}

// Nothing is computed here, so that an answer that is judged is wrong.
TEST_F(CheckedVerdict, IsAWrongAnswerUnlessAThreadWasStopped) {
  const auto outcome = [&](FindingKind kind) { return run({finding(kind)}).outcome; };
  EXPECT_EQ(outcome(FindingKind::race), Outcome::findings);
  EXPECT_EQ(outcome(FindingKind::race_same_value), Outcome::passed);
  sampled_ = {};
  EXPECT_EQ(outcome(FindingKind::race), Outcome::wrong_answer);
  EXPECT_EQ(outcome(FindingKind::out_of_bounds), Outcome::wrong_answer);
  EXPECT_EQ(outcome(FindingKind::wild_pointer), Outcome::findings);
  EXPECT_EQ(outcome(FindingKind::outside_shape), Outcome::findings);
  EXPECT_EQ(exit_code(Outcome::findings), 4);
  EXPECT_EQ(exit_code(Outcome::wrong_answer), 1);
  Finding stopped = finding(FindingKind::out_of_bounds);
  stopped.part = BoundsPart{.has_stopped = true};
  EXPECT_EQ(run({stopped}).outcome, Outcome::findings);
}

}  // namespace checked_verdict_test
}  // namespace hippuzzle
