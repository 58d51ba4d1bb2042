// `hippuzzle bench --explain`: the model's choice and its prediction.
#include "tests/cli/bench_command.hpp"

namespace hippuzzle::testing {
namespace bench_explain_test {

TEST(BenchExplain, SaysWhatAnH200WouldDoWithoutOne) {
  const CommandResult r =
      hippuzzle({"bench", "gemm", "--explain", "--device", "H200", "--variant",
                 "wgmma-bf16,fp32-best,naive", "--size", "4096,250x1900x10000", "--json"});
  ASSERT_EQ(r.code, 0) << r.err;
  const auto sizes = objects(r);
  ASSERT_EQ(sizes.size(), 2u);
  EXPECT_EQ(sizes[0]["kind"], "explanation");
  EXPECT_EQ(sizes[0]["multiprocessors"], 132);
  const auto bf16 = sizes[0]["variants"][0], fp32 = sizes[0]["variants"][1];
  EXPECT_EQ(bf16["tile"], (nlohmann::json{128, 256, 64}));
  EXPECT_EQ(bf16["cluster"], 2);
  EXPECT_EQ(bf16["tiles"], 512);  // 16 x 16 clusters of two
  EXPECT_EQ(bf16["slices"], 1);
  EXPECT_NEAR(bf16["waves"].get<double>(), 256.0 / 66, 1e-6);
  EXPECT_NEAR(bf16["fetched_bytes"].get<double>(), 256.0 * 4096 * 512 * 2, 1);
  EXPECT_GT(bf16["predicted_ms"], 0);
  EXPECT_TRUE(bf16["measured_ms"].is_null());
  EXPECT_EQ(bf16["bound"], "products");
  EXPECT_EQ(fp32["last_round_shared"], true);
  EXPECT_EQ(sizes[0]["variants"][2]["why_not"], "asks no model of the device");
  EXPECT_GT(sizes[1]["variants"][0]["slices"], 1);
}

TEST(BenchExplain, StandsBesideWhatIsMeasured) {
  const CommandResult r =
      bench({"gemm", "--explain", "--variant", "fp32-best,tiled", "--size", "64", "--json"});
  ASSERT_EQ(r.code, 0) << r.err;
  const auto printed = objects(r);
  ASSERT_EQ(printed.size(), 2u) << r.out;
  const auto best = printed[1]["variants"][0];
  EXPECT_EQ(best["measured_ms"], printed[0]["results"][0]["milliseconds"]["median"]);
  EXPECT_TRUE(best["predicted_ms"].is_null()) << "of a CPU";
  EXPECT_GT(best["tiles"], 0);
}

TEST(BenchExplain, IsATableForPeople) {
  const CommandResult here = bench({"gemm", "--explain", "--variant", "fp32-best", "--size", "64"});
  ASSERT_EQ(here.code, 0) << here.err;
  for (const char* words : {"as the model chooses on", "64 x 64 x 32", "bands of 16 rows of tiles",
                            "No time is "
                            "predicted"})
    EXPECT_NE(here.out.find(words), here.out.npos) << words << " in " << here.out;
  const CommandResult elsewhere =
      hippuzzle({"bench", "gemm", "--explain", "--device", "a100", "--variant", "fp32-best"});
  ASSERT_EQ(elsewhere.code, 0) << elsewhere.err;
  EXPECT_NE(elsewhere.out.find("fp32-best: asks its model on devices of sm_90 alone"),
            elsewhere.out.npos)
      << elsewhere.out;
}

TEST(BenchExplain, IsRefusedWithOneSentence) {
  const std::pair<std::vector<std::string>, const char*> wrong[] = {
      {{"bench", "p16", "--explain", "--backend", "cpu"}, "p16 has nothing to explain"},
      {{"bench", "gemm", "--device", "h200"}, "give its number, or --explain"},
      {{"bench", "gemm", "--explain", "--device", "nosuch"}, "there is no device 'nosuch'"},
      {{"bench", "gemm", "--explain", "--csv", "--backend", "cpu"},
       "csv has no place for --explain"},
      {{"bench", "gemm", "--explain", "--device", "h200", "--baseline"}, "nothing is measured"}};
  for (const auto& [words, said] : wrong) {
    const CommandResult r = hippuzzle(words);
    EXPECT_EQ(r.code, 2) << r.out;
    EXPECT_NE(r.err.find(said), r.err.npos) << r.err;
  }
}

}  // namespace bench_explain_test
}  // namespace hippuzzle::testing
