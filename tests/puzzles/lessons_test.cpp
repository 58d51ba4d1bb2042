// The shipped lessons: their fixed parts, the stub in them, the way from each to the next.
#include <regex>
#include <set>

#include "tests/puzzles/source_tree.hpp"

namespace hippuzzle::testing {
namespace lessons_test {

namespace fs = std::filesystem;

// The folder that the section "## Next" of a lesson links to, for readers of this edition.
std::string next_folder(const fs::path& folder) {
  const std::string lesson = contents(folder / "README.md");
  const size_t next = lesson.find("\n## Next\n");
  if (next == lesson.npos) return "";
  static const std::regex link(R"(\]\(\.\./([a-z0-9_]+)/README\.md\))");
  std::smatch found;
  const std::string section = lesson.substr(next);
  return std::regex_search(section, found, link) ? found[1].str() : "";
}

TEST(Lessons, HaveTheirPartsInOrder) {
  const CommandResult r =
      run({"/usr/bin/env", "-C", source_tree().string(), binary().string(), "lint"});
  EXPECT_EQ(r.code, 0) << r.out << r.err;
}

TEST(Lessons, LeadFromTheFirstToEachOther) {
  std::set<std::string> all, met;
  for (const auto& [id, folder] : puzzle_folders()) all.insert(folder.filename());
  std::string last;
  for (std::string name = "p01_map"; !name.empty() && met.insert(name).second;
       name = next_folder(source_tree() / "plugins" / name)) {
    ASSERT_TRUE(all.contains(name)) << last << " links to " << name;
    last = name;
  }
  EXPECT_EQ(met, all);
  EXPECT_EQ(next_folder(source_tree() / "plugins" / last), "") << "the last one links back";
}

TEST(Lessons, ShowTheFileToComplete) {
  for (const auto& [id, folder] : puzzle_folders()) {
    if (!fs::exists(folder / "kernel.hip")) continue;
    const CommandResult r = hippuzzle({"show", id});
    ASSERT_EQ(r.code, 0) << r.err;
    for (const std::string& line : lines(contents(folder / "kernel.hip"))) {
      if (line.empty()) continue;
      EXPECT_NE(r.out.find("\n    " + line + "\n"), std::string::npos) << id << ": " << line;
    }
  }
}

// A line "[Tiles](tiled.md)" leads to a page; who reads in a terminal sees all of them in order.
TEST(Lessons, ShowTheirPagesInTheirPlaces) {
  static const std::regex link(R"(\[[^\]]*\]\(([a-z0-9_]+\.md)\))");
  size_t shown = 0;
  for (const auto& [id, folder] : puzzle_folders()) {
    const CommandResult r = hippuzzle({"show", id});
    size_t place = r.out.find("The idea");
    for (const std::string& line : lines(contents(folder / "README.md"))) {
      std::smatch found;
      if (!std::regex_match(line, found, link)) continue;
      const std::string title = lines(contents(folder / found[1].str())).front().substr(2);
      place = r.out.find("\n" + title + "\n", place);
      ASSERT_NE(place, std::string::npos) << id << ": " << title;
      ++shown;
    }
  }
  EXPECT_GE(shown, 4u);
}

TEST(Lessons, OfLaddersHaveTheirRungsInTheSolution) {
  for (const auto& [id, folder] : puzzle_folders()) {
    if (!fs::exists(folder / "rungs")) continue;
    const CommandResult r = hippuzzle({"solution", id});
    ASSERT_EQ(r.code, 0) << r.err;
    const std::string lesson = contents(folder / "README.md");
    for (const auto& rung : fs::directory_iterator(folder / "rungs")) {
      EXPECT_NE(r.out.find(contents(rung.path())), std::string::npos) << rung.path();
      const std::string file = "rungs/" + rung.path().filename().string();
      EXPECT_NE(lesson.find("\n[" + file + "](" + file + ")\n"), std::string::npos) << file;
    }
  }
}

}  // namespace lessons_test
}  // namespace hippuzzle::testing
