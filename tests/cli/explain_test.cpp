// `hippuzzle explain`: the meaning of the words that reports use.
#include <algorithm>
#include <set>

#include "engine/results/finding_kinds.hpp"
#include "lessons/word_list.hpp"
#include "tests/support/hippuzzle_command.hpp"

namespace hippuzzle::testing {
namespace explain_test {

TEST(Explain, PrintsTheEntryOfTheWordsPage) {
  const CommandResult r = hippuzzle({"explain", "race"});
  EXPECT_EQ(r.code, 0) << r.err;
  EXPECT_TRUE(r.out.starts_with("race\n\nTwo threads access the same memory")) << r.out;
  EXPECT_EQ(r.out.find('#'), std::string::npos) << "the next entry is not part of it: " << r.out;
}

TEST(Explain, ReadsWordsAsReportsWriteThem) {
  const std::string conflict = hippuzzle({"explain", "bank", "conflict"}).out;
  EXPECT_TRUE(conflict.starts_with("bank conflict\n")) << conflict;
  EXPECT_EQ(hippuzzle({"explain", "bank-conflicts"}).out, conflict);
  EXPECT_EQ(hippuzzle({"explain", "Bank_Conflict"}).out, conflict);
  EXPECT_EQ(hippuzzle({"explain", "sectors"}).out, hippuzzle({"explain", "sector"}).out);
  EXPECT_EQ(hippuzzle({"explain", "occupancy"}).code, 0);
}

TEST(Explain, KnowsEveryFindingAndEveryWordOfItsList) {
  const CommandResult all = hippuzzle({"explain"});
  EXPECT_EQ(all.code, 0);
  const std::vector<std::string> words = lines(all.out);
  for (const FindingRule& rule : finding_rules())
    EXPECT_NE(std::ranges::find(words, rule.id), words.end()) << rule.id;
  std::set<std::string> keys;
  for (const std::string& word : words)
    EXPECT_TRUE(keys.insert(word_key(word)).second) << word << " is explained twice";
  for (const char* word : {"sector", "wavefront", "claim", "occupancy", "binds"})
    EXPECT_TRUE(keys.contains(word_key(word))) << word;
}

TEST(Explain, NamesTheNearestWordForAnUnknownOne) {
  const CommandResult typo = hippuzzle({"explain", "ocupancy"});
  EXPECT_EQ(typo.code, 2);
  EXPECT_EQ(typo.out, "");
  EXPECT_NE(typo.err.find("there is no explanation of 'ocupancy'; did you mean 'occupancy'?"),
            std::string::npos)
      << typo.err;
  const CommandResult part = hippuzzle({"explain", "conflict"});
  EXPECT_NE(part.err.find("'bank conflict'"), std::string::npos) << part.err;
  const CommandResult unknown = hippuzzle({"explain", "zzzzzzzzzz"});
  EXPECT_EQ(unknown.code, 2);
  EXPECT_NE(unknown.err.find("`hippuzzle explain` lists the words"), std::string::npos);
}

// A report for people names the command, one for programs does not.
TEST(Explain, IsNamedOnceByAReport) {
  const std::string named = "`hippuzzle explain sector`";
  const std::string text = hippuzzle({"check", "p01", "--counts", "--backend", "cpu"}).err;
  ASSERT_NE(text.find(named), std::string::npos) << text;
  EXPECT_EQ(text.find(named, text.find(named) + 1), std::string::npos) << text;
  const std::string json = hippuzzle({"check", "p01", "--counts", "--format", "json"}).err;
  EXPECT_EQ(json.find("hippuzzle explain"), std::string::npos) << json;
  EXPECT_NE(
      hippuzzle({"roofline", "p01", "--device", "h200"}).err.find("`hippuzzle explain binds`"),
      std::string::npos);
}

}  // namespace explain_test
}  // namespace hippuzzle::testing
