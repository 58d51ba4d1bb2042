// Which part of a batch is run: by tags, and as one of several shards.
#include <fstream>
#include <set>

#include "tests/support/hippuzzle_command.hpp"
#include "tests/support/temporary_directory.hpp"

namespace hippuzzle::testing {
namespace shard_test {

const std::vector<std::string> all_of_two = {"run", "p01", "p16", "--backend", "cpu", "--dry-run"};

std::vector<std::string> plan(const std::vector<std::string>& more,
                              const std::map<std::string, std::string>& environment = {}) {
  std::vector<std::string> words = all_of_two;
  words.insert(words.end(), more.begin(), more.end());
  const CommandResult r = hippuzzle(words, environment);
  EXPECT_EQ(r.code, 0) << r.err;
  return lines(r.out);
}

TEST(Tags, ChooseAmongVariants) {
  const CommandResult r =
      hippuzzle({"run", "p16", "--tag", "shared-memory", "--backend", "cpu", "--dry-run"});
  EXPECT_EQ(r.out, "p16 --single-block on cpu\np16 --tiled on cpu\np16 --idiomatic-tiled on cpu\n")
      << r.err;
  const auto listed =
      parse_json(hippuzzle({"list", "p16", "--tag", "shared-memory", "--json"}).out);
  EXPECT_EQ(listed["puzzles"][0]["variants"],
            (nlohmann::json{"single-block", "tiled", "idiomatic-tiled"}));
  EXPECT_NE(hippuzzle({"list", "p16", "--tags"}).out.find("matmul"), std::string::npos);
}

TEST(Tags, OneThatThereIsNotIsRefusedWithThoseThatThereAre) {
  for (const char* command : {"run", "list"}) {
    const CommandResult r = hippuzzle({command, "p16", "--tag", "shared-memroy"});
    EXPECT_EQ(r.code, 2) << command;
    EXPECT_NE(r.err.find("choose from"), std::string::npos) << r.err;
  }
  EXPECT_EQ(hippuzzle({"run", "p01", "--tag", "scan", "--dry-run"}).code, 2);
}

TEST(Shards, TogetherAreAllAndNothingTwice) {
  const std::vector<std::string> whole = plan({});
  ASSERT_EQ(whole.size(), 8u);
  for (const int count : {1, 2, 3, 8, 11}) {
    std::multiset<std::string> together;
    for (int index = 1; index <= count; ++index) {
      const auto part = plan({"--shard", std::to_string(index) + "/" + std::to_string(count)});
      together.insert(part.begin(), part.end());
    }
    EXPECT_EQ(together, std::multiset<std::string>(whole.begin(), whole.end())) << count;
  }
}

TEST(Shards, AreCutByRecordedDurations) {
  const TemporaryDirectory directory;
  const std::string file = (directory.path() / "before.json").string();
  nlohmann::json results = nlohmann::json::array();
  const auto took = [&](const std::string& puzzle, const std::string& variant, double seconds) {
    results.push_back({{"kind", "variant"},
                       {"puzzle", puzzle},
                       {"variant", variant},
                       {"platform", "cpu"},
                       {"outcome", "passed"},
                       {"seconds", seconds}});
  };
  took("p01", "", 1);
  took("p16", "tiled", 100);
  for (const char* variant : {"naive", "single-block", "idiomatic-tiled", "layout-tensor"}) {
    took("p16", variant, 2);
  }
  took("p16", "thread-layouts", 3);
  took("p16", "layout-algebra", 3);
  std::ofstream(file) << nlohmann::json{{"version", 1}, {"results", results}};
  const auto first = plan({"--shard", "1/2", "--durations", file});
  const auto second = plan({"--shard", "2/2", "--durations", file});
  EXPECT_EQ(first, std::vector<std::string>{"p16 --tiled on cpu"});
  EXPECT_EQ(second.size(), 7u) << "the others together take less";
  EXPECT_EQ(hippuzzle({"run", "p01", "--shard", "1/2", "--durations", "/nonexistent"}).code, 2);
}

TEST(Shards, FollowTheVariablesOfGoogleTestAndOfSlurm) {
  const auto second = plan({"--shard", "2/3"});
  EXPECT_EQ(plan({}, {{"GTEST_TOTAL_SHARDS", "3"}, {"GTEST_SHARD_INDEX", "1"}}), second);
  const std::map<std::string, std::string> slurm = {{"SLURM_ARRAY_TASK_COUNT", "3"},
                                                    {"SLURM_ARRAY_TASK_ID", "14"},
                                                    {"SLURM_ARRAY_TASK_MIN", "10"},
                                                    {"SLURM_ARRAY_TASK_STEP", "4"}};
  EXPECT_EQ(plan({}, slurm), second);
  EXPECT_EQ(plan({"--shard", "1/1"}, slurm), plan({})) << "what the command line says holds";
}

TEST(Shards, ThatThereAreNotAreRefused) {
  for (const char* word : {"0/2", "3/2", "2", "a/b", "1/", "-1/2", "1/2x"}) {
    EXPECT_EQ(hippuzzle({"run", "p01", "--shard", word}).code, 2) << word;
  }
  const CommandResult r =
      hippuzzle(all_of_two, {{"GTEST_TOTAL_SHARDS", "3"}, {"GTEST_SHARD_INDEX", "3"}});
  EXPECT_EQ(r.code, 2);
  EXPECT_NE(r.err.find("GTEST_SHARD_INDEX"), std::string::npos) << r.err;
  EXPECT_EQ(
      hippuzzle(all_of_two, {{"SLURM_ARRAY_TASK_COUNT", "x"}, {"SLURM_ARRAY_TASK_ID", "1"}}).code,
      2);
  EXPECT_EQ(hippuzzle({"run", "--last-failed", "--shard", "1/2"}).code, 2);
}

}  // namespace shard_test
}  // namespace hippuzzle::testing
