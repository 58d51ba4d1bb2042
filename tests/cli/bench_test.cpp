// `hippuzzle bench` from outside: its output, its refusals, and its treatment of cheats.
#include "tests/cli/bench_command.hpp"
#include "tests/support/temporary_directory.hpp"

namespace hippuzzle::testing {
namespace bench_test {

TEST(Bench, PrintsATableThatAPersonReads) {
  const CommandResult r = bench({"p16", "--variant", "naive,tiled", "--size", "20"});
  EXPECT_EQ(r.code, 0) << r.err;
  const auto printed = lines(r.out);
  ASSERT_GE(printed.size(), 4u) << r.out;
  EXPECT_EQ(printed[0].find("p16 at 20 on cpu ("), 0u) << printed[0];
  EXPECT_NE(printed[0].find("caches cold"), std::string::npos);
  for (const char* name : {"time", "95 % interval", "GFLOP/s", "speed-up", "error/bound"}) {
    EXPECT_NE(printed[1].find(name), std::string::npos) << printed[1];
  }
  EXPECT_EQ(printed[1].find("of baseline"), std::string::npos) << "nobody asked for one";
  EXPECT_EQ(printed[2].find("  naive "), 0u) << printed[2];
  EXPECT_NE(printed[2].find("1.00x"), std::string::npos) << printed[2];
  EXPECT_EQ(printed[3].find("  tiled "), 0u) << printed[3];
  EXPECT_EQ((r.out + r.err).find('\x1b'), std::string::npos);
}

TEST(Bench, JsonHoldsEverySampleAndWhatTheyComeTo) {
  const CommandResult r =
      bench({"p16", "--naive", "--size", "8,16", "--seed", "5", "--hot", "--json"});
  EXPECT_EQ(r.code, 0) << r.err;
  const auto all = objects(r);
  ASSERT_EQ(all.size(), 2u);
  EXPECT_EQ(all[0]["kind"], "bench");
  EXPECT_EQ(all[0]["kernels"], "reference");
  EXPECT_EQ(all[0]["size"], "8");
  EXPECT_EQ(all[0]["extents"], (nlohmann::json{8}));
  EXPECT_EQ(all[1]["size"], "16");
  EXPECT_EQ(all[1]["caches"], "warm");
  EXPECT_EQ(all[1]["seed"], 5);
  EXPECT_EQ(all[1]["after"]["clock_mhz"], nullptr) << "the CPU platform has no sensors";
  EXPECT_EQ(all[1]["lowest_clock_mhz"], nullptr);
  const auto& m = all[1]["results"][0];
  EXPECT_EQ(m["name"], "naive");
  EXPECT_EQ(m["outcome"], "passed");
  EXPECT_EQ(m["flops"], 2 * 16 * 16 * 16 - 16 * 16);
  const auto& time = m["milliseconds"];
  EXPECT_GE(time["samples"].size(), 2u);
  EXPECT_LE(time["low"], time["median"]);
  EXPECT_GE(time["high"], time["median"]);
  EXPECT_NEAR(m["gflops"].get<double>(),
              (2 * 16 * 16 * 16 - 16 * 16) / time["median"].get<double>() / 1e6, 1e-6);
  EXPECT_LT(m["error_over_bound"], 1.0);
}

TEST(Bench, CsvHasALineOfNamesAndOneForEachVariant) {
  const CommandResult r =
      bench({"p16", "--variant", "naive,single-block", "--size", "33", "--csv"});
  EXPECT_EQ(r.code, 0) << r.err;
  const auto printed = lines(r.out);
  ASSERT_EQ(printed.size(), 3u) << r.out;
  EXPECT_EQ(printed[0].find("puzzle,size,platform,device,caches,variant,"), 0u);
  const auto commas = std::ranges::count(printed[0], ',');
  EXPECT_EQ(std::ranges::count(printed[1], ','), commas) << printed[1];
  EXPECT_NE(printed[2].find("single-block,no,unsupported-here,,,"), std::string::npos)
      << printed[2];
}

// The table of a page: two kernels at one size, with their launches and a few elements of each.
TEST(Bench, TilesGrowWithTheSizeAndSomeElementsAreShown) {
  const std::vector<std::string> arguments = {"p16", "--naive",    "--tiled", "--size",
                                              "48",  "--elements", "5"};
  const CommandResult text = bench(arguments);
  EXPECT_EQ(text.code, 0) << text.err;
  for (const char* part :
       {"  naive, tiled: 3 x 3 blocks of 16 x 16 threads, tiles of 16\n",
        "times say nothing about a GPU's memory\n", "expected", "relative error"}) {
    EXPECT_NE(text.out.find(part), std::string::npos) << text.out;
  }
  auto in_json = arguments;
  in_json.insert(in_json.end(), {"--json", "--tile", "3"});
  const CommandResult r = bench(in_json);
  EXPECT_EQ(r.code, 0) << r.err;
  const auto results = objects(r).at(0)["results"];
  ASSERT_EQ(results.size(), 2u);
  for (const auto& m : results) {
    EXPECT_EQ(m["grid"], (nlohmann::json{16, 16, 1}));
    EXPECT_EQ(m["block"], (nlohmann::json{3, 3, 1}));
    ASSERT_EQ(m["elements"].size(), 5u);
    for (size_t i = 0; i < 5; ++i) {
      const auto& e = m["elements"][i];
      EXPECT_EQ(e["index"], results[0]["elements"][i]["index"]);
      EXPECT_EQ(e["expected"], results[0]["elements"][i]["expected"]);
      EXPECT_NEAR(e["found"].get<double>(), e["expected"].get<double>(), 1e-5);
      EXPECT_LT(e["relative_error"], 1e-4);
    }
  }
}

TEST(Bench, ATileThatNothingIsCompiledForIsTold) {
  const CommandResult none = bench({"p01", "--tile", "16"});
  EXPECT_EQ(none.code, 2);
  EXPECT_NE(none.err.find("the kernels of p01 are not compiled for a tile"), std::string::npos);
  const CommandResult seven = bench({"p16", "--tiled", "--tile", "7", "--size", "14"});
  EXPECT_EQ(seven.code, 3);
  EXPECT_NE(seven.out.find("p16.tile7.so, the kernels for tiles of 7"), std::string::npos)
      << seven.out;
}

TEST(Bench, SustainedFiguresStandInATableOfTheirOwn) {
  const CommandResult r =
      bench({"p16", "--variant", "naive", "--size", "20", "--hot", "--sustained"});
  EXPECT_EQ(r.code, 0) << r.err;
  const auto printed = lines(r.out);
  EXPECT_NE(printed[0].find("caches warm"), std::string::npos) << printed[0];
  const auto second = std::ranges::find_if(
      printed, [](const std::string& line) { return line.starts_with("p16 at 20, sustained: "); });
  ASSERT_NE(second, printed.end()) << r.out;
  EXPECT_NE(
      second->find("launches without pauses, 2 trials of 0.4 s each after the clock had settled"),
      std::string::npos)
      << *second;
  ASSERT_GE(printed.end() - second, 3) << r.out;
  for (const char* name : {"time", "95 % interval", "launches", "GFLOP/s", "over warm"}) {
    EXPECT_NE(second[1].find(name), std::string::npos) << second[1];
  }
  EXPECT_EQ(second[2].find("  naive "), 0u) << second[2];
}

TEST(Bench, JsonAndCsvKeepTheRegimesApart) {
  const CommandResult r = bench({"p16", "--naive", "--size", "16", "--sustained", "--json"});
  EXPECT_EQ(r.code, 0) << r.err;
  const auto bench_object = objects(r).at(0);
  EXPECT_EQ(bench_object["caches"], "cold");
  EXPECT_EQ(bench_object["sustained_seconds"], 0.4);
  EXPECT_TRUE(bench_object["held"]);
  const auto m = bench_object["results"][0];
  const auto s = m["sustained"];
  EXPECT_GE(s["milliseconds"]["samples"].size(), 2u);
  EXPECT_NEAR(s["gflops"].get<double>(),
              (2 * 16 * 16 * 16 - 16 * 16) / s["milliseconds"]["median"].get<double>() / 1e6, 1e-6);
  EXPECT_GE(s["launches"], s["milliseconds"]["samples"].size());
  EXPECT_TRUE(s["settled"].is_boolean());
  EXPECT_NE(s["milliseconds"]["median"], m["milliseconds"]["median"]);

  const CommandResult without = bench({"p16", "--naive", "--size", "16", "--json"});
  EXPECT_EQ(objects(without).at(0)["results"][0]["sustained"], nullptr);

  const CommandResult csv = bench({"p16", "--naive", "--size", "16", "--sustained", "--csv"});
  const auto printed = lines(csv.out);
  ASSERT_EQ(printed.size(), 2u) << csv.out;
  EXPECT_NE(printed[0].find(",sustained_milliseconds,"), std::string::npos);
  EXPECT_EQ(std::ranges::count(printed[1], ','), std::ranges::count(printed[0], ','));
  EXPECT_EQ(printed[1].find(",,,,,,,,"), std::string::npos) << printed[1];
}

TEST(Bench, MeasuresPuzzlesThatAreNoProducts) {
  const CommandResult r = bench({"p01", "--size", "1000", "--json"});
  EXPECT_EQ(r.code, 0) << r.err;
  EXPECT_EQ(objects(r).at(0)["results"][0]["outcome"], "passed");
}

TEST(Bench, ASizeThatNoVariantTakesIsUnsupported) {
  const CommandResult r = bench({"p16", "--single-block", "--size", "33"});
  EXPECT_EQ(r.code, 77);
  EXPECT_NE(r.out.find("it takes n up to 32"), std::string::npos) << r.out;
  EXPECT_EQ(bench({"p01", "--size", "1025"}).code, 77);
}

TEST(Bench, ASizeBeyondMemoryIsRefusedBeforeItIsTaken) {
  for (const char* size : {"1000000", "2000000"}) {
    const CommandResult r = bench({"gemm", "--naive", "--size", size});
    EXPECT_EQ(r.code, 77) << r.err;
    EXPECT_NE(r.err.find("of memory, and "), std::string::npos) << r.err;
    EXPECT_NE(r.err.find("choose a smaller --size"), std::string::npos) << r.err;
  }
}

TEST(Bench, BadRequestsGetOneSentence) {
  const struct {
    std::vector<std::string> arguments;
    const char* sentence;
  } table[] = {
      {{"p61"}, "there is no puzzle 'p61'; did you mean "},
      {{"p16", "--variant", "tield"}, "p16 has no variant 'tield'; did you mean 'tiled'?"},
      {{"p16", "--size", "big"},
       "'big' is not a size of this puzzle; give one number, such as 1024"},
      {{"p16", "--size", "4x4"}, "'4x4' is not a size of this puzzle"},
      {{"p15", "--size", "4x4x4"}, "or 2 with x between them, such as 4x6"},
      {{}, "needs a puzzle"},
      {{"p16", "--hot", "--cold"}, "caches cannot be --cold and --hot at once"},
      {{"p16", "--json", "--csv"}, "2 formats would go to standard output"},
      {{"p16", "--budget", "0"},
       "--budget: expected more than 0 and at most 86400 seconds, found '0'"},
  };
  for (const auto& row : table) {
    auto arguments = row.arguments;
    arguments.insert(arguments.begin(), "bench");
    const CommandResult r = hippuzzle(arguments);
    EXPECT_EQ(r.code, 2) << row.sentence;
    EXPECT_NE(r.err.find(row.sentence), std::string::npos) << r.err;
    EXPECT_EQ(lines(r.err).size(), 1u) << r.err;
    EXPECT_EQ(r.out, "");
  }
}

TEST(Bench, CrashesAndHangsAreResults) {
  const auto outcome = [](const char* name) {
    return bench({"p16", "--naive", "--size", "8", "--timeout", "2", "--plugin-path",
                  fixture(name).string()});
  };
  EXPECT_EQ(outcome("crashes").code, 6);
  EXPECT_EQ(outcome("never_returns").code, 5);
  EXPECT_EQ(outcome("exits_with_zero").code, 6);
  EXPECT_EQ(outcome("writes_nothing").code, 1);
}

TEST(Bench, APictureOfNothingDoesNotHideTheVerdict) {
  if (std::system("command -v gnuplot >/dev/null 2>&1") != 0)
    GTEST_SKIP() << "gnuplot is not installed";
  const TemporaryDirectory folder;
  const auto picture = folder.path() / "nothing.svg";
  const CommandResult r = bench({"p16", "--naive", "--size", "8", "--plot", picture.string(),
                                 "--plugin-path", fixture("writes_nothing").string()});
  EXPECT_EQ(r.code, 1);
  EXPECT_NE(r.err.find("nothing is drawn: nothing was measured"), std::string::npos) << r.err;
  EXPECT_FALSE(std::filesystem::exists(picture));
}

TEST(Bench, AKernelOfKnownDurationTakesThatLong) {
  for (const std::string& platform : platforms_of("portable_spins")) {
    for (const char* caches : {"--cold", "--hot"}) {
      const CommandResult r = bench_fixture("portable_spins", platform, caches);
      EXPECT_EQ(r.code, 0) << r.out << r.err;
      const auto samples =
          objects(r).at(0)["results"][0]["milliseconds"]["samples"].get<std::vector<double>>();
      // It spins for 2 ms, however busy the machine is. A GPU is not disturbed by that.
      EXPECT_GE(std::ranges::min(samples), 1.999) << platform << caches;
      EXPECT_LE(std::ranges::min(samples), platform == "cpu" ? 200 : 2.02) << platform << caches;
    }
  }
}

TEST(Bench, AKernelOfKnownDurationTakesThatLongWhenSustained) {
  for (const std::string& platform : platforms_of("portable_spins")) {
    const CommandResult r = bench_fixture("portable_spins", platform, "--sustained");
    EXPECT_EQ(r.code, 0) << r.out << r.err;
    const auto s = objects(r).at(0)["results"][0]["sustained"];
    const auto samples = s["milliseconds"]["samples"].get<std::vector<double>>();
    EXPECT_GE(std::ranges::min(samples), 1.999) << platform;
    EXPECT_LE(std::ranges::min(samples), platform == "cpu" ? 200 : 2.02) << platform;
    EXPECT_TRUE(s["settled"] || platform == "cpu") << s;
  }
}

TEST(Bench, AnAbsentBaselineIsNamedAndNoFailure) {
  const CommandResult r = bench({"p16", "--naive", "--size", "8", "--baseline", "--json"});
  EXPECT_EQ(r.code, 0) << r.out;
  const auto results = objects(r).at(0)["results"];
  ASSERT_EQ(results.size(), 2u);
  EXPECT_TRUE(results[1]["baseline"]);
  if (results[1]["outcome"] == "passed") {
    EXPECT_EQ(results[1]["name"].get<std::string>().find("OpenBLAS "), 0u) << results[1]["name"];
    EXPECT_GT(results[0]["of_baseline"], 0.0);
  } else {
    EXPECT_NE(results[1]["reason"].get<std::string>().find("libopenblas"), std::string::npos);
    EXPECT_EQ(results[0]["of_baseline"], nullptr);
  }
}

}  // namespace bench_test
}  // namespace hippuzzle::testing
