// AMD's kernels on emulated GPUs, through the binary: every variant passes, and no output presents
// an emulated GPU as a real one.
#include <gtest/gtest.h>

#include <fstream>
#include <iterator>
#include <map>
#include <regex>
#include <sstream>

#include "tests/support/build_tree.hpp"
#include "tests/support/command.hpp"
#include "tests/support/json.hpp"
#include "tests/support/temporary_directory.hpp"
#include "tests/support/whole_file.hpp"

namespace hippuzzle::testing {
namespace emulated_test {

using nlohmann::json;

std::vector<std::string> targets() {
  std::istringstream words(TARGETS);
  return {std::istream_iterator<std::string>(words), {}};
}

CommandResult hippuzzle(std::vector<std::string> words) {
  words.insert(words.begin(), binary());
  return run(words, {{"HIPPUZZLE_PLUGIN_PATH", ""}}, std::chrono::seconds(300));
}

class Emulated : public ::testing::TestWithParam<std::string> {};

// Variants that a target cannot run name their requirement.
TEST_P(Emulated, EveryVariantOfEveryPuzzlePasses) {
  const CommandResult r = hippuzzle({"run", "*", "--emulate=" + GetParam(), "--timeout", "100"});
  EXPECT_EQ(r.code, 0) << r.out << r.err;
  EXPECT_NE(r.out.find("p16 --tiled: passed on amd (emulated " + GetParam() + ")"),
            std::string::npos)
      << r.out;
  EXPECT_NE(r.out.find(" 0 failed, "), std::string::npos) << r.out;
  std::istringstream lines(r.out);
  for (std::string line; std::getline(lines, line);) {
    if (line.find(": passed on ") != line.npos) {
      EXPECT_EQ(line.find(", kernel "), line.npos) << "a time of an emulated kernel: " << line;
    }
    if (line.find(": unsupported here") == line.npos) continue;
    EXPECT_NE(line.find("this variant requires"), line.npos) << line;
  }
}

TEST_P(Emulated, KernelsPrint) {
  const CommandResult r = hippuzzle({"layouts", "--intro", "--emulate=" + GetParam()});
  EXPECT_EQ(r.code, 0) << r.out << r.err;
  EXPECT_NE(r.err.find("2 x 3 tensor, layout (2,3):(3,1)\n  0.0  0.0  0.0\n"), std::string::npos)
      << r.err;
}

// p16's kernels of kernels/<name>.hip.
CommandResult with_kernels(const std::string& name, const std::string& target) {
  return hippuzzle({"p16", "--naive", "--plugin-path", std::string(KERNELS) + "/" + name,
                    "--emulate=" + target});
}

TEST_P(Emulated, AnAssertionThatFailsIsPrintedAndEndsTheKernel) {
  const CommandResult r = with_kernels("asserts", GetParam());
  EXPECT_EQ(r.code, 6) << r.out << r.err;
  EXPECT_NE(r.err.find("Device-side assertion `threadIdx.x != 1 || threadIdx.y != 1' failed"),
            std::string::npos)
      << r.err;
  EXPECT_NE(r.out.find("the kernel ended itself"), std::string::npos) << r.out;
}

TEST_P(Emulated, AnUnknownInstructionIsNamedWithItsAddressAndKernel) {
  const CommandResult r = with_kernels("unknown", GetParam());
  EXPECT_EQ(r.code, 77) << r.out << r.err;
  EXPECT_TRUE(std::regex_search(r.out, std::regex("_Z6kernel.*v_mqsad_pk_u16_u8.* 0x[0-9a-f]+")) ||
              std::regex_search(r.out, std::regex("_Z6kernel.* 0x[0-9a-f]+.*v_mqsad_pk_u16_u8")))
      << r.out;
}

TEST_P(Emulated, TheOrderOfWavesIsTheSeeds) {
  for (const char* seed : {"2", "3"}) {
    const CommandResult r =
        hippuzzle({"p12", "--emulate=" + GetParam(), "--seed", seed, "--timeout", "60"});
    EXPECT_EQ(r.code, 0) << r.out << r.err;
  }
}

INSTANTIATE_TEST_SUITE_P(, Emulated, ::testing::ValuesIn(targets()),
                         [](const auto& test) { return test.param; });

TEST(Emulation, IsListedAndNeverChosenByItself) {
  const CommandResult devices = hippuzzle({"devices"});
  EXPECT_NE(devices.out.find("emulated: "), std::string::npos) << devices.out;
  EXPECT_NE(devices.out.find(targets().front()), std::string::npos) << devices.out;
  const CommandResult r = hippuzzle({"p01", "--backend", "auto", "--emulate=gfx90a"});
  EXPECT_EQ(r.out.find("emulated"), std::string::npos) << r.out;
}

TEST(Emulation, WithoutATargetIsOfTheFirst) {
  const CommandResult r = hippuzzle({"p01", "--emulate"});
  EXPECT_EQ(r.code, 0) << r.out << r.err;
  EXPECT_NE(r.out.find("passed on amd (emulated gfx"), std::string::npos) << r.out;
}

// The findings' lines are lines of the learner's file.
TEST(Emulation, RunsAndChecksTheKernelsOfAWorkspace) {
  const TemporaryDirectory here;
  const auto in_workspace = [&](std::vector<std::string> words) {
    words.insert(words.begin(), {"/usr/bin/env", "-C", here.path().string(), binary()});
    return run(words, {{"HIPPUZZLE_PLUGIN_PATH", ""}}, std::chrono::seconds(300));
  };
  ASSERT_EQ(in_workspace({"init"}).code, 0);
  ASSERT_EQ(in_workspace({"start", "p03"}).code, 0);
  const auto kernel = here.path() / "p03_guards" / "kernel.hip";
  ASSERT_TRUE(std::filesystem::exists(kernel));
  const auto take = [&](const char* file) {
    std::filesystem::copy_file(std::filesystem::path(PUZZLES) / "p03_guards" / file, kernel,
                               std::filesystem::copy_options::overwrite_existing);
  };
  take("wrong/no_guard.hip");
  const std::string target = "--emulate=" + targets().front();
  const CommandResult wrong = in_workspace({"p03", target});
  EXPECT_EQ(wrong.code, 1) << wrong.out << wrong.err;
  EXPECT_NE(wrong.out.find("[your kernels]"), std::string::npos) << wrong.out;
  const CommandResult checked = in_workspace({"check", "p03", target});
  EXPECT_NE(checked.out.find("out-of-bounds: a write of output["), std::string::npos)
      << checked.out << checked.err;
  EXPECT_NE(checked.out.find("global_store_dword"), std::string::npos) << checked.out;
  EXPECT_NE(checked.out.find("p03_guards/kernel.hip:"), std::string::npos) << checked.out;
  take("solution.hip");
  const CommandResult right = in_workspace({"check", "p03", target});
  EXPECT_EQ(right.code, 0) << right.out << right.err;
}

// A class of four kernels: right, without its guard, not to be compiled, and asking its host for
// more than kernels need.
TEST(Emulation, GradesAClass) {
  const TemporaryDirectory here;
  const auto folder = std::filesystem::path(PUZZLES) / "p03_guards";
  const auto hand_in = [&](const char* student, const std::string& text) {
    const auto to = here.path() / "class" / student / "p03_guards";
    std::filesystem::create_directories(to);
    std::ofstream(to / "kernel.hip") << text;
  };
  const std::string right = contents(folder / "solution.hip");
  hand_in("ann", right);
  hand_in("bob", contents(folder / "wrong/no_guard.hip"));
  hand_in("cyd", right + "\n}\n");
  hand_in("dan", right + "\n#include <unistd.h>\nint answer() { return fork(); }\n");
  const std::string target = targets().front();
  const auto graded = [&](std::vector<std::string> more) {
    std::vector<std::string> words = {"/usr/bin/env", "-C",     here.path().string(), binary(),
                                      "grade",        "class",  "--puzzle",           "p03",
                                      "--results",    "results"};
    words.insert(words.end(), more.begin(), more.end());
    return run(words, {{"HIPPUZZLE_PLUGIN_PATH", ""}}, std::chrono::seconds(300));
  };
  const CommandResult r = graded({"--emulate=" + target});
  EXPECT_NE(r.out.find("judged on amd (emulated " + target + "), confined by "), std::string::npos)
      << r.out << r.err;
  const json all = parse_json(contents(here.path() / "results/grades.json"));
  EXPECT_EQ(all["platform"], "amd (emulated " + target + ")");
  std::map<std::string, std::string> outcomes, reasons;
  for (const json& grade : all["results"]) {
    outcomes[grade["student"]] = grade["outcome"];
    reasons[grade["student"]] = grade["reason"];
  }
  EXPECT_EQ(outcomes["ann"], "passed") << reasons["ann"];
  EXPECT_TRUE(all["results"][0]["variants"][0]["checked"].get<bool>());
  EXPECT_EQ(outcomes["bob"], "wrong-answer") << reasons["bob"];
  EXPECT_EQ(outcomes["cyd"], "could-not-load") << reasons["cyd"];
  EXPECT_EQ(outcomes["dan"], "could-not-load") << reasons["dan"];
  EXPECT_NE(reasons["dan"].find("it uses `fork`"), std::string::npos) << reasons["dan"];
  const CommandResult counts = graded({"--emulate=" + target, "--counts"});
  EXPECT_EQ(counts.code, 2) << counts.out << counts.err;
}

TEST(Emulation, ChecksWhatItExecutes) {
  const CommandResult clean = hippuzzle({"check", "p12", "--emulate=" + targets().front()});
  EXPECT_EQ(clean.code, 0) << clean.out << clean.err;
  EXPECT_NE(clean.out.find("p12 --raw: clean, "), std::string::npos) << clean.out;
  const CommandResult alone = hippuzzle({"check", "p12", "--backend", "amd"});
  EXPECT_EQ(alone.code, 2) << alone.out << alone.err;
  const CommandResult counts = hippuzzle({"check", "p12", "--emulate", "--counts"});
  EXPECT_EQ(counts.code, 2) << counts.out << counts.err;
}

TEST(Emulation, IsVerifiedAtASizeWithoutTimes) {
  const CommandResult r = hippuzzle({"bench", "p16", "--emulate", "--size", "40"});
  EXPECT_EQ(r.code, 0) << r.out << r.err;
  EXPECT_NE(r.out.find("without times"), std::string::npos) << r.out;
  EXPECT_NE(r.out.find("right"), std::string::npos) << r.out;
  for (const char* unit : {" ms", " us", "GFLOP/s"})
    EXPECT_EQ(r.out.find(unit), r.out.npos) << r.out;
  const CommandResult times = hippuzzle({"bench", "p16", "--emulate", "--sustained"});
  EXPECT_EQ(times.code, 2) << times.out << times.err;
}

TEST(Emulation, IsNotTraced) {
  const CommandResult r = hippuzzle({"trace", "p16", "--tiled", "--emulate"});
  EXPECT_EQ(r.code, 77) << r.out << r.err;
  EXPECT_NE((r.out + r.err).find("the interpreter of AMD's instructions does not"),
            std::string::npos)
      << r.out << r.err;
}

TEST(Emulation, RefusesWhatItCannotEmulateInOneSentence) {
  const CommandResult missing = hippuzzle({"p01", "--emulate=gfx801"});
  EXPECT_EQ(missing.code, 77) << missing.out << missing.err;
  EXPECT_NE(missing.out.find("holds no code for gfx801"), std::string::npos) << missing.out;
  const CommandResult word = hippuzzle({"p01", "--emulate=h100"});
  EXPECT_EQ(word.code, 2) << word.out << word.err;
  const CommandResult other = hippuzzle({"p01", "--backend", "cpu", "--emulate=gfx90a"});
  EXPECT_EQ(other.code, 2) << other.out << other.err;
}

}  // namespace emulated_test
}  // namespace hippuzzle::testing
