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

// The tables of docs/learn/course.md say of each lesson what its own page says, in the same order.
TEST(Lessons, StandInTheCoursePageAsTheySay) {
  std::vector<std::string> expected, written;
  std::set<std::string> met, units;
  const std::string page = contents(source_tree() / "docs/learn/course.md");
  const auto listed = parse_json(hippuzzle({"list", "--course", "--json"}).out);
  for (const auto& puzzle : listed["puzzles"]) {
    const std::string id = puzzle["id"], unit = puzzle["unit"];
    std::string required;
    for (const std::string other : puzzle["requires"]) {
      EXPECT_TRUE(met.contains(other)) << id << " requires " << other << ", which comes later";
      required += " " + other;
    }
    met.insert(id);
    units.insert(unit);
    expected.push_back(unit + ": " + id + " after" + required + ", " +
                       std::to_string(puzzle["minutes"].get<int>()));
  }
  std::string unit;
  static const std::regex row(R"(\| \[([a-z0-9_]+)\]\([^|]*\|[^|]*\| ([^|]*) \| (\d+) \|)");
  static const std::regex id(R"(\b(p\d\d|roofline|bank_conflicts|fusion|halo)\b)");
  for (const std::string& line : lines(page)) {
    if (line.starts_with("### ")) unit = line.substr(4);
    std::smatch found;
    if (!std::regex_match(line, found, row)) continue;
    std::string required;
    const std::string cell = found[2];
    for (std::sregex_iterator at(cell.begin(), cell.end(), id), end; at != end; ++at)
      required += " " + at->str();
    written.push_back(unit + ": " + found[1].str() + " after" + required + ", " + found[3].str());
  }
  EXPECT_EQ(written, expected);
  EXPECT_EQ(met.size(), puzzle_folders().size());
  size_t to_solve = 0;
  for (const auto& [name, folder] : puzzle_folders()) to_solve += fs::exists(folder / "kernel.hip");
  const std::string sums = "hippuzzle has " + std::to_string(to_solve) + " puzzles to solve and " +
                           std::to_string(met.size() - to_solve) + " lessons to read, in " +
                           std::to_string(units.size()) + " units.";
  EXPECT_NE(page.find(sums), page.npos) << sums;
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
