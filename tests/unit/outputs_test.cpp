// Verdicts on variants with several outputs, with an in-out buffer, and for warps of one width. A
// stand-in for the runner writes what a kernel would.
#include <gtest/gtest.h>

#include <cstring>
#include <functional>

#include "engine/judge/judge.hpp"
#include "engine/judge/mismatch_text.hpp"
#include "tests/unit/fake_device.hpp"

namespace hippuzzle {
namespace outputs_test {

class Outputs : public ::testing::Test {
 protected:
  // Makes a case's outputs wrong, or says more of it, once they are right.
  using Change = std::function<void(const JobCase&, const SharedMemory&, CaseDone&)>;

  // The result of p91's judge of that name.
  static VariantResult run(const std::string& name, const Change& change,
                           const DeviceFound& device = {.warp_lanes = 32}) {
    const JudgeModule puzzle(testing::fixture(name) / "judge" / "p91.so", "p91");
    const Candidate candidate{.platform = "cpu",
                              .module = testing::fixture("right_judge") / "cpu" / "p91.so",
                              .runtime = testing::fake_runtime_path()};
    return judge(puzzle, puzzle.variants()[0], candidate, {},
                 [&](const Job& job, const SharedMemory& memory, std::chrono::milliseconds,
                     const EventSink& sink) {
                   sink(device);
                   const auto& cases = std::get<RunCases>(job.task).cases;
                   for (uint32_t i = 0; i < cases.size(); ++i) {
                     const auto lanes = static_cast<int32_t>(cases[i].warp_lanes);
                     if (lanes != 0 && !device.has_any_warps && lanes != device.warp_lanes) {
                       sink(CaseSkipped{i});
                       continue;
                     }
                     sink(CaseBegun{i});
                     CaseDone done{.index = i};
                     answer(cases[i], memory);
                     change(cases[i], memory, done);
                     sink(done);
                   }
                   sink(Done{});
                   return RunnerEnd{};
                 });
  }

  template <class T>
  static std::span<T> array(const JobCase& c, const SharedMemory& memory, size_t buffer) {
    const JobBuffer& b = c.buffers[buffer];
    return {reinterpret_cast<T*>(&memory.bytes()[b.offset]), b.bytes / sizeof(T)};
  }

  static void answer(const JobCase& c, const SharedMemory& memory) {
    const auto first = array<int32_t>(c, memory, 0);
    if (c.warp_lanes != 0) {
      std::ranges::fill(first, static_cast<int32_t>(c.warp_lanes));
      return;
    }
    if (c.buffers.size() == 1) {
      std::memcpy(first.data(), &memory.bytes()[c.buffers[0].first_contents.value()],
                  first.size_bytes());
      for (int32_t& value : first) ++value;
      return;
    }
    const auto input = array<int32_t>(c, memory, 1);
    const auto twice = array<double>(c, memory, 2);
    std::ranges::copy(input, first.begin());
    for (size_t i = 0; i < input.size(); ++i) twice[i] = 2.0 * input[i];
    twice[input.size()] = 0;
  }

  static void nothing(const JobCase&, const SharedMemory&, CaseDone&) {}
};

TEST_F(Outputs, AllRightPass) {
  const VariantResult result = run("two_outputs", nothing);
  EXPECT_EQ(result.outcome, Outcome::passed) << result.reason;
  ASSERT_EQ(result.outputs.size(), 2u);
  EXPECT_EQ(result.outputs[1].name, "twice");
  EXPECT_EQ(result.outputs[1].type, HIPPUZZLE_F64);
  EXPECT_EQ(result.cases[0].output, (std::vector<double>{0, 10, 20, 30, 0, 20, 40, 60, 0}));
}

TEST_F(Outputs, AWrongElementIsNamedByItsBuffer) {
  const VariantResult result =
      run("two_outputs", [](const JobCase& c, const SharedMemory& memory, CaseDone&) {
        if (array<int32_t>(c, memory, 1).size() == 4) array<double>(c, memory, 2)[2] = 41;
      });
  EXPECT_EQ(result.outcome, Outcome::wrong_answer);
  EXPECT_EQ(result.reason,
            "in the case 'the example', 1 of 9 elements is wrong, the first is twice[2]");
  const Mismatch& first = result.cases[0].comparison.first.at(0);
  EXPECT_EQ(first.output, 1u);
  EXPECT_EQ(first.index, 2u);
  EXPECT_EQ(first.expected, 40);
  EXPECT_EQ(element_name(result, result.cases[0], first), "twice[2]");
}

TEST_F(Outputs, ASecondOneThatIsNotWrittenIsSeen) {
  const VariantResult result =
      run("two_outputs", [](const JobCase& c, const SharedMemory& memory, CaseDone&) {
        if (c.poison_output) {
          std::ranges::fill(std::as_writable_bytes(array<double>(c, memory, 2)), poison_byte);
        }
      });
  EXPECT_EQ(result.outcome, Outcome::wrong_answer);
  EXPECT_EQ(result.reason,
            "in the case 'the example, output poisoned beforehand', 5 of 9 elements were never "
            "written, the first is twice[0]");
}

TEST_F(Outputs, GuardZonesOfEachAreNamed) {
  const VariantResult result =
      run("two_outputs", [](const JobCase&, const SharedMemory&, CaseDone& done) {
        done.damage.push_back({.buffer = 2, .guard = {.first_offset = 8, .bytes = 8}});
      });
  EXPECT_EQ(result.reason,
            "in the case 'the example', the kernel wrote 1 element past the end of 'twice' (index "
            "6 of 5); guard the write with the size");
}

TEST_F(Outputs, AChangedInputNamesAllThatMayBeWritten) {
  const VariantResult result =
      run("two_outputs", [](const JobCase&, const SharedMemory&, CaseDone& done) {
        done.changed_inputs.push_back(1);
      });
  EXPECT_EQ(result.reason,
            "in the case 'the example', the kernel changed its input 'input'; write to 'output' "
            "and 'twice' only");
}

TEST_F(Outputs, AnInOutBufferIsComparedAndItsFirstContentsStay) {
  EXPECT_EQ(run("in_place", nothing).outcome, Outcome::passed);
  const VariantResult result =
      run("in_place", [](const JobCase& c, const SharedMemory& memory, CaseDone&) {
        array<int32_t>(c, memory, 0)[0] = 7;
      });
  EXPECT_EQ(result.outcome, Outcome::wrong_answer);
  ASSERT_EQ(result.cases[0].inputs.size(), 1u);
  EXPECT_EQ(result.cases[0].inputs[0].values, (std::vector<double>{0, 10, 20, 30}));
}

TEST_F(Outputs, CasesForWarpsOfAnotherWidthAreNotOnThisDevice) {
  const VariantResult all = run("warp_width", nothing, {.has_any_warps = true});
  EXPECT_EQ(all.outcome, Outcome::passed) << all.reason;
  EXPECT_EQ(all.run_count(), 8u);
  for (const int32_t lanes : {32, 64}) {
    const VariantResult one = run("warp_width", nothing, {.warp_lanes = lanes});
    EXPECT_EQ(one.outcome, Outcome::passed) << one.reason;
    EXPECT_EQ(one.cases.size(), 8u);
    EXPECT_EQ(one.run_count(), 4u);
    ASSERT_NE(one.example(), nullptr);
    EXPECT_EQ(one.example()->output, std::vector<double>(3, lanes));
  }
  const VariantResult none = run("warp_width", nothing, {.warp_lanes = 16});
  EXPECT_EQ(none.outcome, Outcome::unsupported);
}

TEST_F(Outputs, ACaseThatTheDeviceCanRunIsNotSkipped) {
  const JudgeModule puzzle(testing::fixture("warp_width") / "judge" / "p91.so", "p91");
  const Candidate candidate{.platform = "cpu",
                            .module = testing::fixture("right_judge") / "cpu" / "p91.so",
                            .runtime = testing::fake_runtime_path()};
  for (const DeviceFound& device : {DeviceFound{.warp_lanes = 32}, {.has_any_warps = true}}) {
    const VariantResult result = judge(
        puzzle, puzzle.variants()[0], candidate, {},
        [&](const Job&, const SharedMemory&, std::chrono::milliseconds, const EventSink& sink) {
          sink(device);
          sink(CaseSkipped{0});
          return RunnerEnd{};
        });
    EXPECT_EQ(result.outcome, Outcome::crashed);
    EXPECT_NE(result.reason.find("that a case does not run which does"), std::string::npos);
  }
}

}  // namespace outputs_test
}  // namespace hippuzzle
