// `hippuzzle bench compare`: the differences that it calls faster, slower or the same.
#include <fstream>

#include "tests/cli/bench_command.hpp"
#include "tests/support/json.hpp"
#include "tests/support/temporary_directory.hpp"

namespace hippuzzle::testing {
namespace bench_compare_test {

class Compare : public ::testing::Test {
 protected:
  // A measurement file with one variant.
  std::string file(const char* name, const std::vector<double>& samples, const char* size = "64",
                   const std::vector<double>& sustained = {}) {
    nlohmann::json j = {{"kind", "bench"},
                        {"puzzle", "p16"},
                        {"size", size},
                        {"platform", "cpu"},
                        {"device", "a device"},
                        {"driver", ""},
                        {"driver_version", ""},
                        {"caches", "cold"},
                        {"results",
                         {{{"name", "tiled"},
                           {"baseline", false},
                           {"flops", 1.0},
                           {"bytes", 1.0},
                           {"reason", ""},
                           {"exit_code", 0},
                           {"milliseconds", {{"samples", samples}, {"converged", true}}}}}}};
    if (!sustained.empty()) {
      j["results"][0]["sustained"] = {{"milliseconds", {{"samples", sustained}}}};
    }
    const auto path = folder_.path() / name;
    std::ofstream(path) << j.dump() << "\n";
    return path.string();
  }

  static nlohmann::json compare(const std::string& before, const std::string& after) {
    const CommandResult r = hippuzzle({"bench", "compare", before, after, "--json"});
    EXPECT_EQ(r.code, 0) << r.err;
    return parse_json(r.out);
  }

  TemporaryDirectory folder_;
};

TEST_F(Compare, FailsOnRequestIfSomethingIsCertainlySlowerThanThat) {
  const std::string old = file("old", {10, 10, 10.1, 10.1, 10.2, 10.2});
  const std::string slow = file("slow", {12, 12, 12.1, 12.1, 12.2, 12.2});
  const auto code = [&](const std::string& after, const char* most) {
    return hippuzzle({"bench", "compare", old, after, "--fail-if-slower", most}).code;
  };
  EXPECT_EQ(code(slow, "5%"), 4);
  EXPECT_EQ(code(slow, "30%"), 0);
  EXPECT_EQ(code(slow, "30"), 0);
  EXPECT_EQ(code(old, "0"), 0);
  EXPECT_EQ(hippuzzle({"bench", "compare", old, slow}).code, 0);
  const CommandResult failed = hippuzzle({"bench", "compare", old, slow, "--fail-if-slower", "5%"});
  EXPECT_NE(failed.out.find("slower"), std::string::npos) << "the table as well";
  EXPECT_NE(failed.err.find("1 of 1 measurement is more than 5 % slower: p16 tiled at 64 (cold)"),
            std::string::npos)
      << failed.err;
  for (const char* wrong : {"-1", "five", "5x", "nan", ""})
    EXPECT_EQ(code(slow, wrong), 2) << wrong;
}

TEST_F(Compare, SaysFasterSlowerOrTheSameWithTheInterval) {
  const std::string old = file("old", {10, 10, 10.1, 10.1, 10.2, 10.2});
  const std::string fast = file("fast", {5, 5, 5.1, 5.1, 5.2, 5.2});
  const std::string like = file("like", {9.9, 9.9, 10, 10.1, 10.1, 10.1});
  EXPECT_EQ(compare(old, fast)["verdict"], "faster");
  EXPECT_EQ(compare(fast, old)["verdict"], "slower");
  const auto same = compare(old, like);
  EXPECT_EQ(same["verdict"], "the same");
  EXPECT_NEAR(same["low"].get<double>(), 9.9 / 10.2, 1e-9);
  EXPECT_NEAR(same["high"].get<double>(), 10.1 / 10, 1e-9);
  const CommandResult r = hippuzzle({"bench", "compare", old, fast});
  EXPECT_NE(r.out.find("p16 tiled"), std::string::npos) << r.out;
  EXPECT_NE(r.out.find("-49.5 % (-51.0 … -48.0)"), std::string::npos) << r.out;
  EXPECT_NE(r.out.find("faster"), std::string::npos) << r.out;
}

TEST_F(Compare, ComparesWhatIsSustainedWithItsLike) {
  const std::vector<double> cold{1, 1, 1.01, 1.01, 1.01, 1.02};
  const std::string old = file("old", cold, "64", {3, 3, 3.1, 3.1, 3.1, 3.2});
  const std::string now = file("now", cold, "64", {2, 2, 2.1, 2.1, 2.1, 2.2});
  const auto all = objects(hippuzzle({"bench", "compare", old, now, "--json"}));
  ASSERT_EQ(all.size(), 2u);
  EXPECT_EQ(all[0]["regime"], "cold");
  EXPECT_EQ(all[0]["verdict"], "the same");
  EXPECT_EQ(all[1]["regime"], "sustained");
  EXPECT_EQ(all[1]["verdict"], "faster");
  EXPECT_EQ(all[1]["before"], 3.1);
  // A file of one regime says nothing about the other.
  EXPECT_EQ(objects(hippuzzle({"bench", "compare", old, file("cold", cold), "--json"})).size(), 1u);
}

TEST_F(Compare, RefusesWhatCannotBeCompared) {
  const std::string a = file("a", {1, 2, 3}), b = file("b", {1, 2, 3}, "65");
  CommandResult r = hippuzzle({"bench", "compare", a, b});
  EXPECT_EQ(r.code, 2);
  EXPECT_NE(r.err.find("no measurement in common"), std::string::npos) << r.err;
  r = hippuzzle({"bench", "compare", a, (folder_.path() / "none").string()});
  EXPECT_EQ(r.code, 2);
  EXPECT_NE(r.err.find("cannot read"), std::string::npos) << r.err;
  std::ofstream(folder_.path() / "text") << "no JSON\n";
  r = hippuzzle({"bench", "compare", a, (folder_.path() / "text").string()});
  EXPECT_EQ(r.code, 2);
  EXPECT_NE(r.err.find("line 1 of"), std::string::npos) << r.err;
}

TEST_F(Compare, ReadsWhatBenchWrites) {
  const CommandResult r = bench({"p16", "--naive", "--size", "8", "--json"});
  const auto path = (folder_.path() / "measured").string();
  std::ofstream(path) << r.out;
  const auto change = compare(path, path);
  EXPECT_EQ(change["before"], change["after"]);
  EXPECT_TRUE(change["verdict"] == "the same" || change["verdict"] == "cannot tell") << change;
}

TEST_F(Compare, AWideIntervalIsNoSign) {
  const std::string still = file("still", {10, 10, 10.1, 10.1, 10.2, 10.2});
  const std::string wild = file("wild", {1, 2, 11, 12, 40, 400});
  const auto change = compare(still, wild);
  EXPECT_LT(change["low"].get<double>(), 0.9);
  EXPECT_GT(change["high"].get<double>(), 1.1);
  EXPECT_EQ(change["verdict"], "cannot tell");
}

}  // namespace bench_compare_test
}  // namespace hippuzzle::testing
