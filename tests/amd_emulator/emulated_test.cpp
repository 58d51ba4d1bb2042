// AMD's kernels on emulated GPUs, through the binary: every variant passes, and what is emulated is
// never taken for a GPU.
#include <gtest/gtest.h>

#include <iterator>
#include <sstream>

#include "tests/support/build_tree.hpp"
#include "tests/support/command.hpp"

namespace hippuzzle::testing {
namespace {

std::vector<std::string> targets() {
  std::istringstream words(TARGETS);
  return {std::istream_iterator<std::string>(words), {}};
}

CommandResult hippuzzle(std::vector<std::string> words) {
  words.insert(words.begin(), binary());
  return run(words, {{"HIPPUZZLE_PLUGIN_PATH", ""}}, std::chrono::seconds(300));
}

class Emulated : public ::testing::TestWithParam<std::string> {};

// Variants that a target cannot run say what they require.
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

}  // namespace
}  // namespace hippuzzle::testing
