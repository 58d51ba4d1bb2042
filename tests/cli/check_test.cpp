// `hippuzzle check` from outside: its output in each format, and its exit codes.
#include <filesystem>
#include <map>
#include <regex>

#include "tests/cli/check_command.hpp"
#include "tests/support/json.hpp"
#include "tests/support/temporary_directory.hpp"
#include "tests/support/whole_file.hpp"

namespace hippuzzle::testing {
namespace check_test {

using json = nlohmann::json;

TEST_F(Check, SaysInOneLineThatAVariantIsClean) {
  const CommandResult r = hippuzzle({"check", "p16", "--naive"});
  EXPECT_EQ(r.code, 0);
  EXPECT_EQ(r.err, "hippuzzle: info: no workspace here, so the reference kernels run\n");
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

// Uses the loader's report of each process that a command starts.
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

}  // namespace check_test
}  // namespace hippuzzle::testing
