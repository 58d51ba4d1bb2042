// `hippuzzle list`.
#include "tests/support/hippuzzle_command.hpp"

namespace hippuzzle::testing {
namespace list_test {

using nlohmann::json;

TEST(List, NamesPuzzlesVariantsAndPlatforms) {
  const CommandResult r = hippuzzle({"list"});
  EXPECT_EQ(r.code, 0);
  EXPECT_NE(r.out.find("p16"), std::string::npos);
  EXPECT_NE(r.out.find("Matrix multiplication"), std::string::npos);
  EXPECT_NE(r.out.find("--idiomatic-tiled"), std::string::npos);
}

TEST(List, JsonHasThemAll) {
  const CommandResult r = hippuzzle({"list", "--json"});
  EXPECT_EQ(r.code, 0);
  const json list = parse_json(r.out);
  EXPECT_EQ(list["kind"], "list");
  EXPECT_EQ(lines(r.out).size(), 1u);
  std::vector<std::string> ids;
  for (const json& puzzle : list["puzzles"]) {
    ids.push_back(puzzle["id"]);
    if (puzzle["id"] != "p16") continue;
    EXPECT_EQ(puzzle["title"], "Matrix multiplication");
    EXPECT_EQ(puzzle["variants"], (json{"naive", "single-block", "tiled", "idiomatic-tiled",
                                        "thread-layouts", "layout-tensor", "layout-algebra"}));
    EXPECT_NE(std::ranges::find(puzzle["platforms"], "cpu"), puzzle["platforms"].end());
  }
  const auto first_word =
      std::ranges::find_if(ids, [](const std::string& id) { return id[0] != 'p'; });
  EXPECT_TRUE(std::is_sorted(ids.begin(), first_word));
  EXPECT_EQ(std::count(first_word, ids.end(), "gemm"), 1) << "behind the numbered ones";
  EXPECT_NE(std::ranges::find(ids, "p16"), ids.end());
}

TEST(List, TheCourseHasUnitsInTheOrderOfTheLessons) {
  const CommandResult r = hippuzzle({"list", "--course"});
  EXPECT_EQ(r.code, 0) << r.err;
  const std::vector<std::string> printed = lines(r.out);
  ASSERT_GT(printed.size(), 3u);
  EXPECT_TRUE(printed[0].starts_with("Threads (--suite threads), ")) << printed[0];
  EXPECT_TRUE(printed[1].starts_with("  p01 ")) << printed[1];
  EXPECT_TRUE(printed[2].ends_with("  10 min  after p01")) << printed[2];
  EXPECT_EQ(r.out.find("after p02, "), std::string::npos);
  EXPECT_NE(r.out.find("  after p14, p26"), std::string::npos) << r.out;
  EXPECT_LT(r.out.find("  layouts "), r.out.find("  p05 ")) << "a lesson leads to the next";
}

TEST(List, AUnitOfTheCourseIsASuite) {
  const CommandResult r = hippuzzle({"run", "--suite", "warps", "--backend", "cpu", "--dry-run"});
  EXPECT_EQ(r.code, 0) << r.err;
  for (const char* id : {"p24", "p25", "p26", "p27"}) {
    EXPECT_NE(r.out.find(id), std::string::npos) << id;
  }
  EXPECT_EQ(r.out.find("p12"), std::string::npos) << r.out;
  const CommandResult none = hippuzzle({"run", "--suite", "wraps"});
  EXPECT_EQ(none.code, 2);
  EXPECT_NE(none.err.find("smoke, threads, shared-memory"), std::string::npos) << none.err;
}

TEST(List, APatternLeavesItsLessonsInTheirOrder) {
  const CommandResult r = hippuzzle({"list", "--course", "p02", "p01"});
  EXPECT_EQ(r.code, 0);
  EXPECT_EQ(lines(r.out).size(), 3u) << r.out;
  EXPECT_LT(r.out.find("  p01"), r.out.find("  p02"));
}

TEST(List, ABadModuleIsNamedAndTheRestListed) {
  const CommandResult r = hippuzzle({"list", "--plugin-path", fixture("no_variants").string()});
  EXPECT_EQ(r.code, 3);
  EXPECT_NE(r.out.find("p16"), std::string::npos);
  EXPECT_NE(r.err.find("p91.so"), std::string::npos);
  EXPECT_EQ(lines(r.err).size(), 1u) << r.err;
}

}  // namespace list_test
}  // namespace hippuzzle::testing
