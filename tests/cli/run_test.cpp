// Runs that succeed: their output, and the stream that gets it.
#include "tests/support/hippuzzle_command.hpp"

namespace hippuzzle::testing {
namespace run_test {

constexpr const char* example_of_2x2 =
    "out: HostBuffer([4.0, 6.0, 12.0, 22.0])\n"
    "expected: HostBuffer([4.0, 6.0, 12.0, 22.0])\n";

TEST(Run, PrintsTheExampleAsThePagesDoAndThenTheVerdict) {
  const CommandResult r = hippuzzle({"p16", "--naive", "--backend", "cpu"});
  EXPECT_TRUE(r.exited);
  EXPECT_EQ(r.code, 0);
  EXPECT_EQ(r.err, "hippuzzle: info: no workspace here, so the reference kernels run\n");
  const auto printed = lines(r.out);
  ASSERT_EQ(printed.size(), 3u) << r.out;
  EXPECT_EQ(printed[0] + "\n" + printed[1] + "\n", example_of_2x2);
  EXPECT_EQ(printed[2].find("p16 --naive: passed on cpu ("), 0u) << printed[2];
  EXPECT_NE(printed[2].find("kernel "), std::string::npos) << printed[2];
  EXPECT_NE(printed[2].find("further cases passed [reference]"), std::string::npos) << printed[2];
  EXPECT_TRUE(r.left_behind.empty());
}

TEST(Run, WithoutAFlagRunsEveryVariant) {
  const JsonReport report(hippuzzle({"p16", "--backend", "cpu", "--json"}));
  std::vector<std::string> variants;
  for (const auto& v : report.variants) variants.push_back(v["variant"]);
  EXPECT_EQ(variants,
            (std::vector<std::string>{"naive", "single-block", "tiled", "idiomatic-tiled",
                                      "thread-layouts", "layout-tensor", "layout-algebra"}));
}

TEST(Run, WithSeveralFlagsRunsThose) {
  const JsonReport report(
      hippuzzle({"p16", "--single-block", "--naive", "--backend", "cpu", "--json"}));
  EXPECT_EQ(report.variants.size(), 2u);
}

TEST(Run, JsonHasEverythingThatTheTextSays) {
  const CommandResult r =
      hippuzzle({"p16", "--tiled", "--backend", "cpu", "--seed", "42", "--json"});
  EXPECT_EQ(r.code, 0);
  const JsonReport report(r);
  ASSERT_EQ(report.variants.size(), 1u);
  const auto& v = report.variants[0];
  EXPECT_EQ(v["puzzle"], "p16");
  EXPECT_EQ(v["variant"], "tiled");
  EXPECT_EQ(v["kernels"], "reference");
  EXPECT_EQ(v["platform"], "cpu");
  EXPECT_NE(v["device"], "");
  EXPECT_EQ(v["outcome"], "passed");
  EXPECT_EQ(v["exit_code"], 0);
  EXPECT_EQ(v["reason"], "");
  EXPECT_EQ(v["seed"], 42);
  EXPECT_EQ(v["in_process"], false);
  EXPECT_EQ(v["out"].size(), 81u);
  EXPECT_EQ(v["out"], v["expected"]);
  EXPECT_GT(v["planned_cases"], 2);
  EXPECT_EQ(v["cases"].size(), v["planned_cases"]);
  EXPECT_GT(v["kernel_milliseconds"], 0.0);
  EXPECT_EQ(report.summary["results"], 1);
  EXPECT_EQ(report.summary["outcome"], "passed");
  EXPECT_EQ(report.summary["counts"], (nlohmann::json{{"passed", 1}}));
}

TEST(Run, TheSeedDoesNotDecideTheVerdict) {
  for (const char* seed : {"0", "7", "1844674407370955161"}) {
    EXPECT_EQ(hippuzzle({"p16", "--backend", "cpu", "--seed", seed}).code, 0) << seed;
  }
}

TEST(Run, InProcessSaysThatItIsForDebugging) {
  const CommandResult r = hippuzzle({"p16", "--naive", "--backend", "cpu", "--in-process"});
  EXPECT_EQ(r.code, 0);
  EXPECT_NE(r.out.find(example_of_2x2), std::string::npos);
  EXPECT_NE(r.out.find("for debugging, not a verdict"), std::string::npos) << r.out;
}

TEST(Run, AutoSaysWhichPlatformItTookAndWhy) {
  if (std::filesystem::exists("/dev/nvidiactl") || std::filesystem::exists("/dev/kfd")) {
    GTEST_SKIP() << "this machine has a GPU: auto does not come to the CPU";
  }
  const CommandResult r = hippuzzle({"p16", "--naive"});
  EXPECT_EQ(r.code, 0);
  EXPECT_NE(r.out.find("passed on cpu"), std::string::npos) << r.out;
  EXPECT_NE(r.err.find("no GPU is visible here, so the kernels run on cpu"), std::string::npos)
      << r.err;
  const CommandResult detailed = hippuzzle({"p16", "--naive", "-v"});
  EXPECT_NE(detailed.err.find("/dev/nvidiactl"), std::string::npos) << detailed.err;
  EXPECT_NE(detailed.err.find("/dev/kfd"), std::string::npos) << detailed.err;
}

TEST(Run, VerboseTellsOnStandardErrorWhichModuleRan) {
  const CommandResult r = hippuzzle({"p16", "--naive", "--backend", "cpu", "-v"});
  EXPECT_EQ(r.code, 0);
  EXPECT_NE(r.err.find((shipped() / "cpu" / "p16.so").string()), std::string::npos) << r.err;
  EXPECT_EQ(lines(r.out).size(), 3u) << r.out;
}

TEST(Run, ColourIsForTerminals) {
  for (const std::vector<std::string>& arguments :
       {std::vector<std::string>{"p16", "--backend", "cpu"}, {"p61"}, {"list"}, {"--help"}}) {
    const CommandResult r = hippuzzle(arguments);
    EXPECT_EQ((r.out + r.err).find('\x1b'), std::string::npos) << r.out << r.err;
  }
}

TEST(Run, KernelsComeFromThePluginPathBeforeTheShippedOnes) {
  const std::string root = fixture("writes_nothing").string();
  EXPECT_EQ(hippuzzle({"p16", "--naive", "--backend", "cpu", "--plugin-path", root}).code, 1);
  EXPECT_EQ(
      hippuzzle({"p16", "--naive", "--backend", "cpu"}, {{"HIPPUZZLE_PLUGIN_PATH", root}}).code, 1);
}

TEST(Batch, RunsWhatAPatternNamesOneLineAVariant) {
  const CommandResult r = hippuzzle({"run", "p1[6]", "--backend", "cpu"});
  EXPECT_EQ(r.code, 0);
  const auto printed = lines(r.out);
  ASSERT_EQ(printed.size(), 8u) << r.out;
  for (size_t i = 0; i < 7; ++i) EXPECT_EQ(printed[i].find("p16 --"), 0u) << printed[i];
  EXPECT_EQ(printed[7], "7 passed, 0 failed, 0 unsupported here: passed");
}

TEST(Batch, EveryPatternMustMatch) {
  const CommandResult name = hippuzzle({"run", "p16", "p99", "--backend", "cpu"});
  EXPECT_EQ(name.code, 2);
  EXPECT_EQ(name.out, "") << "nothing runs";
  EXPECT_NE(name.err.find("no puzzle matches 'p99'"), std::string::npos) << name.err;
  const CommandResult stars = hippuzzle({"run", "p16", "zz*", "--backend", "cpu"});
  EXPECT_EQ(stars.code, 2);
  EXPECT_NE(stars.err.find("'zz*'"), std::string::npos) << stars.err;
  EXPECT_NE(hippuzzle({"run", "gem"}).err.find("did you mean 'gemm'?"), std::string::npos);
}

TEST(Batch, GoesThroughEveryBackend) {
  if (std::filesystem::exists("/dev/kfd")) GTEST_SKIP() << "this machine has an AMD GPU";
  const CommandResult r = hippuzzle({"run", "p16", "--backend", "cpu,amd", "--json"});
  EXPECT_EQ(r.code, 0) << "skipped ones count only when all were skipped";
  const JsonReport report(r);
  EXPECT_EQ(report.variants.size(), 14u);
  EXPECT_EQ(report.summary["counts"], (nlohmann::json{{"passed", 7}, {"unsupported-here", 7}}));
}

TEST(Batch, TheWorstOutcomeIsTheExitCode) {
  // 'naive' writes nothing (1), the other variants have no kernel (3).
  const CommandResult r = hippuzzle({"run", "p16", "--backend", "cpu", "--json", "--plugin-path",
                                     fixture("writes_nothing").string()});
  EXPECT_EQ(r.code, 3);
  const JsonReport report(r);
  EXPECT_EQ(report.summary["exit_code"], 3);
  EXPECT_EQ(report.summary["counts"], (nlohmann::json{{"wrong-answer", 1}, {"could-not-load", 6}}));
}

TEST(Unsupported, AnAbsentPlatformIsSkippedWithTheReason) {
  for (const auto& [platform, node] :
       {std::pair{"nvidia", "/dev/nvidiactl"}, {"amd", "/dev/kfd"}}) {
    if (std::filesystem::exists(node)) continue;
    const CommandResult r = hippuzzle({"p16", "--naive", "--backend", platform});
    EXPECT_EQ(r.code, 77);
    EXPECT_NE(r.out.find(node), std::string::npos) << r.out;
    EXPECT_EQ(r.out.find("passed"), std::string::npos) << r.out;
  }
}

TEST(Unsupported, AMissingCapabilityIsNamedWithWhatThereIs) {
  const CommandResult r = hippuzzle(
      {"p91", "--backend", "cpu", "--plugin-path", fixture("missing_capability").string()});
  EXPECT_EQ(r.code, 77);
  EXPECT_NE(r.out.find("requires 'unobtainium'"), std::string::npos) << r.out;
  EXPECT_NE(r.out.find("has only: "), std::string::npos) << r.out;
}

TEST(Unsupported, ADeviceThatIsNotThereIsNamed) {
  const CommandResult r = hippuzzle({"p16", "--naive", "--backend", "cpu", "--device", "99"});
  EXPECT_EQ(r.code, 77);
  EXPECT_NE(r.out.find("no cpu device 99"), std::string::npos) << r.out;
}

}  // namespace run_test
}  // namespace hippuzzle::testing
