// A learner's kernels in tiles of other sides than the usual one: each place that runs kernels
// compiles them for the tile that a case needs.
#include "tests/puzzles/source_tree.hpp"
#include "tests/workspace/learner.hpp"

namespace hippuzzle::testing {
namespace tiles_test {

class TilesOfALearner : public LearnerTest {
 protected:
  TilesOfALearner() : LearnerTest(testing::binary()) {}

  void SetUp() override { ASSERT_EQ(run_here({"start", "p16"}).code, 0); }

  // The text of a file of the puzzle's folder becomes the learner's.
  void hand_in(const std::string& file) const {
    save(workspace() / "p16_matmul/kernel.hip",
         contents(source_tree() / "plugins/p16_matmul" / file));
  }
};

TEST_F(TilesOfALearner, ATileThatIsHardCodedIsRefusedInAnotherWhateverRunsIt) {
  hand_in("wrong/hard_coded_3.hip");
  const CommandResult r = run_here({"p16", "--tiled", "--backend", "cpu", "--no-check"});
  EXPECT_EQ(r.code, 1) << r.out << r.err;
  EXPECT_NE(r.err.find("compiling for tiles of 16 as well"), std::string::npos) << r.err;
  EXPECT_NE(r.out.find("in the case 'random 32 x 32 in 2 x 2 blocks, tiles of 16'"), r.out.npos)
      << r.out;

  const CommandResult timed =
      run_here({"bench", "p16", "--tiled", "--size", "40", "--backend", "cpu"});
  EXPECT_EQ(timed.code, 1) << timed.out << timed.err;

  if (!std::filesystem::exists(shipped() / "cpu" / "p16.check.so")) return;
  const CommandResult trace =
      run_here({"trace", "p16", "--tiled", "--case", "8x8", "--block", "1,0"});
  EXPECT_EQ(trace.code, 0) << trace.err;
  // The right kernel's thread writes output[0, 4].
  EXPECT_NE(trace.out.find("(0, 0)  writes output[0, 3] = 2412"), std::string::npos) << trace.out;
}

TEST_F(TilesOfALearner, AWrongAnswerInTheUsualTilesIsToldBeforeOthersAreCompiled) {
  hand_in("wrong/hard_coded_16.hip");
  const CommandResult r = run_here({"p16", "--tiled", "--backend", "cpu", "--no-check"});
  EXPECT_EQ(r.code, 1) << r.out << r.err;
  EXPECT_EQ(r.err.find("compiling for tiles"), std::string::npos) << r.err;
  EXPECT_FALSE(std::filesystem::exists(workspace() / ".hippuzzle/cpu/p16.tile16.so"));
}

}  // namespace tiles_test
}  // namespace hippuzzle::testing
