// `hippuzzle roofline` from outside: the lesson's figures, ceilings that are remembered.

#include <algorithm>
#include <cmath>

#include "tests/cli/roofline_command.hpp"
#include "tests/support/temporary_directory.hpp"
#include "tests/support/whole_file.hpp"

namespace hippuzzle::testing {
namespace roofline_test {

// The placement of a kernel's model, under device memory.
nlohmann::json placement(const nlohmann::json& kernel, const std::string& model,
                         const std::string& level = "dram") {
  for (const auto& p : kernel["placements"]) {
    if (p["model"] == model && p["level"] == level) return p;
  }
  ADD_FAILURE() << kernel["name"] << " has no " << model << " at " << level;
  return {};
}

TEST_F(Roofline, TheLessonsExampleComesOutToTheFigure) {
  const auto j = json({"p16", "--naive", "--single-block", "--device", "a100", "--size", "2"});
  EXPECT_EQ(j["device"], "NVIDIA A100");
  EXPECT_NEAR(j["critical_intensity"], 12.5, 0.05);
  EXPECT_EQ(j["kernels"][0]["kernels"], "reference");
  const auto naive = placement(j["kernels"][0], "counted");
  EXPECT_EQ(naive["flops"], 12.0);
  EXPECT_EQ(naive["bytes"], 64.0);
  EXPECT_EQ(naive["written"], 16.0);
  EXPECT_EQ(naive["intensity"], 0.1875);
  EXPECT_NEAR(naive["roof"], 292, 0.5);
  EXPECT_NEAR(naive["of_peak"], 0.015, 0.0005);
  EXPECT_EQ(j["kernels"][0]["binds"], "l1") << "requests of a few words each";
  EXPECT_EQ(naive["measured"], nullptr);
  const auto shared = placement(j["kernels"][1], "counted");
  EXPECT_EQ(shared["flops"], 12.0);
  EXPECT_EQ(shared["bytes"], 32.0);
  EXPECT_EQ(shared["intensity"], 0.375);
  EXPECT_EQ(j["kernels"][0]["technique"], "shared memory tiling");
  EXPECT_EQ(j["kernels"][0]["shown_by"], "p16 --tiled");
  EXPECT_NE(j["kernels"][1]["technique"], "shared memory tiling") << "it does that already";
}

TEST_F(Roofline, TextHasTheLessonsFiguresInEightyColumns) {
  const CommandResult text =
      roofline({"p16", "--device", "a100", "--size", "2"}, {{"COLUMNS", "80"}});
  for (const char* part : {"12.5 FLOP/B", "p16 at 2, 12 FLOP", "0.1875", "291.6", "1.5 %", "0.375",
                           "naive: shared memory tiling: "}) {
    EXPECT_NE(text.out.find(part), std::string::npos) << text.out;
  }
  for (const std::string& line : lines(text.out)) {
    EXPECT_LE(std::ranges::count_if(line, [](char c) { return (c & 0xC0) != 0x80; }), 80) << line;
  }
}

TEST_F(Roofline, TilesMoveThePointToTheRight) {
  const auto kernels =
      json({"p16", "--naive", "--tiled", "--device", "a100", "--size", "9"})["kernels"];
  const auto naive = placement(kernels[0], "counted"), tiled = placement(kernels[1], "counted");
  for (const auto& p : {naive, tiled}) EXPECT_EQ(p["flops"], 1377.0);
  EXPECT_EQ(naive["bytes"], 5832.0);
  EXPECT_EQ(tiled["bytes"], 1944.0);
  EXPECT_EQ(tiled["intensity"], 1377.0 / 1944);
  EXPECT_NE(kernels[1]["technique"], "shared memory tiling");
}

TEST_F(Roofline, RungsOfTheLadderSpreadOut) {
  const auto kernels = json({"gemm", "--variant", "naive,coalesced,tiled,register-blocked",
                             "--device", "h200", "--size", "64"})["kernels"];
  ASSERT_EQ(kernels.size(), 4u);
  const auto of = [&](size_t rung, const char* model, const char* level) {
    return placement(kernels[rung], model, level)["intensity"].get<double>();
  };
  EXPECT_EQ(of(0, "counted", "dram"), of(1, "counted", "dram"));
  EXPECT_LT(4 * of(0, "sectors", "dram"), of(1, "sectors", "dram")) << "not coalesced: to the left";
  EXPECT_LT(10 * of(1, "counted", "dram"), of(2, "counted", "dram")) << "tiles";
  EXPECT_LT(2 * of(2, "shared", "shared"), of(3, "shared", "shared")) << "registers";
  EXPECT_EQ(kernels[0]["technique"], "memory coalescing");
  EXPECT_EQ(kernels[1]["technique"], "shared memory tiling");
  EXPECT_EQ(kernels[2]["technique"], "register blocking");
  EXPECT_NE(kernels[3]["technique"], "register blocking");
}

// The side of a tile over 4, in the limit.
TEST_F(Roofline, TilesReachAQuarterOfTheirSideAtLargeSizes) {
  constexpr double n = 960;
  const CommandResult text = roofline({"p16", "--tiled", "--device", "a100", "--size", "960"});
  EXPECT_NE(text.out.find("counted on a sample: "), std::string::npos) << text.out;
  const auto kernel =
      json({"p16", "--tiled", "--device", "a100", "--size", "960", "--blocks", "20"})["kernels"][0];
  const double blocks = kernel["traffic"]["blocks"], tile = n / std::sqrt(blocks);
  EXPECT_LT(kernel["traffic"]["counted_blocks"], blocks);
  EXPECT_GE(tile, 3);
  const auto counted = placement(kernel, "counted");
  EXPECT_EQ(counted["flops"], 2 * n * n * n - n * n);
  EXPECT_NEAR(counted["intensity"], tile / 4, 0.002 * tile);
}

// A persistent kernel has as many blocks as the device has multiprocessors, and few tiles in each:
// so its sample is small on any machine, and its counts are the same on all.
TEST_F(Roofline, PersistentKernelsAreCountedAsOnTheDeviceThatIsNamed) {
  const auto traffic = [&](const char* device, const char* variant) {
    return json({"gemm", "--variant", variant, "--device", device, "--size",
                 "1024"})["kernels"][0]["traffic"];
  };
  for (const char* variant : {"wgmma-bf16", "fp32-3xtf32"}) {
    const auto counted = traffic("h200", variant);
    EXPECT_LT(counted["counted_blocks"], counted["blocks"]) << variant;
    EXPECT_GT(counted["blocks"], 32u) << variant;
    EXPECT_EQ(counted["blocks"], traffic("h100", variant)["blocks"]);
  }
}

// The checker counts the numbers that the puzzle `roofline` asks a learner to predict.
TEST_F(Roofline, TheFormulasOfThePuzzleAreWhatIsCounted) {
  for (const int n : {1, 5, 9, 10, 23}) {
    const double cube = 1.0 * n * n * n, blocks = (n + 2) / 3;
    const auto kernels = json(
        {"p16", "--naive", "--tiled", "--device", "a100", "--size", std::to_string(n)})["kernels"];
    EXPECT_EQ(placement(kernels[0], "counted")["flops"], 2 * cube - n * n) << n;
    EXPECT_EQ(placement(kernels[0], "counted")["bytes"], 8 * cube) << n;
    EXPECT_EQ(placement(kernels[1], "counted")["bytes"], 8.0 * n * n * blocks) << n;
    const auto zip = json({"p02", "--device", "a100", "--size", std::to_string(n)})["kernels"][0];
    EXPECT_EQ(placement(zip, "counted")["flops"], 1.0 * n);
    EXPECT_EQ(placement(zip, "counted")["bytes"], 8.0 * n);
  }
}

// From size 32 on p16 has tiles of 16: each number is read by n / 16 blocks.
TEST_F(Roofline, LargerTilesReadLess) {
  const auto kernels = json({"p16", "--naive", "--tiled", "--layout-algebra", "--device", "a100",
                             "--size", "64"})["kernels"];
  EXPECT_EQ(placement(kernels[0], "counted")["bytes"], 8 * 64 * 64 * 64);
  EXPECT_EQ(placement(kernels[1], "counted")["bytes"], 8 * 64 * 64 * 64 / 16);
  EXPECT_EQ(placement(kernels[2], "counted")["bytes"], 8 * 64 * 64 * 64 / 32);
}

TEST_F(Roofline, EveryShippedDeviceCanBeRead) {
  const auto folder = binary().parent_path().parent_path() / "share/hippuzzle/devices";
  int count = 0;
  for (const auto& file : std::filesystem::directory_iterator(folder)) {
    const auto j = json({"--device", file.path().stem().string()});
    EXPECT_GT(j["ceilings"]["fp32"]["value"], 1000.0) << file.path();
    EXPECT_FALSE(j["source"].get<std::string>().empty()) << file.path();
    ++count;
  }
  EXPECT_GE(count, 7);
}

// Each block of this kernel emulates matrix cores for minutes.
TEST_F(Roofline, AKernelThatTakesTooLongIsNotCountedAndSaysSo) {
  const CommandResult r = hippuzzle({"roofline", "gemm", "--variant", "wgmma-bf16", "--device",
                                     "h200", "--size", "2048x1024x131072"});
  EXPECT_EQ(r.code, 0) << r.err;
  EXPECT_NE(r.out.find("compulsory"), std::string::npos) << r.out;
  EXPECT_NE(r.out.find("wgmma-bf16: not counted: that takes more than 20 s here"),
            std::string::npos)
      << r.out;
}

// A measurement takes half a minute of processors: two of them are enough.
TEST_F(Roofline, CeilingsAreMeasuredOnceAndRemembered) {
  remember_ceilings("cpu");
  const auto first = json({"--backend", "cpu", "--again"});
  EXPECT_GT(first["ceilings"]["dram"]["value"], 0.1);
  EXPECT_GT(first["ceilings"]["fp32"]["value"], 0.1);
  EXPECT_NE(first["source"], "this test") << "it was measured again";
  EXPECT_EQ(first["missing"], nlohmann::json::object());
  EXPECT_EQ(json({"--backend", "cpu"}), first);
  // A file that cannot be understood is measured anew.
  for (const auto& file :
       std::filesystem::directory_iterator(folder_.path() / "hippuzzle/ceilings")) {
    std::ofstream(file.path()) << "no JSON";
  }
  const auto second = json({"--backend", "cpu"});
  EXPECT_GT(second["ceilings"]["dram"]["value"], 0.1);
  EXPECT_NE(second["ceilings"], first["ceilings"]);
}

TEST_F(Roofline, RememberedCeilingsAreTaken) {
  remember_ceilings("cpu");
  const auto j = json({"--backend", "cpu"});
  EXPECT_EQ(j["ceilings"]["dram"]["value"], 4000.0);
  EXPECT_EQ(j["ceilings"]["fp32"]["value"], 6e4);
}

TEST_F(Roofline, KernelsAreMeasuredAndPlaced) {
  remember_ceilings("cpu");
  const auto j = json(
      {"p16", "--variant", "naive,tiled", "--size", "24", "--backend", "cpu", "--budget", "0.2"});
  ASSERT_EQ(j["kernels"].size(), 2u);
  for (const auto& kernel : j["kernels"]) {
    EXPECT_FALSE(placement(kernel, "counted").is_null());
    for (const auto& p : kernel["placements"]) EXPECT_GT(p["measured"], 0.0);
    EXPECT_NEAR(kernel["of_roof"].get<double>(),
                kernel["measured"].get<double>() / kernel["roof"].get<double>(), 1e-9);
    EXPECT_EQ(kernel["technique"], "") << "a low rate on the CPU platform is no GPU's";
    EXPECT_NE(kernel["reason"].get<std::string>().find("the CPU platform runs"), std::string::npos)
        << kernel["reason"];
  }
}

TEST_F(Roofline, AKernelWithoutARoofIsLeftOutAndTheOthersArePlaced) {
  remember_ceilings("cpu");  // FP32 alone
  const CommandResult r = roofline({"gemm", "--variant", "naive,mma-tf32", "--size", "32",
                                    "--backend", "cpu", "--budget", "0.2", "--json"});
  EXPECT_EQ(r.code, 0) << r.err;
  const auto j = parse_json(r.out);
  ASSERT_EQ(j["kernels"].size(), 1u);
  EXPECT_EQ(j["kernels"][0]["name"], "naive");
  EXPECT_NE(r.err.find("mma-tf32 is left out: the roof 'tf32' of"), std::string::npos) << r.err;
  const CommandResult none = roofline(
      {"gemm", "--mma-tf32", "--size", "32", "--backend", "cpu", "--budget", "0.2", "--json"});
  EXPECT_EQ(none.code, 77) << none.err;
}

TEST_F(Roofline, ALadderIsPlacedOnADeviceByItsDataSheet) {
  const CommandResult r =
      roofline({"gemm", "--variant", "tiled,mma-tf32", "--device", "a100", "--size", "64"});
  EXPECT_EQ(r.code, 0) << r.err;
  EXPECT_NE(r.out.find("\n  compulsory, tf32 "), std::string::npos) << r.out;
  EXPECT_NE(r.out.find("\n  mma-tf32 "), std::string::npos) << r.out;
}

// On a machine with an NVIDIA GPU whose counters may be read.
TEST_F(Roofline, CountersPlaceKernelsUnderAThirdModel) {
  const std::string why_not = why_unusable("nvidia");
  if (!why_not.empty()) GTEST_SKIP() << why_not;
  remember_ceilings("nvidia");
  constexpr int n = 512;
  const CommandResult r =
      roofline({"gemm", "--variant", "tiled", "--size", std::to_string(n), "--backend", "nvidia",
                "--budget", "0.2", "--measured", "--json"});
  if (r.code == 77) GTEST_SKIP() << r.err;
  ASSERT_EQ(r.code, 0) << r.err;
  const auto kernel = parse_json(r.out)["kernels"][0];
  const auto measured = kernel["placements"].back();
  EXPECT_TRUE(measured["model"].get<std::string>().starts_with("measured (ncu 20")) << measured;
  // All products and sums, and little else; each matrix at least once, and not for every use.
  EXPECT_GE(measured["flops"], 2.0 * n * n * (n - 1));
  EXPECT_LE(measured["flops"], 2.2 * n * n * n);
  EXPECT_GE(measured["bytes"], 1.9 * 4 * n * n);  // the product may stay in the L2 cache
  EXPECT_LE(measured["bytes"], 30.0 * 4 * n * n);
  EXPECT_GT(kernel["counted"]["l2_bytes"], measured["bytes"]);
  EXPECT_EQ(kernel["counted"]["kernels"].size(), 1u);
}

TEST_F(Roofline, BadRequestsGetOneSentence) {
  const struct {
    std::vector<std::string> arguments;
    int code;
    const char* sentence;
  } table[] = {
      {{"--device", "b9000"},
       2,
       "there is no device 'b9000'; name a device of this machine by its number, or choose one of "
       "a100"},
      {{"--device", "99", "--backend", "cpu"},
       77,
       "there is no cpu device 99: the last one here is 0"},
      {{"p16", "--device", "a100", "--size", "4,8"}, 2, "one --size at a time"},
      {{"p16", "--device", "a100", "--size", "x"}, 2, "'x' is not a size of this puzzle"},
      {{"p16", "--measured", "--device", "a100"}, 2, "--measured counts on a device that is here"},
      {{"--measured"}, 2, "name a puzzle"},
      {{"p16", "--measured", "--backend", "cpu"}, 77, "needs ncu on an NVIDIA GPU or rocprofv3"},
      {{"--device", "a100", "--plot", "roofs.jpg"}, 2, "ends in .svg or .png"},
      {{"--device", "a100", "--plot", "/no/such/folder/r.svg"}, 2, "cannot write"},
  };
  for (const auto& row : table) {
    const CommandResult r = roofline(row.arguments);
    EXPECT_EQ(r.code, row.code) << row.sentence;
    EXPECT_NE(r.err.find(row.sentence), std::string::npos) << r.err;
    EXPECT_EQ(lines(r.err).size(), 1u) << r.err;
  }
}

TEST_F(Roofline, APuzzleOfThatNameIsMeantByItsVariants) {
  const CommandResult r = hippuzzle({"roofline", "--zip", "--backend", "cpu"});
  EXPECT_EQ(r.code, 0) << r.err;
  EXPECT_NE(r.out.find("roofline --zip: passed"), std::string::npos) << r.out;
  const CommandResult both = roofline({"roofline", "--zip", "--device", "a100"});
  EXPECT_EQ(both.code, 0) << "the puzzle's own kernels, placed: " << both.err;
  EXPECT_NE(both.out.find("roofline at 5"), std::string::npos) << both.out;
}

}  // namespace roofline_test
}  // namespace hippuzzle::testing
