// `hippuzzle roofline` from outside: the lesson's figures, ceilings that are remembered, pictures.

#include "tests/support/hippuzzle_command.hpp"
#include "tests/support/temporary_directory.hpp"
#include "tests/support/whole_file.hpp"

namespace hippuzzle::testing {
namespace {

class Roofline : public ::testing::Test {
 protected:
  CommandResult roofline(std::vector<std::string> arguments,
                         std::map<std::string, std::string> environment = {}) const {
    arguments.insert(arguments.begin(), "roofline");
    environment.try_emplace("XDG_CACHE_HOME", folder_.path().string());
    return hippuzzle(arguments, environment);
  }

  nlohmann::json json(std::vector<std::string> arguments) const {
    arguments.push_back("--json");
    const CommandResult r = roofline(arguments);
    EXPECT_EQ(r.code, 0) << r.err;
    return nlohmann::json::parse(r.out);
  }

  // Ceilings of the platform's first device as if they had been measured, which takes a GPU half a
  // minute.
  void remember_ceilings(const std::string& platform) const {
    const auto devices = nlohmann::json::parse(hippuzzle({"devices", "--json"}).out);
    for (const auto& p : devices["platforms"]) {
      if (p["platform"] != platform) continue;
      const auto& d = p["devices"].at(0);
      std::string name = platform;
      for (const char* part : {"name", "architecture", "driver"}) {
        name += " " + d[part].get<std::string>();
      }
      for (char& c : name) {
        if (std::isalnum(static_cast<unsigned char>(c)) == 0 && c != '.') c = '-';
      }
      const auto folder = folder_.path() / "hippuzzle/ceilings";
      std::filesystem::create_directories(folder);
      std::ofstream(folder / (name + ".json"))
          << nlohmann::json{{"version", 1},
                            {"device", d["name"]},
                            {"source", "this test"},
                            {"ceilings", {{"dram", {4000, 3999, 4001}}, {"fp32", {6e4, 5e4, 7e4}}}},
                            {"missing", nlohmann::json::object()}};
    }
  }

  static bool has_gnuplot() { return std::system("command -v gnuplot >/dev/null 2>&1") == 0; }

  TemporaryDirectory folder_;
};

TEST_F(Roofline, TheLessonsExampleComesOutToTheFigure) {
  const auto j = json({"p16", "--naive", "--device", "a100"});
  EXPECT_EQ(j["device"], "NVIDIA A100");
  EXPECT_NEAR(j["critical_intensity"], 12.5, 0.05);
  const auto& requested = j["kernels"][0]["placements"][0];
  EXPECT_EQ(requested["model"], "requested");
  EXPECT_EQ(requested["intensity"], 0.1875);
  EXPECT_NEAR(requested["roof"], 292, 0.5);
  EXPECT_EQ(requested["binds"], "memory");
  EXPECT_EQ(requested["measured"], nullptr);
  EXPECT_EQ(j["kernels"][0]["placements"][1]["model"], "compulsory");
  EXPECT_EQ(j["kernels"][0]["technique"], "shared memory tiling");
  const CommandResult text = roofline({"p16", "--naive", "--device", "a100"});
  for (const char* part :
       {"12.5 FLOP/B", "p16 at 2", "0.1875", "291.6 GFLOP/s", "naive: shared memory tiling: "}) {
    EXPECT_NE(text.out.find(part), std::string::npos) << text.out;
  }
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
  EXPECT_GE(count, 2);
}

TEST_F(Roofline, CeilingsAreMeasuredOnceAndRemembered) {
  const auto first = json({"--backend", "cpu"});
  EXPECT_GT(first["ceilings"]["dram"]["value"], 0.1);
  EXPECT_GT(first["ceilings"]["fp32"]["value"], 0.1);
  EXPECT_EQ(first["missing"], nlohmann::json::object());
  EXPECT_EQ(json({"--backend", "cpu"}), first);
  EXPECT_NE(json({"--backend", "cpu", "--again"})["ceilings"], first["ceilings"]);
  // A file that cannot be understood is measured anew.
  for (const auto& file :
       std::filesystem::directory_iterator(folder_.path() / "hippuzzle/ceilings")) {
    std::ofstream(file.path()) << "no JSON";
  }
  EXPECT_GT(json({"--backend", "cpu"})["ceilings"]["dram"]["value"], 0.1);
}

TEST_F(Roofline, RememberedCeilingsAreTaken) {
  remember_ceilings("cpu");
  const auto j = json({"--backend", "cpu"});
  EXPECT_EQ(j["ceilings"]["dram"]["value"], 4000.0);
  EXPECT_EQ(j["ceilings"]["fp32"]["value"], 6e4);
}

TEST_F(Roofline, KernelsAreMeasuredAndPlaced) {
  const auto j = json(
      {"p16", "--variant", "naive,tiled", "--size", "24", "--backend", "cpu", "--budget", "0.2"});
  ASSERT_EQ(j["kernels"].size(), 2u);
  for (const auto& kernel : j["kernels"]) {
    ASSERT_EQ(kernel["placements"].size(), 2u);
    for (const auto& p : kernel["placements"]) {
      EXPECT_GT(p["measured"], 0.0);
      EXPECT_NEAR(p["of_roof"].get<double>(), p["measured"].get<double>() / p["roof"].get<double>(),
                  1e-9);
    }
    EXPECT_NE(kernel["technique"], "");
  }
}

TEST_F(Roofline, AKernelWithoutARoofIsLeftOutAndTheOthersArePlaced) {
  remember_ceilings("cpu");  // FP32 alone
  const CommandResult r = roofline({"gemm", "--variant", "naive,mma-tf32", "--size", "32",
                                    "--backend", "cpu", "--budget", "0.2", "--json"});
  EXPECT_EQ(r.code, 0) << r.err;
  const auto j = nlohmann::json::parse(r.out);
  ASSERT_EQ(j["kernels"].size(), 1u);
  EXPECT_EQ(j["kernels"][0]["name"], "naive");
  EXPECT_NE(r.err.find("mma-tf32 is left out: the roof 'tf32' of"), std::string::npos) << r.err;
  const CommandResult none = roofline(
      {"gemm", "--mma-tf32", "--size", "32", "--backend", "cpu", "--budget", "0.2", "--json"});
  EXPECT_EQ(none.code, 77) << none.err;
}

TEST_F(Roofline, ALadderIsPlacedOnADeviceByItsDataSheet) {
  const CommandResult r = roofline({"gemm", "--device", "a100", "--size", "4096"});
  EXPECT_EQ(r.code, 0) << r.err;
  EXPECT_NE(r.out.find("\n  mma-tf32 "), std::string::npos) << r.out;
  EXPECT_NE(r.out.find("\n  naive, coalesced, tiled, "), std::string::npos)
      << "one line of advice for all that it holds for: " << r.out;
}

TEST_F(Roofline, DrawsPictures) {
  if (!has_gnuplot()) GTEST_SKIP() << "gnuplot is not installed";
  const auto svg = (folder_.path() / "it's.svg").string(),
             png = (folder_.path() / "r.png").string();
  const CommandResult r =
      roofline({"p16", "--device", "a100", "--plot", svg, "--plot", png, "--plot", "-"});
  EXPECT_EQ(r.code, 0) << r.err;
  for (const char* part : {">naive<", ">open: requested<", ">filled: compulsory<"}) {
    EXPECT_NE(contents(svg).find(part), std::string::npos) << part;
  }
  EXPECT_NE(contents(svg).find("arithmetic intensity, FLOP/B"), std::string::npos);
  EXPECT_EQ(contents(png).substr(1, 3), "PNG");
  EXPECT_NE(r.out.find("arithmetic intensity, FLOP/B"), std::string::npos) << r.out;
}

TEST_F(Roofline, BenchDrawsVariantsOverSize) {
  if (!has_gnuplot()) GTEST_SKIP() << "gnuplot is not installed";
  const auto svg = (folder_.path() / "sizes.svg").string();
  const CommandResult r = hippuzzle({"bench", "p16", "--naive", "--tiled", "--size", "4,8",
                                     "--backend", "cpu", "--budget", "0.2", "--plot", svg});
  EXPECT_EQ(r.code, 0) << r.err;
  const std::string picture = contents(svg);
  for (const char* part : {"naive", "tiled", "GFLOP/s", "size", "p16 on "}) {
    EXPECT_NE(picture.find(part), std::string::npos) << part;
  }
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
  const auto kernel = nlohmann::json::parse(r.out)["kernels"][0];
  ASSERT_EQ(kernel["placements"].size(), 3u);
  const auto& measured = kernel["placements"][2];
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
       "there is no device 'b9000'; give the number of one here, or one of a100"},
      {{"--device", "99", "--backend", "cpu"},
       77,
       "there is no cpu device 99: the last one here is 0"},
      {{"p16", "--device", "a100", "--size", "4,8"}, 2, "one --size at a time"},
      {{"p16", "--device", "a100", "--size", "x"}, 2, "'x' is no size of this puzzle"},
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

TEST_F(Roofline, WithoutGnuplotOneSentenceSaysSo) {
  const CommandResult r =
      roofline({"--device", "a100", "--plot", "-"}, {{"PATH", folder_.path().string()}});
  EXPECT_EQ(r.code, 77);
  EXPECT_EQ(r.out, "");
  EXPECT_NE(r.err.find("gnuplot, which is not installed"), std::string::npos) << r.err;
}

}  // namespace
}  // namespace hippuzzle::testing
