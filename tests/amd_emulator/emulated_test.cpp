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

// Variants that a target cannot run say what they require; what prints is not emulated.
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
    EXPECT_TRUE(line.find("this variant requires") != line.npos ||
                line.find("it prints or asserts") != line.npos)
        << line;
  }
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
