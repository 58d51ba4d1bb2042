// Measured and withheld results, on the device of host memory, whose clock is ours.
#include "engine/performance/bench/benchmark.hpp"

#include <gtest/gtest.h>

#include "engine/runner/runner.hpp"

#include "tests/unit/expect_error.hpp"
#include "tests/unit/fake_device.hpp"

namespace hippuzzle {
namespace benchmark_test {

class BenchmarkTest : public ::testing::Test {
 protected:
  BenchmarkTest() {
    options_.budget_seconds = 0.2;
    options_.min_samples = 4;
  }

  Bench run(const std::string& name, uint64_t n = 12) {
    const Candidate candidate{.platform = "cpu",
                              .module = testing::fixture(name) / "cpu" / "p16.so",
                              .runtime = testing::fake_runtime_path()};
    return benchmark(
        {naive_}, {{n}}, candidate, options_, [](const std::string&, double) {},
        run_in_this_process);
  }

  // The one result of a fixture that must get no time.
  void expect_withheld(const std::string& name, Outcome outcome, const std::string& reason,
                       uint64_t n = 12) {
    SCOPED_TRACE(name);
    const Bench bench = run(name, n);
    ASSERT_EQ(bench.results.size(), 1u);
    EXPECT_EQ(bench.results[0].outcome, outcome);
    EXPECT_NE(bench.results[0].reason.find(reason), std::string::npos) << bench.results[0].reason;
    EXPECT_EQ(bench.results[0].time.count, 0u);
    EXPECT_FALSE(bench.results[0].sustained);
  }

  FakeDevice& fake_ = testing::fake_device();
  std::shared_ptr<const JudgeModule> p16_ =
      std::make_shared<JudgeModule>(testing::shipped() / "judge" / "p16.so", "p16");
  VariantRef naive_{p16_, p16_->find("naive"), "p16", "naive", std::nullopt};
  BenchOptions options_;
};

TEST_F(BenchmarkTest, ARightKernelGetsTheDevicesTime) {
  const Bench bench = run("right");
  ASSERT_EQ(bench.results.size(), 1u);
  const Measurement& m = bench.results[0];
  EXPECT_EQ(m.outcome, Outcome::passed) << m.reason;
  EXPECT_EQ(m.name, "naive");
  EXPECT_EQ(m.time.median, 0.25);
  EXPECT_TRUE(m.converged);
  EXPECT_EQ(m.samples.size(), 4u);
  EXPECT_EQ(m.flops, 2.0 * 12 * 12 * 12 - 12 * 12);
  EXPECT_EQ(m.math, HIPPUZZLE_MATH_FP32);
  EXPECT_GT(m.worst_error, 0);
  EXPECT_LT(m.worst_error, 1);
  EXPECT_EQ(bench.device, "Fake device");
  EXPECT_EQ(bench.size, "12");
  EXPECT_EQ(bench.before.clock_mhz, 1000);
}

TEST_F(BenchmarkTest, NoiseIsMeasuredUntilTheBudgetEndsAndSaidSo) {
  fake_.noise = 0.5;
  options_.most_samples = 12;
  const Bench bench = run("right");
  EXPECT_EQ(bench.results[0].samples.size(), 12u);
  EXPECT_FALSE(bench.results[0].converged);
  EXPECT_GT(bench.results[0].time.relative_error, 0.1);
}

TEST_F(BenchmarkTest, ColdCachesAreFlushedBeforeEveryLaunch) {
  const size_t before = fake_.flushes;
  const Bench cold = run("right");
  const size_t warm_up = 2;
  EXPECT_EQ(fake_.flushes - before, cold.results[0].samples.size() + warm_up);
}

TEST_F(BenchmarkTest, WarmCachesAreFlushedBeforeNoTimedLaunch) {
  options_.cold = false;
  const size_t before = fake_.flushes;
  const Bench bench = run("right");
  EXPECT_EQ(bench.results[0].outcome, Outcome::passed) << bench.results[0].reason;
  EXPECT_EQ(bench.results[0].time.median, 0.25);
  EXPECT_EQ(fake_.flushes - before, 2u) << "of the launches that are not timed";
}

TEST_F(BenchmarkTest, SamplesOfALowClockAreDiscardedAndRepeated) {
  fake_.throttled = "thermal";
  fake_.slow_readings = 1 + 3;  // one before the samples
  const Bench bench = run("right");
  const Measurement& m = bench.results[0];
  EXPECT_EQ(m.outcome, Outcome::passed) << m.reason;
  EXPECT_EQ(m.repeated, 3u);
  EXPECT_EQ(m.samples.size(), 4u);
}

// The device's clock gives every batch 10 ms, whatever its size. The two launches that are timed
// first take 10 ms, so 50 ms are ten launches, and these ten take 10 ms as well.
TEST_F(BenchmarkTest, SustainedLaunchesFollowEachOtherInBatches) {
  fake_.milliseconds = 10;
  options_.sustained_seconds = 0.4;
  const Bench bench = run("right");
  const Measurement& m = bench.results[0];
  EXPECT_EQ(m.outcome, Outcome::passed) << m.reason;
  EXPECT_EQ(m.time.median, 10);
  ASSERT_TRUE(m.sustained);
  const Sustained& s = *m.sustained;
  EXPECT_TRUE(s.settled);
  EXPECT_EQ(s.samples, std::vector<double>(2 * 40, 1.0)) << "ten launches a batch";
  EXPECT_EQ(s.launches, 2u * 40 * 10);
  EXPECT_EQ(s.time.median, 1);
  EXPECT_EQ(s.clock_mhz(), 1000);
  EXPECT_EQ(s.power_w, 300);
  EXPECT_EQ(bench.sustained_seconds, 0.4);
}

TEST_F(BenchmarkTest, NothingIsSustainedUnlessAskedFor) {
  EXPECT_FALSE(run("right").results[0].sustained);
}

TEST_F(BenchmarkTest, ALongKernelIsABatchByItself) {
  fake_.milliseconds = 4000;  // a launch 2 s
  options_.sustained_seconds = 0.4;
  const Measurement m = run("right").results[0];
  ASSERT_TRUE(m.sustained) << m.reason;
  EXPECT_EQ(m.sustained->samples, std::vector<double>(2, 4000));
  EXPECT_TRUE(m.sustained->settled) << "two batches were the same";
}

TEST_F(BenchmarkTest, AClockThatDoesNotSettleIsSaid) {
  fake_.milliseconds = 10;
  fake_.drift = 1.01;  // of each time to the one before
  options_.sustained_seconds = 0.4;
  options_.most_samples = 4;
  const Measurement m = run("right").results[0];
  ASSERT_TRUE(m.sustained) << m.reason;
  EXPECT_FALSE(m.sustained->settled);
}

TEST_F(BenchmarkTest, WhatThrottlesWhileSustainedIsTheKernels) {
  fake_.throttled = "power thermal";
  fake_.milliseconds = 10;
  options_.sustained_seconds = 0.1;
  const Measurement m = run("right").results[0];
  ASSERT_TRUE(m.sustained) << m.reason;
  EXPECT_EQ(m.sustained->throttled, (std::vector<std::string>{"power", "thermal"}));
}

// It works on the first launches, which are all of the ordinary measurement, and no longer.
TEST_F(BenchmarkTest, AKernelThatOnlyPretendsWhileSustainedIsFoundOut) {
  fake_.milliseconds = 20;
  options_.sustained_seconds = 0.1;
  options_.min_samples = options_.most_samples = 4;
  for (uint64_t n = 12; n < 16; ++n) {
    expect_withheld("stops_when_sustained", Outcome::wrong_answer, "elements unwritten", n);
    expect_withheld("writes_zeros_when_sustained", Outcome::wrong_answer,
                    "a timed launch was wrong", n);
  }
  options_.sustained_seconds = 0;
  EXPECT_EQ(run("stops_when_sustained", 16).results[0].outcome, Outcome::passed);
}

TEST_F(BenchmarkTest, LaunchesThatWaitForTheirKernelsAreSaid) {
  EXPECT_TRUE(run("right").enqueued);
  fake_.blocked = 0;
  const Bench bench = run("right");
  EXPECT_FALSE(bench.enqueued);
  EXPECT_EQ(bench.results[0].outcome, Outcome::passed) << bench.results[0].reason;
}

TEST_F(BenchmarkTest, AWrongKernelGetsNoTime) {
  expect_withheld("writes_nothing", Outcome::wrong_answer,
                  "144 of 144 elements were never written");
  expect_withheld("returns_nan", Outcome::wrong_answer, "NaN");
  expect_withheld("writes_past_end", Outcome::wrong_answer, "past the end of 'output'");
  expect_withheld("returns_error", Outcome::crashed, "the launch failed");
  expect_withheld("missing_variant", Outcome::load_failed, "no kernel for the variant");
}

TEST_F(BenchmarkTest, AKernelThatOnlyPretendsIsFoundOut) {
  for (const bool cold : {true, false}) {
    SCOPED_TRACE(cold ? "cold" : "warm");
    options_.cold = cold;
    const uint64_t n = cold ? 12 : 14;  // a fixture begins to pretend anew at each size
    expect_withheld("pretends_later", Outcome::wrong_answer, "elements unwritten", n);
    expect_withheld("works_every_other_time", Outcome::wrong_answer, "elements unwritten", n);
    expect_withheld("writes_zeros_later", Outcome::wrong_answer, "a timed launch was wrong", n);
  }
}

TEST_F(BenchmarkTest, AnAnswerKeptFromOtherInputsIsFoundOut) {
  options_.min_samples = options_.most_samples = 40;
  for (uint64_t n = 20; n < 30; ++n) {
    expect_withheld("repeats_its_first_answer", Outcome::wrong_answer, "a timed launch was wrong",
                    n);
  }
}

TEST_F(BenchmarkTest, ALaunchThatWaitsForTheDeviceIsRefused) {
  fake_.timed_out = 1;
  expect_withheld("right", Outcome::crashed, "a launch must only enqueue");
}

// Like a profiler that replays this kernel and no other.
TEST_F(BenchmarkTest, ALaunchThatWaitsForTheDeviceIsTimedWithoutBlockingWhereItMay) {
  fake_.timed_out = 1;
  options_.launches_may_wait = true;
  const Bench bench = run("right");
  EXPECT_EQ(bench.results[0].outcome, Outcome::passed) << bench.results[0].reason;
  EXPECT_EQ(bench.results[0].time.median, 0.25);
  EXPECT_FALSE(bench.enqueued);
}

TEST_F(BenchmarkTest, ThrottlingIsRemembered) {
  fake_.throttled = "power thermal";
  EXPECT_EQ(run("right").throttled, (std::vector<std::string>{"power", "thermal"}));
}

TEST_F(BenchmarkTest, ASizeThatTheVariantDoesNotTakeIsUnsupported) {
  naive_.variant = p16_->find("single-block");
  expect_withheld("right", Outcome::unsupported, "it takes n up to 32", 33);
}

TEST_F(BenchmarkTest, AllMemoryIsGivenBack) {
  const size_t before = fake_.allocations;
  run("right");
  EXPECT_EQ(fake_.allocations, before);
}

TEST(Refusal, NamesALaunchThatNoDeviceTakes) {
  const JudgeModule p01(testing::shipped() / "judge" / "p01.so", "p01");
  const hippuzzle_variant& map = p01.variants().front();
  EXPECT_EQ(refusal(map, {{1024}}), std::nullopt);
  EXPECT_EQ(refusal(map, {{1025}}),
            "it would need a block of 1025 threads, and a block has at most 1024");
}

// `bench p13` measures all variants at the size of the first.
TEST(Refusal, NamesASizeOfAnotherVariant) {
  const JudgeModule p13(testing::shipped() / "judge" / "p13.so", "p13");
  const hippuzzle_variant& simple = p13.variants().front();
  const hippuzzle_variant& picture = *p13.find("picture");
  EXPECT_EQ(refusal(picture, {{8}}), "it takes sizes of 2 numbers, such as 6x7");
  EXPECT_EQ(refusal(simple, {{6, 7}}), "it takes sizes of one number, such as 6");
  EXPECT_EQ(refusal(picture, {{6, 7}}), std::nullopt);
}

TEST(UsualSize, IsTheLargestCaseWhereTheUsualOneIsRefused) {
  const JudgeModule ring(testing::shipped() / "judge" / "ring_all_reduce.so", "ring_all_reduce");
  EXPECT_EQ(size_text(usual_size("16", ring.variants().front())), "16");
  EXPECT_EQ(size_text(usual_size("1024", ring.variants().front())), "3x129");
  EXPECT_THROW(usual_size("none", ring.variants().front()), Error);
}

TEST(ParseSize, TakesOneNumberOrOneForEachExtent) {
  const JudgeModule p15(testing::shipped() / "judge" / "p15.so", "p15");
  const hippuzzle_variant& rows = p15.variants().front();
  EXPECT_EQ(size_text(parse_size("8", rows)), "8");
  EXPECT_EQ(size_text(parse_size("100x6", rows)), "100x6");
  EXPECT_EQ(parse_size("100x6", rows).n[1], 6u);
  for (const char* bad :
       {"", "x", "0", "8x", "x8", "8x0", "8x8x8", "-1", "1e3", "8 ", "12345678901234"}) {
    testing::expect_error([&] { parse_size(bad, rows); }, Outcome::usage,
                          {"is not a size of this puzzle", "4x6"});
  }
}

}  // namespace benchmark_test
}  // namespace hippuzzle
