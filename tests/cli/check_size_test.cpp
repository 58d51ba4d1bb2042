// `hippuzzle check --size`: counts at a size, of all blocks or of a sample of them.
#include <filesystem>

#include "tests/support/hippuzzle_command.hpp"

namespace hippuzzle::testing {
namespace check_size_test {

using Json = nlohmann::json;

class CheckAtSize : public ::testing::Test {
 protected:
  void SetUp() override {
    if (!std::filesystem::exists(shipped() / "cpu" / "p16.check.so"))
      GTEST_SKIP() << "kernels cannot be checked in this build";
  }

  static JsonReport counted(std::vector<std::string> arguments) {
    arguments.insert(arguments.begin(), "check");
    arguments.insert(arguments.end(), {"--counts", "--json"});
    return JsonReport(hippuzzle(arguments));
  }

  static void expect_close(const Json& sampled, const Json& all, const std::string& what) {
    const auto estimate = sampled.get<double>(), truth = all.get<double>();
    EXPECT_NEAR(estimate, truth, 0.01 * truth) << what;
  }

  // The counts of all named variants, on `blocks` blocks, equal the counts on all blocks within 1
  // %.
  static void expect_sample_to_hold(const std::vector<std::string>& variants, const char* size,
                                    const char* blocks) {
    SCOPED_TRACE(variants.front() + " at " + size + ", " + blocks + " blocks");
    std::vector<std::string> arguments = variants;
    arguments.insert(arguments.end(), {"--size", size, "--blocks", "0"});
    const JsonReport all = counted(arguments);
    arguments.back() = blocks;
    const JsonReport sampled = counted(arguments);
    ASSERT_EQ(all.variants.size(), sampled.variants.size());
    ASSERT_FALSE(all.variants.empty());
    for (size_t v = 0; v < all.variants.size(); ++v) {
      const Json &one = sampled.variants[v], &whole = all.variants[v];
      SCOPED_TRACE(whole["variant"].get<std::string>());
      ASSERT_EQ(one["outcome"], "passed") << one["reason"];
      ASSERT_EQ(whole["outcome"], "passed") << whole["reason"];
      EXPECT_EQ(whole["cases"][0]["judged"], true);
      EXPECT_TRUE(whole["checked_blocks"].is_null());
      ASSERT_EQ(one["counts"].size(), whole["counts"].size());
      EXPECT_EQ(one["cases"][0]["judged"], false);
      bool is_sampled = false;
      for (size_t l = 0; l < whole["counts"].size(); ++l) {
        const Json &a = one["counts"][l], &b = whole["counts"][l];
        EXPECT_EQ(b["counted_blocks"], b["blocks"]);
        is_sampled = is_sampled || a["counted_blocks"] < a["blocks"];
        for (const auto& [name, count] : b["threads"].items())
          expect_close(a["threads"][name]["total"], count["total"], name);
        for (const auto& [name, count] : b["warps"].items()) {
          for (const auto& [figure, number] : count.items())
            expect_close(a["warps"][name][figure], number, name + " " + figure);
        }
      }
      EXPECT_TRUE(is_sampled);
    }
  }
};

TEST_F(CheckAtSize, NaiveAndCoalescedDifferInSectorsNotInReads) {
  const JsonReport report = counted({"gemm", "--naive", "--coalesced", "--size", "64"});
  ASSERT_EQ(report.variants.size(), 2u);
  const Json &naive = report.variants[0]["counts"][0], &coalesced = report.variants[1]["counts"][0];
  EXPECT_EQ(report.variants[0]["size"], "64");
  EXPECT_EQ(naive["threads"]["global_reads"]["total"], 2 * 64 * 64 * 64);
  EXPECT_EQ(coalesced["threads"]["global_reads"]["total"], 2 * 64 * 64 * 64);
  EXPECT_GT(naive["warps"]["global_reads"]["sectors"],
            4 * coalesced["warps"]["global_reads"]["sectors"].get<int>());
}

TEST_F(CheckAtSize, SaysTheSizeAndTheSample) {
  const CommandResult r =
      hippuzzle({"check", "p16", "--naive", "--counts", "--size", "29", "--blocks", "20"});
  EXPECT_EQ(r.code, 0);
  EXPECT_NE(r.out.find("p16 --naive at 29: clean"), std::string::npos) << r.out;
  EXPECT_NE(r.out.find("; the other blocks did not run, so the answer is not judged"),
            std::string::npos)
      << r.out;
  EXPECT_NE(r.out.find("; counted on 20 of "), std::string::npos) << r.out;
}

// p16's blocks have 16 x 16 threads at such sizes; in its example they have 3 x 3.
TEST_F(CheckAtSize, LooksAtSixtyFourBlocksUnlessTheseAreSmall) {
  const auto launch = [](const char* variant, const char* size) {
    return counted({"p16", variant, "--size", size}).variants.at(0)["counts"][0];
  };
  for (const char* variant : {"--naive", "--tiled"}) {
    const Json counts = launch(variant, "160");
    EXPECT_EQ(counts["blocks"], 100) << variant;
    EXPECT_EQ(counts["counted_blocks"], 64) << variant;
  }
  EXPECT_EQ(launch("--naive", "64")["counted_blocks"], 16);
}

TEST_F(CheckAtSize, ASampleHasTheCountsOfAllBlocks) {
  expect_sample_to_hold({"gemm", "--naive", "--tiled"}, "200x150x9", "18");
  // The kernel takes its blocks in bands of 16 rows, so edge blocks occur in the middle of the
  // grid.
  expect_sample_to_hold({"gemm", "--coalesced"}, "1000x1000x8", "18");
  expect_sample_to_hold({"gemm", "--coalesced"}, "590x1010x8", "18");
  expect_sample_to_hold({"p13", "--block-boundary"}, "1000", "30");
  expect_sample_to_hold({"p16", "--naive", "--tiled"}, "29", "60");
}

TEST_F(CheckAtSize, ASampleHasTheCountsOfReductions) {
  expect_sample_to_hold({"p15"}, "700x6", "20");
  expect_sample_to_hold({"p14", "--complete"}, "20000", "12");
}

TEST_F(CheckAtSize, RefusesWhatIsNoSizeAndNoNumber) {
  EXPECT_EQ(hippuzzle({"check", "p16", "--naive", "--blocks", "x"}).code, 2);
  EXPECT_EQ(hippuzzle({"check", "p16", "--naive", "--size", "0"}).code, 2);
  EXPECT_EQ(hippuzzle({"check", "p16", "--naive", "--size", "9", "--backend", "nvidia"}).code, 2);
}

}  // namespace check_size_test
}  // namespace hippuzzle::testing
