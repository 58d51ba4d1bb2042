// `hippuzzle merge` keeps each result exactly once, and reports doubled and missing ones.
#include <filesystem>
#include <fstream>

#include "tests/support/hippuzzle_command.hpp"
#include "tests/support/temporary_directory.hpp"
#include "tests/support/whole_file.hpp"

namespace hippuzzle::testing {
namespace merge_test {

using json = nlohmann::json;

class Merge : public ::testing::Test {
 protected:
  std::string file(const std::string& name) const { return (directory_.path() / name).string(); }

  std::string shard(int index, int count) const {
    const std::string name = file("shard" + std::to_string(index) + ".json");
    const CommandResult r =
        hippuzzle({"run", "p01", "p16", "--backend", "cpu", "--shard",
                   std::to_string(index) + "/" + std::to_string(count), "--output", name});
    EXPECT_EQ(r.code, 0) << r.err;
    return name;
  }

  // A grading's document of these students for p01, of a shard.
  std::string grades(const std::string& name, const std::vector<std::string>& students, int index,
                     const std::string& outcome = "passed") const {
    json results = json::array();
    for (const std::string& student : students) {
      results.push_back({{"kind", "grade"},
                         {"student", student},
                         {"puzzle", "p01"},
                         {"answers", {student + ": p01"}},
                         {"outcome", outcome},
                         {"reason", ""},
                         {"isolation", "bubblewrap"},
                         {"seed", 1},
                         {"hash", "00"},
                         {"seconds", 1},
                         {"variants", json::array()}});
    }
    const json document = {{"version", 1},
                           {"planned", {"ann: p01", "bob: p01", "eve: p01"}},
                           {"shard", {{"index", index}, {"count", 3}}},
                           {"results", results},
                           {"summary", json::object()}};
    std::ofstream(file(name)) << document.dump(1);
    return file(name);
  }

  static std::vector<std::string> names(const json& document) {
    std::vector<std::string> all;
    for (const json& result : document["results"]) all.push_back(result["answers"][0]);
    return all;
  }

 private:
  TemporaryDirectory directory_;
};

TEST_F(Merge, ShardsAreTheWholeInItsOrder) {
  const std::string whole = file("whole.json");
  ASSERT_EQ(hippuzzle({"run", "p01", "p16", "--backend", "cpu", "--output", whole}).code, 0);
  const CommandResult r = hippuzzle({"merge", shard(3, 3), shard(1, 3), shard(2, 3)});
  EXPECT_EQ(r.code, 0) << r.err;
  EXPECT_EQ(r.err, "");
  const json merged = parse_json(r.out), at_once = parse_json(contents(whole));
  EXPECT_EQ(names(merged), names(at_once));
  EXPECT_EQ(merged["summary"], at_once["summary"]);
  EXPECT_EQ(merged["missing"], json::array());
}

TEST_F(Merge, SaysWhatIsMissingAndOfWhichShard) {
  const CommandResult r = hippuzzle({"merge", shard(1, 3), shard(3, 3)});
  EXPECT_EQ(r.code, 8) << r.err;
  EXPECT_NE(r.err.find("no file is of shard 2 of 3"), std::string::npos) << r.err;
  const json merged = parse_json(r.out);
  const json absent = parse_json(contents(shard(2, 3)))["results"];
  ASSERT_EQ(merged["missing"].size(), absent.size());
  for (const json& result : absent) {
    EXPECT_NE(std::ranges::find(merged["missing"], result["answers"][0]), merged["missing"].end());
    EXPECT_NE(r.err.find(result["answers"][0].get<std::string>()), std::string::npos) << r.err;
  }
}

TEST_F(Merge, SaysWhatCameTwiceAndTakesTheLast) {
  const CommandResult r = hippuzzle({"merge", grades("a.json", {"ann", "bob"}, 1, "crashed"),
                                     grades("b.json", {"bob", "eve"}, 2), grades("c.json", {}, 3),
                                     "-o", file("all.json"), "-o", file("all.csv")});
  EXPECT_EQ(r.code, 6) << r.err;
  EXPECT_NE(r.err.find("bob: p01"), std::string::npos) << r.err;
  EXPECT_EQ(contents(file("all.csv")),
            "student,passed,p01,isolation\nann,0,crashed,bubblewrap\nbob,1,passed,bubblewrap\n"
            "eve,1,passed,bubblewrap\n");
  EXPECT_EQ(parse_json(contents(file("all.json")))["summary"]["counts"],
            (json{{"crashed", 1}, {"passed", 2}}));
}

TEST_F(Merge, ReadsWhatAKilledRunLeft) {
  const std::string name = file("cut.json");
  std::ofstream(name) << R"({"version": 1, "planned": ["p01 on cpu", "p02 on cpu"], "results": [
{"kind": "variant", "puzzle": "p01", "variant": "", "platform": "cpu", "outcome": "passed", "answers": ["p01 on cpu"]}
]}
)";
  const CommandResult r = hippuzzle({"merge", name});
  EXPECT_EQ(r.code, 8);
  EXPECT_NE(r.err.find("was cut off"), std::string::npos) << r.err;
  EXPECT_EQ(parse_json(r.out)["missing"], json{"p02 on cpu"});
  const std::string lines = file("cut.jsonl");
  std::ofstream(lines) << R"({"kind": "variant", "puzzle": "p01", "outcome": "passed"})"
                       << "\n{\"kind\": \"var";
  const CommandResult torn = hippuzzle({"merge", lines});
  EXPECT_NE(torn.err.find("in the middle of a result"), std::string::npos) << torn.err;
  EXPECT_EQ(parse_json(torn.out)["results"].size(), 1u);
}

TEST_F(Merge, RefusesWhatHasNoResults) {
  std::ofstream(file("a.json")) << "{\"benchmarks\": []}";
  std::ofstream(file("b.json")) << "no JSON";
  std::ofstream(file("empty.json")) << "";
  for (const char* name : {"a.json", "b.json", "empty.json", "nonexistent.json"}) {
    for (const char* command : {"merge", "report"}) {
      const CommandResult r = hippuzzle({command, file(name)});
      EXPECT_EQ(r.code, 2) << name;
      EXPECT_NE(r.err.find(name), std::string::npos) << r.err;
    }
  }
  EXPECT_EQ(hippuzzle({"merge", shard(1, 1), grades("g.json", {"ann"}, 1)}).code, 2);
  EXPECT_EQ(hippuzzle({"merge", shard(1, 1), "-o", file("a.csv")}).code, 2);
}

}  // namespace merge_test
}  // namespace hippuzzle::testing
