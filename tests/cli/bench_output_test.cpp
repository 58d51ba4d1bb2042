// `hippuzzle bench` into files and as Markdown, and with a number of samples that is asked for.
#include <algorithm>
#include <fstream>

#include "tests/cli/bench_command.hpp"
#include "tests/support/temporary_directory.hpp"
#include "tests/support/whole_file.hpp"

namespace hippuzzle::testing {
namespace bench_output_test {

TEST(BenchOutput, FilesHaveTheFormatThatTheirNamesEndIn) {
  const TemporaryDirectory folder;
  const auto file = [&](const char* name) { return (folder.path() / name).string(); };
  const CommandResult r =
      bench({"p16", "--variant", "naive,tiled", "--size", "8,16", "--output", file("a.json"),
             "--output", file("a.csv"), "--output", file("a.md")});
  EXPECT_EQ(r.code, 0) << r.err;
  EXPECT_EQ(r.out.find("p16 at 8 on cpu ("), 0u) << "the table stays on standard output";

  const auto sizes = lines(contents(file("a.json")));
  ASSERT_EQ(sizes.size(), 2u);
  EXPECT_EQ(parse_json(sizes[1])["size"], "16");
  EXPECT_EQ(hippuzzle({"bench", "compare", file("a.json"), file("a.json")}).code, 0);
  EXPECT_EQ(lines(contents(file("a.csv"))).size(), 5u) << "names, and two sizes of two variants";

  const auto page = lines(contents(file("a.md")));
  ASSERT_EQ(page.size(), 11u) << contents(file("a.md"));
  EXPECT_EQ(page[0].find("p16 on cpu ("), 0u) << page[0];
  EXPECT_EQ(page[2], "| GFLOP/s | naive | tiled |");
  EXPECT_EQ(page[3], "|---|--:|--:|");
  EXPECT_EQ(page[4].find("| 8 | "), 0u) << page[4];
  EXPECT_EQ(page[7], "| time | naive | tiled |");
  for (size_t row : {4, 5, 9, 10}) EXPECT_EQ(std::ranges::count(page[row], '|'), 4) << page[row];
}

TEST(BenchOutput, MarkdownOfAGridEndsWithItsRatios) {
  const TemporaryDirectory folder;
  const std::string shapes = (folder.path() / "shapes.txt").string();
  std::ofstream(shapes) << "8\n16\n";
  const CommandResult r =
      bench({"p16", "--variant", "naive,tiled", "--shapes", shapes, "--markdown"});
  EXPECT_EQ(r.code, 0) << r.err;
  EXPECT_NE(r.out.find("\nSpeed over naive:\n\n| | shapes |"), std::string::npos) << r.out;
  EXPECT_NE(r.out.find("\n| tiled | 2 | 0 | "), std::string::npos) << r.out;
}

TEST(BenchOutput, SamplesThatAreAskedForAreTakenThoughTheBudgetHasEnded) {
  const std::vector<std::string> arguments = {"bench", "p16",      "--naive", "--size",
                                              "8",     "--budget", "0.001",   "--backend",
                                              "cpu",   "--json",   "--seed",  "1"};
  const auto samples = [&](const std::vector<std::string>& more) {
    std::vector<std::string> all = arguments;
    all.insert(all.end(), more.begin(), more.end());
    const CommandResult r = hippuzzle(all);
    EXPECT_EQ(r.code, 0) << r.err;
    return objects(r).at(0)["results"][0]["milliseconds"]["samples"].size();
  };
  EXPECT_LT(samples({}), 30u);
  EXPECT_GE(samples({"--min-samples", "30"}), 30u);
}

TEST(BenchOutput, WhatCannotBeWrittenIsToldBeforeAnythingIsMeasured) {
  for (const char* file : {"/nowhere/r.md", "r.yaml"}) {
    const CommandResult r = bench({"p16", "--naive", "--output", file});
    EXPECT_EQ(r.code, 2);
    EXPECT_EQ(r.out, "") << "nothing was measured";
    EXPECT_NE(r.err.find(file), std::string::npos) << r.err;
  }
  const CommandResult both = bench({"p16", "--naive", "--csv", "--markdown"});
  EXPECT_EQ(both.code, 2);
  EXPECT_NE(both.err.find("2 formats would go to standard output"), std::string::npos) << both.err;
}

}  // namespace bench_output_test
}  // namespace hippuzzle::testing
