// compute-sanitizer's reports as findings. sanitizer/*.xml and *.log came from version 2025.3.1 on
// an H200; only records that repeat others, host stacks and paths were cut.
#include "cli/report/verdict/findings/finding_text.hpp"
#include "engine/judge/check/compute_sanitizer.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "support/outcome.hpp"
#include "tests/support/whole_file.hpp"

namespace hippuzzle {
namespace sanitizer_test {

std::string recorded(const std::string& name) {
  return testing::contents(std::filesystem::path(SANITIZER_REPORTS) / name);
}

std::vector<Finding> findings_of(const std::string& name,
                                 const std::vector<BufferPlace>& placements = {}) {
  return findings_of_report(recorded(name), placements);
}

TEST(SanitizerReport, AnAccessPastTheEndNamesTheArrayAndTheThread) {
  const auto found = findings_of("past_end.xml",
                                 {{3, "output", 0x7fb48a800600, 16}, {3, "a", 0x7fb48a800800, 16}});
  ASSERT_EQ(found.size(), 2u);  // the API's errors that follow are none
  const Finding& f = found[1];
  EXPECT_EQ(f.kind, FindingKind::out_of_bounds);
  EXPECT_EQ(f.kernel, "past_end");
  EXPECT_EQ(f.array, "a");
  EXPECT_EQ(f.first, 20);
  EXPECT_EQ(f.bytes, 4u);
  EXPECT_EQ(f.array_bytes, 16u);
  EXPECT_EQ(f.case_index, 3u);
  ASSERT_EQ(f.sides.size(), 1u);
  EXPECT_EQ(f.sides[0].access, Access::read);
  EXPECT_EQ(f.sides[0].thread, (std::array<uint32_t, 3>{5, 0, 0}));
  EXPECT_EQ(f.sides[0].place.file, "/probe/probe.cu");
  EXPECT_EQ(f.sides[0].place.line, 10);
}

TEST(SanitizerReport, ANullPointerIsWild) {
  const auto found = findings_of("null_read.xml", {{0, "a", 0x7f35be800000, 384}});
  ASSERT_FALSE(found.empty());
  EXPECT_EQ(found[0].kind, FindingKind::wild_pointer);
  EXPECT_EQ(found[0].address, 0u);
  EXPECT_EQ(found[0].array, "");
  EXPECT_EQ(headline(found[0]), "wild-pointer: a read of memory at 0x0, a null pointer");
}

TEST(SanitizerReport, MisalignedAccessesAndTrapsAreTold) {
  const auto misaligned = findings_of("misaligned.xml");
  ASSERT_FALSE(misaligned.empty());
  EXPECT_EQ(misaligned[0].kind, FindingKind::misaligned);
  EXPECT_EQ(misaligned[0].bytes, 8u);
  const auto trap = findings_of("trapping.xml");
  ASSERT_FALSE(trap.empty());
  EXPECT_EQ(trap[0].kind, FindingKind::aborted);
}

TEST(SanitizerReport, SharedMemoryHasNoNameButASpace) {
  const auto found = findings_of("shared_past_end.xml", {{0, "a", 0x400, 16}});
  ASSERT_EQ(found.size(), 1u);
  EXPECT_EQ(found[0].kind, FindingKind::out_of_bounds);
  EXPECT_TRUE(found[0].shared);
  EXPECT_EQ(found[0].array, "");
  EXPECT_EQ(headline(found[0]),
            "out-of-bounds: a write of shared memory, past the end of a shared array");
}

TEST(SanitizerReport, AHazardHasBothSidesTheLaterFirstAndCountsOnce) {
  const auto found = findings_of("race_step.xml");
  ASSERT_EQ(found.size(), 2u);  // of eight records, for the bytes of two accesses
  const Finding& f = found[0];
  EXPECT_EQ(f.kind, FindingKind::race);
  EXPECT_TRUE(f.shared);
  EXPECT_EQ(f.case_index, unknown_case);
  ASSERT_EQ(f.sides.size(), 2u);
  EXPECT_EQ(f.sides[0].access, Access::write);
  EXPECT_EQ(f.sides[0].thread[0], 32u);
  EXPECT_EQ(f.sides[1].access, Access::read);
  EXPECT_EQ(f.sides[1].thread[0], 33u);
  EXPECT_EQ(f.sides[1].place.line, 18);
  EXPECT_EQ(headline(f), "race: a read and a write of shared memory, by two threads of a block");
}

TEST(SanitizerReport, ReadsOfWhatNobodyWroteAndOutputsLeftUnwritten) {
  const auto read = findings_of("accumulates.xml", {{0, "output", 0x7f9bce800600, 16}});
  ASSERT_EQ(read.size(), 4u);
  EXPECT_EQ(read[0].kind, FindingKind::uninitialised);
  EXPECT_EQ(read[3].first, 12);
  const auto unwritten = findings_of("half_written.xml", {{1, "output", 140267936024064, 16}});
  ASSERT_EQ(unwritten.size(), 1u);
  EXPECT_EQ(unwritten[0].kind, FindingKind::unwritten);
  EXPECT_EQ(unwritten[0].array, "output");
  EXPECT_EQ(headline(unwritten[0]), "unwritten: not all of 'output' was written");
  EXPECT_EQ(unwritten[0].case_index, 1u);
}

TEST(SanitizerReport, BarriersSayWhatIsWrongWithThem) {
  const auto block = findings_of("one_warp_only.xml");
  ASSERT_FALSE(block.empty());
  EXPECT_EQ(block[0].kind, FindingKind::barrier);
  EXPECT_EQ(headline(block[0]), "barrier-divergence: Divergent thread(s) in block");
  EXPECT_EQ(block[0].sides[0].place.line, 69);
}

TEST(SanitizerReport, AnInlinedFunctionOfALibraryIsToldByItsCaller) {
  const auto found = findings_of("syncwarp_unnamed.xml");
  ASSERT_FALSE(found.empty());
  EXPECT_EQ(found[0].kind, FindingKind::warp);
  EXPECT_EQ(found[0].kernel, "syncwarp_unnamed");
  EXPECT_EQ(found[0].sides[0].place.file, "/probe/probe.cu");
  EXPECT_EQ(found[0].sides[0].place.line, 77);
}

TEST(SanitizerReport, ADeadlockSaysWhoWaitsWhere) {
  const auto found = deadlocks_of_log(recorded("deadlock.log"), {4, 1, 1});
  ASSERT_EQ(found.size(), 1u);
  EXPECT_EQ(found[0].kind, FindingKind::barrier);
  EXPECT_EQ(found[0].kernel, "filter");
  ASSERT_EQ(found[0].sides.size(), 2u);
  EXPECT_EQ(found[0].sides[0].place.line, 42);
  EXPECT_EQ(found[0].sides[1].place.line, 44);
  EXPECT_EQ(found[0].sides[1].thread, (std::array<uint32_t, 3>{3, 0, 0}));
  const auto in_rows_of_three = deadlocks_of_log(recorded("deadlock.log"), {3, 3, 1});
  EXPECT_EQ(in_rows_of_three.at(0).sides.at(1).thread, (std::array<uint32_t, 3>{0, 1, 0}));
  EXPECT_TRUE(deadlocks_of_log("========= COMPUTE-SANITIZER\n", {4, 1, 1}).empty());
}

TEST(SanitizerReport, WhatIsNoReportIsRefused) {
  for (const char* text : {"", "no XML", "<other/>", "<ComputeSanitizerOutput>"}) {
    EXPECT_THROW(findings_of_report(text, {}), Error) << text;
  }
  EXPECT_TRUE(findings_of_report("<ComputeSanitizerOutput/>", {}).empty());
}

TEST(SanitizerTools, AreThoseForTheKindsThatAreAskedFor) {
  const auto names = [](const std::vector<std::string>& only) {
    std::vector<std::string> all;
    for (const SanitizerTool& tool : sanitizer_tools(only)) all.emplace_back(tool.name);
    return all;
  };
  using Names = std::vector<std::string>;
  EXPECT_EQ(names({}), (Names{"memcheck", "racecheck", "initcheck", "synccheck"}));
  EXPECT_EQ(names({"race"}), (Names{"racecheck"}));
  EXPECT_EQ(names({"barrier"}), (Names{"racecheck", "synccheck"}));
  EXPECT_EQ(names({"unwritten", "misaligned"}), (Names{"memcheck", "initcheck"}));
}

}  // namespace sanitizer_test
}  // namespace hippuzzle
