// The counts of `hippuzzle check`: tables, claims, and remarks on savings in right kernels.
#include <filesystem>
#include <map>
#include <regex>

#include "tests/cli/check_command.hpp"
#include "tests/support/json.hpp"
#include "tests/support/temporary_directory.hpp"
#include "tests/support/whole_file.hpp"

namespace hippuzzle::testing {
namespace check_counts_test {

using json = nlohmann::json;

// 9 x 9 in 3 x 3 tiles: in each of 3 steps a thread loads two elements and reads six.
TEST_F(Check, CountsWhatTheExampleAsksOfMemory) {
  const JsonReport report(hippuzzle({"check", "p16", "--tiled", "--json", "--counts"}));
  const auto& counts = report.variants.at(0)["counts"];
  ASSERT_EQ(counts.size(), 1u);
  const auto& launch = counts[0];
  EXPECT_EQ(launch["kernel"], "tiled_matmul");
  EXPECT_EQ(launch["grid"], (std::vector<int>{3, 3, 1}));
  EXPECT_EQ(launch["block"], (std::vector<int>{3, 3, 1}));
  EXPECT_EQ(launch["complete"], true);
  EXPECT_EQ(launch["bank_conflicts"], 0);
  const auto expect = [&](const char* what, int of_a_thread) {
    const auto& found = launch["threads"][what];
    EXPECT_EQ(found["least"], of_a_thread) << what;
    EXPECT_EQ(found["most"], of_a_thread) << what;
    EXPECT_EQ(found["total"], 81 * of_a_thread) << what;
    if (found.contains("bytes")) {
      EXPECT_EQ(found["bytes"]["total"], 4 * 81 * of_a_thread) << what;
    }
  };
  expect("global_reads", 6);
  expect("global_writes", 1);
  expect("global_atomics", 0);
  expect("shared_reads", 18);
  expect("shared_writes", 6);
  expect("shared_atomics", 0);
  expect("barriers", 6);

  // Nine warps; each reads two elements and writes as many in each of three steps.
  const auto& warps = launch["warps"];
  EXPECT_EQ(warps["global_reads"]["requests"], 9 * 3 * 2);
  EXPECT_EQ(warps["global_writes"]["requests"], 9);
  EXPECT_EQ(warps["shared_writes"]["wavefronts"], 9 * 3 * 2);
  EXPECT_EQ(warps["shared_reads"]["requests"], 9 * 3 * 6);
  EXPECT_EQ(warps["shared_reads"]["bank_conflicts"], 0);
  EXPECT_EQ(warps["global_atomics"]["sectors"], 0);
  int sectors = 0;
  for (const auto& i : launch["instructions"])
    if (i["access"] == "read" && i["space"] == "global") sectors += i["sectors"].get<int>();
  EXPECT_EQ(warps["global_reads"]["sectors"], sectors);
  EXPECT_GT(sectors, 0);

  // One warp a block: of each tile nine lanes in one request.
  ASSERT_EQ(launch["instructions"].size(), 7u) << launch["instructions"];
  for (const auto& i : launch["instructions"]) {
    const int rounds = i["access"] == "read" && i["space"] == "shared" ? 9 : 3;
    EXPECT_EQ(i["requests"], i["array"] == "output" ? 9 : 9 * rounds) << i;
    EXPECT_EQ(i["requests_with_lanes_missing"], 0) << i;
    EXPECT_EQ(i["bytes"], 4) << i;
    EXPECT_GT(i["line"], 0) << i;
    if (i["space"] == "shared") {
      EXPECT_EQ(i["wavefronts"], i["requests"]) << i;
    } else {
      EXPECT_GE(i["sectors"], 3 * i["requests"].get<int>()) << i;  // three rows
    }
  }
}

TEST_F(Check, ShowsCountsOnlyWhenAskedFor) {
  const CommandResult with = hippuzzle({"check", "p16", "--tiled", "--counts"});
  EXPECT_NE(
      with.out.find("tiled_matmul in the example: 3 x 3 blocks of 3 x 3 threads, warps of 32"),
      std::string::npos)
      << with.out;
  EXPECT_TRUE(std::regex_search(with.out, std::regex("global reads +6 +486 +1944"))) << with.out;
  EXPECT_TRUE(std::regex_search(
      with.out, std::regex("read a_shared +solution.hip:[0-9]+ +4 +81 +0 +81 +1 +0")))
      << with.out;
  const JsonReport without(hippuzzle({"check", "p16", "--tiled", "--json"}));
  EXPECT_FALSE(without.variants.at(0).contains("counts"));
}

TEST_F(Check, HoldsKernelsToWhatTheirPageClaims) {
  const JsonReport report(check_wrong("window_from_global", {"p11", "--raw", "--json"}));
  const auto& variant = report.variants.at(0);
  EXPECT_EQ(variant["exit_code"], 4);
  ASSERT_EQ(variant["findings"].size(), 1u) << variant["findings"];
  const auto& finding = variant["findings"][0];
  EXPECT_EQ(finding["rule"], "claim");
  EXPECT_EQ(finding["category"], "counts");
  EXPECT_EQ(finding["message"],
            "claim: a thread reads global memory 3 times; this variant allows 1");
  EXPECT_GT(finding["sides"].at(0)["line"], 0);
  const CommandResult in_all =
      check_wrong("every_thread_writes", {"p12", "--raw", "--only", "claim"});
  EXPECT_NE(in_all.out.find("claim: the kernel writes global memory 8 times; this variant "
                            "allows 1 (output 8)"),
            std::string::npos)
      << in_all.out;
  EXPECT_EQ(in_all.out.find(" times in all"), std::string::npos)
      << "a claim has one number: " << in_all.out;
}

// The line of the access that happened to be the first too many may be anywhere.
TEST_F(Check, AClaimOfAllThreadsNamesArraysAndNoLine) {
  const JsonReport report(check_wrong("columns_beyond_the_edge",
                                      {"fusion", "--fused-sum", "--only", "claim", "--json"}));
  const auto& finding = report.variants.at(0)["findings"].at(0);
  EXPECT_EQ(finding["sides"].size(), 0u) << finding;
  const std::string message = finding["message"], why = finding["why"];
  for (const char* array : {"a ", "b ", "bias "})
    EXPECT_NE(message.find(array, message.find('(')), message.npos) << message;
  EXPECT_NE(why.find("--counts"), why.npos) << why;
}

// Remarks on the reads that a tile would save, and none for a kernel that has a tile.
TEST_F(Check, RemarksWhatARightKernelCouldSpare) {
  const auto remarks = [](const std::string& variant) {
    const CommandResult r = hippuzzle(
        {"check", "p16", variant, "--size", "64", "--remarks", "--device", "H200", "--json"});
    EXPECT_EQ(r.code, 0) << r.err;
    return JsonReport(r).variants.at(0)["remarks"];
  };
  std::map<std::string, json> saved;  // by array
  for (const json& remark : remarks("--naive"))
    if (remark["remark"] == "repeated-reads") saved[remark["array"]] = remark;
  ASSERT_TRUE(saved.contains("a") && saved.contains("b"));
  const uint64_t reads = 64 * 64 * 64;
  for (const char* array : {"a", "b"}) {
    EXPECT_EQ(saved[array]["count"], reads);
    EXPECT_LT(saved[array]["needed"], reads / 2);
    EXPECT_GT(saved[array]["spared_seconds"], 0);
  }
  for (const json& remark : remarks("--tiled")) EXPECT_NE(remark["remark"], "repeated-reads");
  const CommandResult small = hippuzzle({"check", "p16", "--naive", "--remarks"});
  EXPECT_NE(small.out.find("no remarks"), std::string::npos) << "a few bytes: " << small.out;

  const CommandResult r = hippuzzle({"check", "p16", "--naive", "--size", "64", "--remarks"});
  EXPECT_EQ(r.code, 0);
  EXPECT_NE(r.out.find("p16 --naive at 64: clean"), std::string::npos) << r.out;
  EXPECT_NE(r.out.find("  remark: a tile in shared memory, or a variable, would save "),
            std::string::npos)
      << r.out;
  EXPECT_EQ(r.out.find("bytes a lane"), std::string::npos) << r.out;
}

}  // namespace check_counts_test
}  // namespace hippuzzle::testing
