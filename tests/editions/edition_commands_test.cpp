// Tests that every command uses the edition: its ids, titles, folders and printed lines.
#include <fmt/format.h>

#include <filesystem>
#include <regex>
#include <set>

#include "tests/support/hippuzzle_command.hpp"
#include "tests/support/json.hpp"
#include "tests/support/temporary_directory.hpp"

namespace hippuzzle::testing {
namespace edition_commands_test {

struct Puzzle {
  std::string id, title;
  std::vector<std::string> flags;  // of variants; none for a puzzle's only one
};

std::vector<Puzzle> puzzles() {
  std::vector<Puzzle> all;
  const CommandResult listed = hippuzzle({"--edition", "classic", "list", "--json"});
  const nlohmann::json document = parse_json(listed.out);
  for (const auto& p : document["puzzles"]) {
    all.push_back({p["id"], p["title"], p["variants"]});
  }
  return all;
}

// The text without paths of files that the editions share, and without the part after "Questions".
std::string without_questions(const std::string& text) {
  std::string kept;
  for (const std::string& line : lines(text)) {
    if (line == "Questions") break;
    if (line.find("/threads") == line.npos) kept += line + '\n';
  }
  return kept;
}

std::vector<std::string> matches(const std::string& text, const std::string& expression) {
  std::vector<std::string> found;
  const std::regex regex(expression);
  for (std::sregex_iterator at(text.begin(), text.end(), regex), end; at != end; ++at) {
    found.push_back((*at)[at->size() > 1 ? 1 : 0]);
  }
  return found;
}

// Each puzzle that is named belongs to the edition. Only the other edition has p15 and p16, the
// ladder and the puzzles whose ids are words.
void expect_known_ids(const std::string& text, const std::set<std::string>& ids) {
  for (const std::string& id : matches(text, "\\bp[0-9][0-9]\\b")) {
    EXPECT_TRUE(ids.contains(id)) << "it names " << id << " in:\n" << text;
  }
  for (const std::string& command : matches(text, "hippuzzle [^\\n`]*\\bgemm\\b")) {
    EXPECT_NE(command.find("--edition current"), command.npos) << command;
  }
}

// Whether a lesson's line shows the figures of a run's; "…" stands for the figures in between.
bool shows(const std::string& printed, const std::string& all) {
  const size_t gap = printed.find("…, ");
  if (gap == printed.npos) return printed == all;
  return all.starts_with(printed.substr(0, gap)) &&
         all.ends_with(printed.substr(gap + std::string("…").size()));
}

class ClassicCommands : public ::testing::Test {
 protected:
  ClassicCommands() {
    for (const Puzzle& puzzle : puzzles_) ids_.insert(puzzle.id);
    EXPECT_EQ(ids_.size(), 14u);
  }

  static CommandResult classic(std::vector<std::string> arguments) {
    arguments.insert(arguments.begin(), {"--edition", "classic"});
    return hippuzzle(arguments);
  }

  // In a workspace of the edition.
  CommandResult here(std::vector<std::string> arguments) const {
    arguments.insert(arguments.begin(), {"/usr/bin/env", "-C", directory_.path().string(), "-u",
                                         "HIPPUZZLE_PLUGIN_PATH", "NO_COLOR=1", binary().string()});
    return run(arguments);
  }

  void make_workspace() const { EXPECT_EQ(classic({"init", directory_.path().string()}).code, 0); }

  const std::vector<Puzzle> puzzles_ = puzzles();
  std::set<std::string> ids_;
  TemporaryDirectory directory_;
};

TEST_F(ClassicCommands, ALessonHasTheEditionsIdTitleAndPuzzles) {
  for (const Puzzle& puzzle : puzzles_) {
    const CommandResult r = classic({"show", puzzle.id});
    ASSERT_EQ(r.code, 0) << r.err;
    EXPECT_TRUE(r.out.starts_with(fmt::format("{}: {}\n", puzzle.id, puzzle.title)))
        << r.out.substr(0, 80);
    expect_known_ids(without_questions(r.out), ids_);
    for (const std::string& id : matches(r.out, "\n    hippuzzle --edition classic (p[0-9]+)")) {
      EXPECT_EQ(id, puzzle.id);
    }
    EXPECT_EQ(matches(r.out, "\n    hippuzzle p").size(), 0u) << "runs another edition's puzzle";
  }
}

TEST_F(ClassicCommands, ALessonsExpectedLinesAreThoseThatTheRunPrints) {
  for (const Puzzle& puzzle : puzzles_) {
    SCOPED_TRACE(puzzle.id);
    const std::string lesson = classic({"show", puzzle.id}).out;
    const std::string printed = classic({puzzle.id, "--backend", "cpu"}).out;
    const auto of_run = matches(printed, "expected: (HostBuffer[^\n]*)");
    const auto of_lesson = matches(lesson, "expected: (HostBuffer[^\n]*)");
    EXPECT_FALSE(of_lesson.empty());
    for (const std::string& line : of_lesson) {
      EXPECT_TRUE(std::ranges::any_of(of_run, [&](const auto& all) { return shows(line, all); }))
          << line << "\nThe run prints:\n"
          << printed;
    }
    for (const std::string& out : matches(lesson, "out: (HostBuffer[^\n]*)")) {
      const bool is_right = std::ranges::find(of_lesson, out) != of_lesson.end();
      EXPECT_TRUE(is_right || matches(out, "[1-9]").empty()) << out;
    }
  }
}

TEST_F(ClassicCommands, AWorkspaceOfTheEditionNeedsNoOption) {
  make_workspace();
  for (const Puzzle& puzzle : puzzles_) {
    SCOPED_TRACE(puzzle.id);
    const CommandResult started = here({"start", puzzle.id});
    ASSERT_EQ(started.code, 0) << started.err;
    EXPECT_TRUE(started.out.starts_with(puzzle.id + "_")) << started.out;
    expect_known_ids(started.out, ids_);
    std::string texts = here({"hint", puzzle.id, "--all"}).out;
    EXPECT_TRUE(texts.starts_with(puzzle.id)) << texts;
    const std::string solution = here({"solution", puzzle.id, "--force"}).out;
    EXPECT_TRUE(solution.starts_with("// " + puzzle.id + ",")) << solution.substr(0, 40);
    texts += here({"solution", puzzle.id, "--force", "--explain"}).out;
    expect_known_ids(texts + solution, ids_);
  }
  EXPECT_NE(here({"show", "p14"}).out.find("\n    hippuzzle p14 --naive\n"), std::string::npos);
  const std::string progress = here({"progress"}).out;
  EXPECT_NE(progress.find("p10  Dot product"), std::string::npos) << progress;
  EXPECT_NE(here({"--edition", "current", "show", "p14"}).out.find("p14: Prefix sum"),
            std::string::npos);
}

TEST_F(ClassicCommands, AFreshFileHasTheEditionsIdAndIsUntouched) {
  make_workspace();
  ASSERT_EQ(here({"start", "p10"}).code, 0);
  EXPECT_TRUE(std::filesystem::exists(directory_.path() / "p10_dot_product/kernel.hip"));
  const CommandResult again = here({"start", "p10"});
  EXPECT_NE(again.out.find("as the puzzle ships it"), std::string::npos) << again.out;
  const CommandResult r = here({"p10", "--raw", "--backend", "cpu"});
  EXPECT_EQ(r.code, 1) << r.err;
  EXPECT_NE(r.err.find("p10_dot_product/kernel.hip"), std::string::npos) << r.err;
  EXPECT_NE(r.out.find("p10 --raw: wrong answer"), std::string::npos) << r.out;
  const CommandResult other = here({"p11"});
  EXPECT_NE((other.out + other.err).find("p11 is not started"), std::string::npos)
      << other.out << other.err;
}

TEST_F(ClassicCommands, WhatLooksIntoKernelsNamesThem) {
  for (const Puzzle& puzzle : puzzles_) {
    if (puzzle.id < "p09") continue;  // the same ids in both
    SCOPED_TRACE(puzzle.id);
    const std::string flag = puzzle.flags.empty() ? "" : " --" + puzzle.flags.front();
    for (const char* command : {"check", "trace"}) {
      std::vector<std::string> words = {command, puzzle.id};
      if (!flag.empty()) words.push_back(flag.substr(1));
      const CommandResult r = classic(words);
      EXPECT_EQ(r.code, 0) << r.err;
      EXPECT_TRUE(r.out.starts_with(puzzle.id + flag)) << r.out.substr(0, 80);
    }
  }
}

TEST_F(ClassicCommands, WhatMeasuresNamesThem) {
  const CommandResult bench = classic({"bench", "p14", "--variant", "naive", "--size", "8",
                                       "--budget", "0.05", "--backend", "cpu"});
  EXPECT_EQ(bench.code, 0) << bench.err << bench.out;
  EXPECT_TRUE(bench.out.starts_with("p14 at 8 on cpu")) << bench.out;
  const CommandResult roofline = classic({"roofline", "p14", "--device", "a100"});
  EXPECT_NE(roofline.out.find("\np14 at 2"), std::string::npos) << roofline.out;
  expect_known_ids(roofline.out, ids_);
  const std::string tiled = classic({"roofline", "p14", "--tiled", "--device", "a100"}).out;
  EXPECT_NE(tiled.find("\np14 at 8"), std::string::npos) << tiled;
}

TEST_F(ClassicCommands, SettingsNameAnEditionThatExists) {
  directory_.write("hippuzzle.toml", "edition = \"ancient\"\n");
  const CommandResult r = here({"list"});
  EXPECT_EQ(r.code, 2);
  EXPECT_NE(r.err.find("there is no edition 'ancient'"), std::string::npos) << r.err;
}

}  // namespace edition_commands_test
}  // namespace hippuzzle::testing
