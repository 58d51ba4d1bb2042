// Verdicts of checked runs; this file invents the runner's reports.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>
#include <functional>

#include "engine/judge/cases/cases.hpp"
#include "engine/judge/judge.hpp"
#include "engine/protocol/codec.hpp"

#include "tests/unit/fake_device.hpp"

namespace hippuzzle {
namespace checked_verdict_test {

class CheckedVerdict : public ::testing::Test {
 protected:
  CheckedVerdict() {
    options_.mode = Checked{.sample = {.most = 2}};
    options_.asks_gpu_compilers = false;
  }

  // The result of a run whose runner says that.
  VariantResult run_as(const std::function<void(const EventSink&)>& say, RunnerEnd end = {}) const {
    return judge(
        p16_, *p16_.find("naive"), candidate(), options_,
        [&](const Job&, const SharedMemory&, std::chrono::milliseconds, const EventSink& sink) {
          say(sink);
          return end;
        });
  }

  static Candidate candidate() {
    return {.platform = "cpu",
            .module = testing::fixture("right") / "cpu" / "p16.so",
            .runtime = testing::fake_runtime_path()};
  }

  // Expects that this, in the middle of the first case, ends the run as a crash for that reason.
  void expect_refused(const Event& event, const char* reason) const {
    const VariantResult result = run_as([&](const EventSink& sink) {
      sink(DeviceFound{});
      sink(CaseBegun{0});
      sink(event);
      sink(Done{});
    });
    EXPECT_EQ(result.outcome, Outcome::crashed) << encode(event);
    EXPECT_NE(result.reason.find(reason), std::string::npos) << encode(event) << result.reason;
  }

  // The result of a run with these findings, and the cases of the run.
  VariantResult run(const std::vector<Finding>& findings = {}) {
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
    return judge(p16_, *p16_.find("naive"), candidate(), options_, tell);
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
                               "does not come to an end"),
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

// The runner's words are claims: none of them is the verdict.
TEST_F(CheckedVerdict, TakesNothingThatTheTaskDoesNotAskFor) {
  options_.mode = Checked{};
  const Event sampled = CaseDone{.index = 0, .sampled = {1, 2, false}};
  expect_refused(sampled, "reported a sample that nobody asked for");
  expect_refused(CaseDone{.index = 0, .sampled = {1, 2, true}}, "nobody asked for");
  Finding waits = finding(FindingKind::runaway);
  waits.part = RunawayPart{.in_sample = true};
  expect_refused(FindingReported{0, waits}, "reported a sample that nobody asked for");
  expect_refused(LaunchCounted{}, "reported counts that nobody asked for");
  expect_refused(TracePart{"{}"}, "reported a trace that nobody asked for");
  expect_refused(BuffersPlaced{}, "reported what nobody asked for");
  expect_refused(Sensors{}, "reported what nobody asked for");
  options_.mode = Plain{};
  expect_refused(sampled, "reported a sample that nobody asked for");
  expect_refused(FindingReported{0, finding(FindingKind::race)}, "a finding that nobody asked for");
}

TEST_F(CheckedVerdict, TakesNothingTwiceOutOfOrderOrBehindTheEnd) {
  options_.mode = Checked{.count_accesses = true};
  expect_refused(DeviceFound{}, "reported two devices");
  expect_refused(CaseBegun{0}, "cases that were not next");
  expect_refused(CaseBegun{1}, "cases that were not next");
  expect_refused(CaseDone{.index = 1}, "cases that were not next");
  expect_refused(CaseDone{.index = 0, .changed_inputs = std::vector<uint32_t>(9)},
                 "more buffers than there are");
  expect_refused(LaunchCounted{}, "counts that nobody asked for");  // of a case that is not done
  expect_refused(FindingReported{1, finding(FindingKind::race)}, "findings that were not next");
  expect_refused(Done{}, "an end before the last case");
  expect_refused(Failed{.failure = Failure::load_failed}, "a module which runs cannot be loaded");
  expect_refused(Failed{}, "something behind its end");
}

TEST_F(CheckedVerdict, IsWhatTheEndOfTheProcessSays) {
  const auto passes = [&](RunnerEnd end) {
    const auto tell = [&](const Job& job, const SharedMemory&, std::chrono::milliseconds,
                          const EventSink& sink) {
      sink(DeviceFound{});
      for (uint32_t i = 0; i < std::get<RunCases>(job.task).cases.size(); ++i) {
        sink(CaseBegun{i});
        sink(CaseDone{.index = i, .sampled = sampled_});
      }
      sink(Done{});
      return end;
    };
    return judge(p16_, *p16_.find("naive"), candidate(), options_, tell).outcome;
  };
  EXPECT_EQ(passes({}), Outcome::passed);
  EXPECT_EQ(passes({RunnerEnd::How::exited, 1}), Outcome::crashed);
  EXPECT_EQ(passes({RunnerEnd::How::signalled, 11}), Outcome::crashed);
  EXPECT_EQ(passes({RunnerEnd::How::timed_out, 0}), Outcome::timed_out);
}

TEST_F(CheckedVerdict, HasNoPlaceOrExcuseThatTheRunnerNamed) {
  Finding forged = finding(FindingKind::race);
  forged.sides[0].place.file = "/etc/passwd";
  forged.sides[0].place.line = 1;
  forged.suppressed = "says the kernel";
  const VariantResult result = run({forged});
  EXPECT_EQ(result.outcome, Outcome::findings);
  ASSERT_EQ(result.findings.size(), 1u);
  EXPECT_EQ(result.findings[0].sides[0].place, SourcePlace{});
  EXPECT_EQ(result.findings[0].suppressed, "");
}

}  // namespace checked_verdict_test
}  // namespace hippuzzle
