// `hippuzzle check --explain`: races in the smallest launch that shows them.
#include <filesystem>
#include <map>
#include <regex>

#include "tests/cli/check_command.hpp"
#include "tests/support/json.hpp"
#include "tests/support/temporary_directory.hpp"
#include "tests/support/whole_file.hpp"

namespace hippuzzle::testing {
namespace check_explain_test {

using json = nlohmann::json;

// The two threads' accesses, in the smallest launch that shows the race.
TEST_F(Check, ExplainsARaceWithinABlock) {
  const std::vector<std::string> arguments = {"p14", "--simple", "--explain", "--only", "race"};
  const CommandResult r = check_wrong("one_barrier_a_step", arguments);
  EXPECT_NE(r.out.find("the smallest launch that shows it: 1 block of 8 threads, at size 1\n"),
            std::string::npos)
      << r.out;
  EXPECT_NE(r.out.find("1. thread (1, 0, 0) writes shared[1] = "), std::string::npos) << r.out;
  EXPECT_NE(r.out.find("2. thread (2, 0, 0) reads shared[1] = "), std::string::npos) << r.out;
  EXPECT_NE(r.out.find("hippuzzle trace p14 --simple --size 1 --block 0,0,0\n"), std::string::npos);

  std::vector<std::string> as_json = arguments;
  as_json.push_back("--json");
  const JsonReport report(check_wrong("one_barrier_a_step", as_json));
  const json race = report.variants.at(0)["findings"].at(0)["explained"];
  EXPECT_EQ(race["launch"]["block"], (json{8, 1, 1}));
  EXPECT_EQ(race["tried"].size(), 0u);
  ASSERT_EQ(race["accesses"].size(), 2u);
  const json write = race["accesses"][0], read = race["accesses"][1];
  EXPECT_EQ(write["phase"], read["phase"]);
  EXPECT_EQ(write["after"]["line"], 16);
  EXPECT_EQ(write["until"]["line"], 19);
  EXPECT_EQ(read["value"], write["value"]);
  EXPECT_NE(write["held"], write["value"]);
}

// One block shows nothing of it, so as many elements are needed as make two.
TEST_F(Check, ExplainsARaceBetweenBlocks) {
  const JsonReport report(
      check_wrong("one_kernel", {"p14", "--complete", "--explain", "--only", "race", "--json"}));
  const json race = report.variants.at(0)["findings"].at(0)["explained"];
  EXPECT_EQ(race["launch"]["grid"], (json{2, 1, 1}));
  EXPECT_EQ(race["launch"]["size"], "9");
  EXPECT_EQ(race["tried"].back()["grid"], (json{1, 1, 1}));
  ASSERT_EQ(race["accesses"].size(), 2u);
  EXPECT_EQ(race["accesses"][0]["block"], (json{0, 0, 0}));
  EXPECT_EQ(race["accesses"][0]["access"], "write");
  EXPECT_EQ(race["accesses"][1]["block"], (json{1, 0, 0}));
  EXPECT_EQ(race["accesses"][1]["access"], "read");
}

// A tree over one element adds zeros, in whatever order.
TEST_F(Check, ExplainsARaceWhereTheOrderChangesAValue) {
  const std::vector<std::string> arguments = {"p12", "--raw", "--explain", "--only", "race"};
  const CommandResult r = check_wrong("missing_barrier_in_tree", arguments);
  EXPECT_NE(r.out.find("the smallest launch in which the order changes a value: 1 block of 8"),
            std::string::npos)
      << r.out;
  EXPECT_FALSE(std::regex_search(r.out, std::regex("in the other order . reads [^\n]* as well")))
      << r.out;
  std::vector<std::string> as_json = arguments;
  as_json.push_back("--json");
  const JsonReport report(check_wrong("missing_barrier_in_tree", as_json));
  const json race = report.variants.at(0)["findings"].at(0)["explained"];
  ASSERT_FALSE(race["without_effect"].empty()) << race;
  EXPECT_EQ(race["without_effect"][0]["size"], "1");
}

TEST_F(Check, SaysWhatIsNotExplained) {
  const CommandResult r =
      check_wrong("no_guard", {"p16", "--naive", "--explain", "--only", "bounds"});
  EXPECT_EQ(r.out.find("the smallest launch"), std::string::npos) << r.out;
  EXPECT_NE(r.err.find("--explain explains races, and "), std::string::npos) << r.err;
}

TEST_F(Check, WritesThePageOfARace) {
  const TemporaryDirectory folder;
  const std::string page = (folder.path() / "race.html").string();
  static_cast<void>(
      check_wrong("one_barrier_a_step", {"p14", "--simple", "--explain", "--html", page}));
  const std::string text = contents(page);
  EXPECT_NE(text.find("\"text\":\"thread (1, 0, 0) writes shared[1] = "), std::string::npos);
  const CommandResult clean =
      hippuzzle({"check", "p16", "--naive", "--explain", "--html", page + ".2"});
  EXPECT_NE(clean.err.find("is not written"), std::string::npos) << clean.err;
  EXPECT_FALSE(std::filesystem::exists(page + ".2"));
}

}  // namespace check_explain_test
}  // namespace hippuzzle::testing
