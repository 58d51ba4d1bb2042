// Kernels that pretend to work: the known cheats of kernel competitions get no time that is shorter
// than an honest kernel's.
#include "tests/cli/bench_command.hpp"
#include "tests/cli/roofline_command.hpp"

namespace hippuzzle::testing {
namespace bench_cheats_test {

constexpr const char* regimes[] = {"--cold", "--hot"};

TEST(BenchCheats, LaunchesWithoutTheirWorkGetNoTime) {
  for (const char* name : {"pretends_later", "works_every_other_time", "writes_zeros_later",
                           "repeats_its_first_answer", "keeps_by_pointer", "keeps_by_hash"}) {
    for (const char* caches : regimes) {
      const CommandResult r = bench({"p16", "--naive", "--size", "30", "--json", caches,
                                     "--plugin-path", fixture(name).string()});
      EXPECT_EQ(r.code, 1) << name << caches << r.out;
      const auto m = objects(r).at(0)["results"][0];
      EXPECT_NE(m["reason"].get<std::string>().find("every launch must do all of the work"),
                std::string::npos)
          << m["reason"];
      EXPECT_FALSE(m.contains("milliseconds")) << name;
    }
  }
}

TEST(BenchCheats, AConstantAtSizesWhereNotEveryElementIsComparedGetsNoTime) {
  const auto run = [](const char* size) {
    return bench({"p16", "--naive", "--size", size, "--json", "--plugin-path",
                  fixture("writes_a_constant_at_large_sizes").string()});
  };
  EXPECT_EQ(run("24").code, 0);
  EXPECT_EQ(run("25").code, 1);
}

// Each of its launches takes 2 ms, except with inputs that it knows.
TEST(BenchCheats, KeptAnswersSaveNoTime) {
  for (const char* caches : regimes) {
    const CommandResult r = bench_fixture("keeps_its_answers", "cpu", caches);
    EXPECT_EQ(r.code, 0) << r.out << r.err;
    const auto samples =
        objects(r).at(0)["results"][0]["milliseconds"]["samples"].get<std::vector<double>>();
    EXPECT_GE(samples.size(), 4u);
    EXPECT_GE(std::ranges::min(samples), 1.999) << caches;
  }
}

TEST(BenchCheats, KeptAnswersSaveNoTimeWhenSustained) {
  const CommandResult r = bench_fixture("keeps_its_answers", "cpu", "--sustained");
  EXPECT_EQ(r.code, 0) << r.out << r.err;
  const auto s = objects(r)
                     .at(0)["results"][0]["sustained"]["milliseconds"]["samples"]
                     .get<std::vector<double>>();
  EXPECT_GE(std::ranges::min(s), 1.999);
}

TEST(BenchCheats, KernelsThatOnlyPretendGetNoTime) {
  for (const std::string& platform : platforms_of("portable_pretends_later")) {
    for (const char* caches : regimes) {
      const CommandResult r = bench_fixture("portable_pretends_later", platform, caches);
      EXPECT_EQ(r.code, 1) << platform << caches << r.out;
    }
  }
}

// The CPU platform completes a launch before it returns, so the time includes it.
TEST(BenchCheats, AnotherStreamSavesNoTime) {
  const CommandResult r = bench_fixture("portable_spins_on_its_own_stream", "cpu", "--cold");
  EXPECT_EQ(r.code, 0) << r.out << r.err;
  const auto samples =
      objects(r).at(0)["results"][0]["milliseconds"]["samples"].get<std::vector<double>>();
  EXPECT_GE(std::ranges::min(samples), 1.999);
}

TEST(BenchCheats, AKernelOnAStreamThatNobodyTimesGetsNoTime) {
  if (platforms_of("portable_on_its_own_stream").size() < 2) {
    GTEST_SKIP()
        << "needs a GPU and the fixture built for it: on the CPU a launch is done at return";
  }
  EXPECT_EQ(bench_fixture("portable_on_its_own_stream", "nvidia", "--cold").code, 1);
}

// As if the device had these roofs: an honest kernel is then too fast to be true.
class BenchFloor : public Roofline {};

TEST_F(BenchFloor, ATimeBelowTheRooflinesFloorIsRefusedWithTheReason) {
  const auto run = [&] {
    return hippuzzle({"bench", "p16", "--naive", "--size", "48", "--json", "--backend", "cpu",
                      "--budget", "0.3"},
                     {{"XDG_CACHE_HOME", folder_.path().string()}});
  };
  remember_ceilings("cpu");
  EXPECT_EQ(run().code, 0) << "4 TB/s and 60 TFLOP/s";
  remember_ceilings("cpu", 1e-3, 1e-4);
  const CommandResult r = run();
  EXPECT_EQ(r.code, 1) << r.out;
  const auto m = objects(r).at(0)["results"][0];
  const std::string reason = m["reason"];
  EXPECT_NE(reason.find("is too short: the device needs 2085 ms"), reason.npos) << reason;
  EXPECT_FALSE(m.contains("milliseconds"));
}

}  // namespace bench_cheats_test
}  // namespace hippuzzle::testing
