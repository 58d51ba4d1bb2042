// Which component may include and link which: the graph that CMake wrote (components.txt), and that
// the compiler keeps to it.
#include <map>
#include <set>

#include "tests/architecture/source_files.hpp"
#include "tests/support/build_tree.hpp"
#include "tests/support/command.hpp"
#include "tests/support/temporary_directory.hpp"

namespace hippuzzle::testing {
namespace components_test {

namespace fs = std::filesystem;

std::vector<std::string> split(const std::string& text, char separator) {
  std::vector<std::string> parts;
  std::istringstream in(text);
  for (std::string part; std::getline(in, part, separator);) {
    if (!part.empty()) parts.push_back(part);
  }
  return parts;
}

struct Component {
  std::string path;                // as includes spell it, "engine/judge"; of programs "hippuzzle"
  std::vector<std::string> links;  // targets
  std::vector<std::string> exports;  // the links that its users see as well
  std::vector<std::string> views;    // folders in which its includes are looked up

  bool is_program() const { return path.starts_with("hippuzzle"); }
  // Whether it belongs to a part whose own README and CMakeLists.txt list its components.
  bool is_of_a_part() const {
    return path.starts_with("hip_cpu/") || path.starts_with("amd_emulator/");
  }
};

// The components by target, "engine_judge".
const std::map<std::string, Component>& components() {
  static const std::map<std::string, Component> all = [] {
    std::map<std::string, Component> read;
    std::ifstream in(build_tree() / "tests/architecture/components.txt");
    for (std::string target; std::getline(in, target);) {
      Component& component = read[target];
      std::string links, exports, views;
      std::getline(in, component.path);
      std::getline(in, links);
      std::getline(in, exports);
      std::getline(in, views);
      component.links = split(links, ' ');
      component.exports = split(exports, ' ');
      component.views = split(views, ':');
    }
    EXPECT_GT(read.size(), 15u) << "CMake wrote no components";
    return read;
  }();
  return all;
}

// The components whose headers a target may include: itself, its links, their exports, and so on.
std::set<std::string> reached_from(const std::string& target) {
  std::set<std::string> reached = {target};
  std::vector<std::string> open = components().at(target).links;
  while (!open.empty()) {
    const std::string next = open.back();
    open.pop_back();
    if (!components().contains(next) || !reached.insert(next).second) continue;
    const auto& exports = components().at(next).exports;
    open.insert(open.end(), exports.begin(), exports.end());
  }
  return reached;
}

// The use cases choose between a child process and, for a debugger, this one.
TEST(Components, OnlyTheProgramAndItsUseCasesReachTheRunner) {
  const std::set<std::string> expected = {"cli_app", "engine_runner", "hippuzzle"};
  std::set<std::string> found;
  for (const auto& [target, component] : components()) {
    if (reached_from(target).contains("engine_runner")) found.insert(target);
  }
  EXPECT_EQ(found, expected);
}

// The kernels that the runner opens share its address space, so no reference may be there.
TEST(Components, TheRunnerReachesNothingOfTheJudges) {
  const std::set<std::string> expected = {
      "engine_debug_info", "engine_modules", "engine_platforms", "engine_protocol",
      "engine_results",    "engine_runner",  "support"};
  EXPECT_EQ(reached_from("engine_runner"), expected);
}

TEST(Components, NothingBelowCliReachesIt) {
  for (const auto& [target, component] : components()) {
    if (component.path.starts_with("cli/") || component.is_program()) continue;
    for (const std::string& other : reached_from(target))
      EXPECT_FALSE(other.starts_with("cli_")) << target << " reaches " << other;
  }
}

TEST(Components, HipCpuReachesNothingElseHere) {
  for (const auto& [target, component] : components()) {
    if (!component.path.starts_with("hip_cpu/")) continue;
    for (const std::string& other : reached_from(target))
      EXPECT_TRUE(other.starts_with("hip_cpu_")) << target << " reaches " << other;
  }
}

// The rows of the table in docs/project/architecture.md: `component` | its contents.
std::set<std::string> documented() {
  std::set<std::string> rows;
  for (const std::string& line : lines_of("docs/project/architecture.md")) {
    const std::vector<std::string> cells = split(line, '|');
    if (line.starts_with("| `") && cells.size() == 2)
      rows.insert(cells[0].substr(2, cells[0].size() - 4));
  }
  return rows;
}

TEST(Components, AreThoseOfTheArchitecturesPage) {
  std::set<std::string> built;
  for (const auto& [target, component] : components()) {
    if (!component.is_program() && !component.is_of_a_part()) built.insert(component.path);
  }
  EXPECT_EQ(documented(), built);
}

TEST(Components, EachSeesTheHeadersOfThoseItReachesAndNoOthers) {
  for (const auto& [target, component] : components()) {
    const std::set<std::string> reached = reached_from(target);
    for (const auto& [other, shown] : components()) {
      if (shown.is_program()) continue;
      const bool seen = std::ranges::any_of(component.views, [&shown = shown](const auto& view) {
        return fs::exists(fs::path(view) / shown.path);
      });
      EXPECT_EQ(seen, reached.contains(other)) << target << " and the headers of " << other;
    }
  }
}

// Preprocesses one #include with the views of a component.
CommandResult include_as(const std::string& target, const std::string& header) {
  const TemporaryDirectory folder;
  folder.write("source.cpp", "#include \"" + header + "\"\n");
  std::vector<std::string> command = {CXX_COMPILER, "-std=c++20", "-E", "-o", "/dev/null"};
  for (const std::string& view : components().at(target).views) {
    if (view != "/usr/include") command.push_back("-I" + view);  // where the compiler looks anyway
  }
  command.push_back(folder.path() / "source.cpp");
  return run(command, {{"LC_ALL", "C"}});
}

TEST(Components, AnIncludeOfOneThatIsNotLinkedDoesNotCompile) {
  const CommandResult linked = include_as("engine_judge", "engine/judge/judge.hpp");
  EXPECT_EQ(linked.code, 0) << linked.err;
  for (const auto& [target, header] :
       std::map<std::string, std::string>{{"engine_judge", "engine/runner/runner.hpp"},
                                          {"engine_runner", "engine/judge/judge.hpp"},
                                          {"support", "engine/results/finding.hpp"},
                                          {"engine_results", "engine/protocol/event.hpp"},
                                          {"cli_commands", "engine/runner/runner.hpp"},
                                          {"cli_report", "cli/app/run/session.hpp"},
                                          {"cli_args", "cli/app/run/session.hpp"},
                                          {"lessons", "cli/terminal/text/table.hpp"}}) {
    EXPECT_TRUE(fs::exists(source_root / header) || fs::exists(source_root / "common" / header))
        << header;
    const CommandResult refused = include_as(target, header);
    EXPECT_NE(refused.code, 0) << target << " sees " << header;
    EXPECT_NE(refused.err.find(header + ": No such file"), std::string::npos) << refused.err;
  }
}

}  // namespace components_test
}  // namespace hippuzzle::testing
