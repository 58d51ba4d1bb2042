// `hippuzzle check` from outside: what it prints in each format, and its exit codes.
#include <filesystem>
#include <map>
#include <regex>

#include "tests/support/hippuzzle_command.hpp"
#include "tests/support/json.hpp"
#include "tests/support/temporary_directory.hpp"
#include "tests/support/whole_file.hpp"

namespace hippuzzle::testing {
namespace {

using json = nlohmann::json;

class Check : public ::testing::Test {
 protected:
  void SetUp() override {
    if (!std::filesystem::exists(shipped() / "cpu" / "p16.check.so"))
      GTEST_SKIP() << "kernels cannot be checked in this build";
  }

  // A wrong kernel of the puzzle, checked.
  static CommandResult check_wrong(const std::string& kernel, std::vector<std::string> arguments) {
    arguments.insert(arguments.begin(), "check");
    arguments.insert(arguments.end(),
                     {"--plugin-path", (build_tree() / "tests/plugins/wrong" / kernel).string()});
    return hippuzzle(arguments);
  }
};

TEST_F(Check, SaysInOneLineThatAVariantIsClean) {
  const CommandResult r = hippuzzle({"check", "p16", "--naive"});
  EXPECT_EQ(r.code, 0);
  EXPECT_EQ(r.err, "hippuzzle: info: no workspace here: the reference runs\n");
  EXPECT_EQ(r.out, "p16 --naive: clean, 14 cases checked [reference]\n");
}

TEST_F(Check, ShowsBothSidesOfARaceWithTheirLines) {
  const CommandResult r = check_wrong("one_barrier_a_step", {"p14", "--simple"});
  EXPECT_NE(r.out.find("race: a read and a write of shared["), std::string::npos) << r.out;
  EXPECT_NE(r.out.find("one_barrier_a_step.hip:"), std::string::npos) << r.out;
  EXPECT_NE(r.out.find("read by thread ("), std::string::npos) << r.out;
  EXPECT_NE(r.out.find("write by thread ("), std::string::npos) << r.out;
  EXPECT_NE(r.out.find("why it matters: "), std::string::npos) << r.out;
}

// A launch of barriers alone does the same in every order, and runs once.
TEST_F(Check, RunsWhatAsksWhoCameFirstInSeveralOrders) {
  const auto schedules = [](const CommandResult& command) {
    const JsonReport report(command);
    return report.variants.at(0)["schedules"];
  };
  const std::vector<std::string> arguments = {"p10", "--race-condition", "--json"};
  const auto usual = schedules(check_wrong("total_not_cleared", arguments));
  EXPECT_EQ(usual["count"], 3);
  EXPECT_GT(usual["launches"], 0);
  auto one_order = arguments;
  one_order.insert(one_order.end(), {"--schedules", "1"});
  EXPECT_EQ(schedules(check_wrong("total_not_cleared", one_order))["launches"], 0);
  EXPECT_EQ(schedules(hippuzzle({"check", "p16", "--naive", "--json"}))["launches"], 0);
  const CommandResult none = hippuzzle({"check", "p16", "--naive", "--schedules", "0"});
  EXPECT_EQ(none.code, 2);
  EXPECT_NE(none.err.find("--schedules: expected a whole number from 1"), std::string::npos)
      << none.err;
}

TEST_F(Check, JsonHasWhatItsPageDescribes) {
  const JsonReport report(check_wrong("one_barrier_a_step", {"p14", "--simple", "--json"}));
  ASSERT_EQ(report.variants.size(), 1u);
  ASSERT_FALSE(report.variants[0]["findings"].empty());
  const auto& f = report.variants[0]["findings"][0];
  EXPECT_EQ(f["rule"], "race");
  EXPECT_EQ(f["category"], "race");
  EXPECT_EQ(f["level"], "error");
  EXPECT_EQ(f["array"], "shared");
  EXPECT_EQ(f["space"], "shared");
  EXPECT_EQ(f["kernel"], "simple_prefix_sum");
  EXPECT_EQ(f["case"], "the example");
  EXPECT_EQ(f["between_blocks"], false);
  EXPECT_EQ(f["schedule"], "as numbered");
  EXPECT_EQ(f["allowed"], "");
  EXPECT_GT(f["count"], 0);
  ASSERT_EQ(f["sides"].size(), 2u);
  for (const auto& side : f["sides"]) {
    EXPECT_GT(side["line"], 0);
    EXPECT_TRUE(side["file"].get<std::string>().ends_with("one_barrier_a_step.hip")) << side;
    EXPECT_NE(side["source"], "");
    EXPECT_EQ(side["block"], (std::vector<int>{0, 0, 0}));
    EXPECT_EQ(side["left_kernel"], false);
  }
}

// By what the loader tells of each process that a command starts.
TEST_F(Check, NothingElseLoadsTheChecker) {
  const auto loads_it = [](std::vector<std::string> arguments) {
    const TemporaryDirectory told;
    arguments.insert(arguments.begin(), binary().string());
    const CommandResult r = run(arguments, {{"LD_DEBUG", "files"},
                                            {"LD_DEBUG_OUTPUT", told.path() / "loaded"},
                                            {"HIPPUZZLE_PLUGIN_PATH", ""}});
    EXPECT_EQ(r.code, 0) << r.err;
    bool runtime = false, checker = false;
    for (const auto& process : std::filesystem::directory_iterator(told.path())) {
      const std::string files = contents(process.path());
      runtime |= files.find("libhippuzzle_hip_cpu.so") != std::string::npos;
      checker |= files.find("libhippuzzle_hip_cpu_check.so") != std::string::npos;
    }
    EXPECT_TRUE(runtime) << arguments[1];
    return checker;
  };
  EXPECT_FALSE(loads_it({"p16", "--tiled", "--backend", "cpu"}));
  EXPECT_FALSE(loads_it({"bench", "p16", "--variant", "naive", "--size", "64", "--backend", "cpu",
                         "--budget", "0.1"}));
  EXPECT_TRUE(loads_it({"check", "p16", "--tiled"}));
}

// 9 x 9 in 3 x 3 tiles: 3 steps, in each of which a thread loads two elements and reads six.
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

  // Nine warps, of which each reads two elements and writes as many in each of three steps.
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
            "claim: a thread reads global memory 3 times where the puzzle promises 1");
  EXPECT_GT(finding["sides"].at(0)["line"], 0);
  const CommandResult in_all = check_wrong("every_thread_writes", {"p12", "--raw"});
  EXPECT_NE(in_all.out.find("claim: the kernel writes global memory 8 times where the puzzle "
                            "promises 1"),
            std::string::npos)
      << in_all.out;
}

TEST_F(Check, SarifHasRulesResultsAndPlaces) {
  const CommandResult r = check_wrong("one_barrier_a_step", {"p14", "--simple", "--sarif"});
  const auto sarif = parse_json(r.out);
  EXPECT_EQ(sarif["version"], "2.1.0");
  ASSERT_EQ(sarif["runs"].size(), 1u);
  const auto& run = sarif["runs"][0];
  std::vector<std::string> rules;
  for (const auto& rule : run["tool"]["driver"]["rules"]) rules.push_back(rule["id"]);
  ASSERT_FALSE(run["results"].empty());
  for (const auto& result : run["results"]) {
    EXPECT_NE(std::ranges::find(rules, result["ruleId"].get<std::string>()), rules.end());
    const auto& place = result["locations"].at(0)["physicalLocation"];
    EXPECT_TRUE(place["artifactLocation"]["uri"].get<std::string>().starts_with("file:///"));
    EXPECT_GT(place["region"]["startLine"], 0);
    EXPECT_FALSE(result["relatedLocations"].empty());
  }
}

// What a tile would save, and nothing where there is one.
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

  const CommandResult r = hippuzzle({"check", "p16", "--naive", "--size", "64", "--remarks"});
  EXPECT_EQ(r.code, 0);
  EXPECT_NE(r.out.find("p16 --naive at 64: clean"), std::string::npos) << r.out;
  EXPECT_NE(r.out.find("  remark: a tile in shared memory, or a variable, would save "),
            std::string::npos)
      << r.out;
  EXPECT_EQ(r.out.find("bytes a lane"), std::string::npos) << r.out;
}

// The two threads' accesses, in the smallest launch that shows the race.
TEST_F(Check, ExplainsARaceWithinABlock) {
  const std::vector<std::string> arguments = {"p14", "--simple", "--explain", "--only", "race"};
  const CommandResult r = check_wrong("one_barrier_a_step", arguments);
  EXPECT_NE(r.out.find("the smallest launch that shows it: 1 block of 8 threads, at size 1\n"),
            std::string::npos)
      << r.out;
  EXPECT_NE(r.out.find("1. thread (1, 0, 0) writes shared[1] = "), std::string::npos) << r.out;
  EXPECT_NE(r.out.find("2. thread (2, 0, 0) reads shared[1] = "), std::string::npos) << r.out;
  EXPECT_NE(r.out.find("hippuzzle trace p14 --simple --size 1 --block 0,0,0\n"), std::string::npos);

  std::vector<std::string> as_json = arguments;
  as_json.push_back("--json");
  const JsonReport report(check_wrong("one_barrier_a_step", as_json));
  const json race = report.variants.at(0)["findings"].at(0)["explained"];
  EXPECT_EQ(race["launch"]["block"], (json{8, 1, 1}));
  EXPECT_EQ(race["tried"].size(), 0u);
  ASSERT_EQ(race["accesses"].size(), 2u);
  const json write = race["accesses"][0], read = race["accesses"][1];
  EXPECT_EQ(write["phase"], read["phase"]);
  EXPECT_EQ(write["after"]["line"], 16);
  EXPECT_EQ(write["until"]["line"], 19);
  EXPECT_EQ(read["value"], write["value"]);
  EXPECT_NE(write["held"], write["value"]);
}

// One block shows nothing of it, so as many elements are needed as make two.
TEST_F(Check, ExplainsARaceBetweenBlocks) {
  const JsonReport report(
      check_wrong("one_kernel", {"p14", "--complete", "--explain", "--only", "race", "--json"}));
  const json race = report.variants.at(0)["findings"].at(0)["explained"];
  EXPECT_EQ(race["launch"]["grid"], (json{2, 1, 1}));
  EXPECT_EQ(race["launch"]["size"], "9");
  EXPECT_EQ(race["tried"].back()["grid"], (json{1, 1, 1}));
  ASSERT_EQ(race["accesses"].size(), 2u);
  EXPECT_EQ(race["accesses"][0]["block"], (json{0, 0, 0}));
  EXPECT_EQ(race["accesses"][0]["access"], "write");
  EXPECT_EQ(race["accesses"][1]["block"], (json{1, 0, 0}));
  EXPECT_EQ(race["accesses"][1]["access"], "read");
}

TEST_F(Check, SaysWhatIsNotExplained) {
  const CommandResult r =
      check_wrong("no_guard", {"p16", "--naive", "--explain", "--only", "bounds"});
  EXPECT_EQ(r.out.find("the smallest launch"), std::string::npos) << r.out;
  EXPECT_NE(r.err.find("--explain explains races, and "), std::string::npos) << r.err;
}

TEST_F(Check, WritesThePageOfARace) {
  const TemporaryDirectory folder;
  const std::string page = (folder.path() / "race.html").string();
  static_cast<void>(
      check_wrong("one_barrier_a_step", {"p14", "--simple", "--explain", "--html", page}));
  const std::string text = contents(page);
  EXPECT_NE(text.find("\"text\":\"thread (1, 0, 0) writes shared[1] = "), std::string::npos);
  const CommandResult clean =
      hippuzzle({"check", "p16", "--naive", "--explain", "--html", page + ".2"});
  EXPECT_NE(clean.err.find("is not written"), std::string::npos) << clean.err;
  EXPECT_FALSE(std::filesystem::exists(page + ".2"));
}

TEST_F(Check, OnlyAndMaxLeaveFindingsOut) {
  const JsonReport none(
      check_wrong("one_barrier_a_step", {"p14", "--simple", "--json", "--only", "bounds,barrier"}));
  EXPECT_TRUE(none.variants.at(0)["findings"].empty());
  const JsonReport race(
      check_wrong("one_barrier_a_step", {"p14", "--simple", "--json", "--only", "race"}));
  EXPECT_FALSE(race.variants.at(0)["findings"].empty());
  const CommandResult r = check_wrong("one_barrier_a_step", {"p14", "--simple", "--max", "0"});
  EXPECT_EQ(r.out.find("race:"), std::string::npos) << r.out;
  EXPECT_NE(r.out.find("--max shows them"), std::string::npos) << r.out;
}

TEST_F(Check, RefusesWhatItDoesNotKnow) {
  for (const std::vector<std::string>& arguments :
       {std::vector<std::string>{"check", "p99"},
        {"check"},
        {"check", "p16", "--nonsense"},
        {"check", "p16", "--only", "nonsense"},
        {"check", "p16", "--max", "few"},
        {"check", "p16", "--json", "--sarif"},
        {"check", "p16", "--counts", "--sarif"},
        {"check", "p16", "--explain", "--sarif"},
        {"check", "p16", "--explain", "--backend", "nvidia"},
        {"check", "p16", "--html", "page.html"},
        {"check", "p16", "--device", "h200"},
        {"check", "p16", "--remarks", "--device", "nonsense"},
        {"check", "p16", "--remarks", "--sarif"},
        {"check", "p16", "--backend", "amd"},
        {"check", "p16", "--counts", "--backend", "nvidia"}}) {
    const CommandResult r = hippuzzle(arguments);
    EXPECT_EQ(r.code, 2) << r.err;
    EXPECT_EQ(r.out, "");
    EXPECT_NE(r.err, "");
  }
}

TEST_F(Check, OnNvidiaItSaysWhatIsMissing) {
  const std::string no_gpu = why_unusable("nvidia");
  if (no_gpu.empty()) GTEST_SKIP() << "there is a GPU here";
  const CommandResult r = hippuzzle({"check", "p16", "--naive", "--backend", "nvidia"});
  EXPECT_EQ(r.code, 77) << r.out << r.err;
  EXPECT_TRUE(r.out.starts_with("p16 --naive: unsupported here: ")) << r.out;
  EXPECT_EQ(std::ranges::count(r.out, '\n'), 1);
}

// A finding of a GPU has the form of one of the CPU's.
TEST_F(Check, OnNvidiaItFindsTheMistakesOfP10) {
  const std::string no_gpu = why_unusable("nvidia");
  if (!no_gpu.empty()) GTEST_SKIP() << no_gpu;
  const auto stub = build_tree() / "tests/plugins/stub";
  if (!std::filesystem::exists(stub / "nvidia/p10.so"))
    GTEST_SKIP() << "not built for nvidia (HIPPUZZLE_GPU_TESTS builds stubs)";
  const JsonReport report(
      hippuzzle({"check", "p10", "--backend", "nvidia", "--json", "--plugin-path", stub.string()}));
  for (const auto& variant : report.variants) {
    if (variant["outcome"] == "unsupported") GTEST_SKIP() << variant["reason"];
    const std::string rule = variant["variant"] == "memory-bug" ? "out-of-bounds" : "race";
    int found = 0;
    for (const auto& finding : variant["findings"]) {
      if (finding["rule"] != rule) continue;
      ++found;
      for (const auto& side : finding["sides"]) {
        EXPECT_TRUE(side["file"].get<std::string>().ends_with("p10_hidden_mistakes/kernel.hip"));
        EXPECT_GT(side["line"], 0);
      }
    }
    EXPECT_GT(found, 0) << variant["findings"];
  }
}

TEST_F(Check, StepsBoundAThread) {
  const JsonReport report(hippuzzle({"check", "p16", "--naive", "--json", "--steps", "20"}));
  const auto& variant = report.variants.at(0);
  EXPECT_EQ(variant["outcome"], "findings");
  EXPECT_EQ(variant["exit_code"], 4);
  EXPECT_EQ(variant["findings"].at(0)["rule"], "runaway");
}

}  // namespace
}  // namespace hippuzzle::testing
