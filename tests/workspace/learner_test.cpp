// The commands of a workspace, from outside: the files that they make and keep, their output and
// their refusals.
#include "tests/workspace/learner.hpp"

#include <fmt/format.h>

#include "tests/support/whole_file.hpp"

namespace hippuzzle::testing {
namespace learner_test {

namespace fs = std::filesystem;

TEST_F(WorkspaceCommands, InitSaysWhereItIsOneAlready) {
  EXPECT_TRUE(fs::exists(workspace() / "hippuzzle.toml"));
  const CommandResult again = run_here({"init"});
  EXPECT_EQ(again.code, 0);
  EXPECT_NE(again.out.find("is a workspace already"), std::string::npos) << again.out;
  const CommandResult inside = run_here({"init", "sub"});
  EXPECT_EQ(inside.code, 2);
  EXPECT_FALSE(fs::exists(workspace() / "sub/hippuzzle.toml"));
}

TEST_F(WorkspaceCommands, StartNeverWritesOverAnEditedFile) {
  start_p01();
  EXPECT_EQ(contents(p01()), stub());
  save(p01(), "mine\n");
  const CommandResult r = run_here({"start", "p01"});
  EXPECT_EQ(r.code, 0);
  EXPECT_NE(r.out.find("left as it is"), std::string::npos) << r.out;
  EXPECT_EQ(contents(p01()), "mine\n");
}

TEST_F(WorkspaceCommands, ResetKeepsEveryEditedFile) {
  start_p01();
  save(p01(), "first\n");
  EXPECT_EQ(run_here({"reset", "p01"}).code, 0);
  EXPECT_EQ(contents(p01()), stub());
  save(p01(), "second\n");
  EXPECT_EQ(run_here({"reset", "p01"}).code, 0);
  EXPECT_EQ(contents(p01().string() + ".backup-1"), "first\n");
  EXPECT_EQ(contents(p01().string() + ".backup-2"), "second\n");
  EXPECT_EQ(run_here({"reset", "p01"}).code, 0);
  EXPECT_FALSE(fs::exists(p01().string() + ".backup-3")) << "a stub needs no backup";
}

TEST_F(WorkspaceCommands, ProgressFollowsTheLastVerdict) {
  start_p01();
  EXPECT_NE(run_here({"progress"}).out.find("not started"), std::string::npos);
  run_here({"p01", "--backend", "cpu"});
  const auto failing = lines(run_here({"progress"}).out);
  ASSERT_GT(failing.size(), 2u);
  EXPECT_NE(failing[2].find("failing"), std::string::npos) << failing[2];
  save(p01(), right_p01);
  run_here({"p01", "--backend", "cpu"});
  const auto passed = lines(run_here({"progress"}).out);
  EXPECT_NE(passed[0].find(" 1 of "), std::string::npos) << passed[0];
  EXPECT_NE(passed[2].find("passed"), std::string::npos) << passed[2];
  save(p01(), "broken\n");
  run_here({"p01", "--backend", "cpu"});
  EXPECT_NE(lines(run_here({"progress"}).out)[2].find("failing"), std::string::npos);
}

TEST_F(WorkspaceCommands, SolutionIsShownOnceTheLearnersPassed) {
  start_p01();
  const CommandResult before = run_here({"solution", "p01"});
  EXPECT_EQ(before.code, 2);
  EXPECT_EQ(before.out, "");
  EXPECT_EQ(run_here({"solution", "p01", "--force"}).out,
            contents(puzzle_folder("p01_add") / "solution.hip"));
  save(p01(), right_p01);
  run_here({"p01", "--backend", "cpu"});
  EXPECT_EQ(run_here({"solution", "p01"}).out, contents(puzzle_folder("p01_add") / "solution.hip"));
}

TEST_F(WorkspaceCommands, SolutionIsExplainedBesideItsKernels) {
  start_p01();
  EXPECT_EQ(run_here({"solution", "p01", "--explain"}).code, 2) << "not solved yet";
  const CommandResult r = run_here({"solution", "p01", "--force", "--explain"});
  EXPECT_EQ(r.code, 0) << r.err;
  for (const char* part : {"Why it is right", "Each thread writes its own element.",
                           "What it costs", "What to try", "check p01 --counts"}) {
    EXPECT_NE(r.out.find(part), std::string::npos) << part << "\n" << r.out;
  }
  EXPECT_EQ(r.out.find("__global__"), std::string::npos) << r.out;
  const CommandResult none = run_here({"solution", "p02", "--force", "--explain"});
  EXPECT_EQ(none.code, 2);
  EXPECT_NE(none.err.find("p02 has no explanation of its solution"), std::string::npos) << none.err;
}

TEST_F(WorkspaceCommands, QuestionsAreAnsweredByNumberOnceTheLearnersPassed) {
  start_p01();
  EXPECT_EQ(run_here({"solution", "p01", "--answer", "2"}).code, 2) << "not solved yet";
  const CommandResult r = run_here({"solution", "p01", "--force", "--answer", "2"});
  EXPECT_EQ(r.out, "p01, answer 2 of 2:\nA thread too many would write past the end.\n");
  const CommandResult none = run_here({"solution", "p01", "--force", "--answer", "3"});
  EXPECT_EQ(none.code, 2);
  EXPECT_NE(none.err.find("the lesson of p01 has no question 3; choose one of 1 to 2"),
            std::string::npos)
      << none.err;
  const CommandResult zero = run_here({"solution", "p01", "--force", "--answer", "0"});
  EXPECT_EQ(zero.code, 2);
  EXPECT_NE(zero.err.find("--answer: expected a whole number from 1"), std::string::npos)
      << zero.err;
  EXPECT_NE(run_here({"solution", "p02", "--force", "--answer", "1"})
                .err.find("p02 has no answers to questions"),
            std::string::npos);
}

TEST_F(WorkspaceCommands, ALessonShowsTheStub) {
  const std::string shown = run_here({"show", "p01"}).out;
  EXPECT_NE(shown.find("Your file, `kernel.hip`, begins like this:"), std::string::npos) << shown;
  for (const std::string& line : lines(stub())) {
    EXPECT_NE(shown.find(line.empty() ? "\n" : "\n    " + line + "\n"), std::string::npos) << line;
  }
}

TEST_F(WorkspaceCommands, ALaddersLessonShowsItsRungs) {
  const std::string shown = run_here({"show", "ladder"}).out;
  EXPECT_NE(shown.find("__global__ void naive("), std::string::npos) << shown;
}

TEST_F(WorkspaceCommands, ALaddersSolutionHasItsRungs) {
  const std::string shown = run_here({"solution", "ladder"}).out;
  EXPECT_NE(shown.find("__global__"), std::string::npos) << shown;
  EXPECT_EQ(shown.find("#include \"rungs/"), std::string::npos) << shown;
}

TEST_F(WorkspaceCommands, HintsComeOneAtATime) {
  const auto first_line = [](const CommandResult& r) { return r.out.substr(0, r.out.find('\n')); };
  EXPECT_EQ(first_line(run_here({"hint", "p03"})).find("p03 --raw, hint 1 of "), 0u);
  EXPECT_EQ(first_line(run_here({"hint", "p03"})).find("p03 --raw, hint 2 of "), 0u);
  EXPECT_EQ(first_line(run_here({"hint", "p03", "--again"})).find("p03 --raw, hint 2 of "), 0u);
  EXPECT_EQ(first_line(run_here({"hint", "--staged", "p03"})).find("p03 --staged, hint 1"), 0u);
  EXPECT_EQ(first_line(run_here({"hint", "p03", "--all"})).find("p03 --raw, hint 1"), 0u);
  for (int i = 0; i < 9; ++i) run_here({"hint", "p03"});
  const std::string last = run_here({"hint", "p03"}).out;
  EXPECT_NE(last.find("That was the last hint"), std::string::npos) << last;
}

TEST_F(WorkspaceCommands, AnUnreadableStateIsKeptAsideAndSourcesAreUntouched) {
  start_p01();
  save(p01(), right_p01);
  run_here({"p01", "--backend", "cpu"});
  const fs::path state = workspace() / ".hippuzzle/state.json";
  const std::string torn = contents(state).substr(0, 30);
  save(state, torn);
  const CommandResult r = run_here({"progress"});
  EXPECT_EQ(r.code, 0);
  EXPECT_NE(r.err.find("kept as .hippuzzle/state.json.unreadable-1"), std::string::npos) << r.err;
  EXPECT_EQ(contents(state.string() + ".unreadable-1"), torn);
  EXPECT_EQ(contents(p01()), right_p01);
  EXPECT_EQ(run_here({"progress"}).err, "") << "told once";
}

TEST_F(WorkspaceCommands, ASettingThatDoesNotExistIsRefused) {
  save(workspace() / "hippuzzle.toml", "bakend = \"cpu\"\n");
  const CommandResult r = run_here({"progress"});
  EXPECT_EQ(r.code, 2);
  EXPECT_NE(r.err.find("'bakend'"), std::string::npos) << r.err;
}

TEST_F(WorkspaceCommands, ABackendThatDoesNotExistIsRefusedWithItsLine) {
  save(workspace() / "hippuzzle.toml", "\nbackend = \"gpu\"\n");
  const CommandResult r = run_here({"progress"});
  EXPECT_EQ(r.code, 2);
  EXPECT_NE(r.err.find("hippuzzle.toml:2:"), std::string::npos) << r.err;
  EXPECT_NE(r.err.find("\"gpu\""), std::string::npos) << r.err;
  EXPECT_NE(r.err.find("\"nvidia\""), std::string::npos) << r.err;
}

TEST_F(WorkspaceCommands, ShowIsPlainAndAsWideAsAskedWhenPiped) {
  const CommandResult r = run({"/usr/bin/env", "COLUMNS=60", binary().string(), "show", "p01"});
  EXPECT_EQ(r.code, 0) << r.err;
  EXPECT_EQ(r.out.find('\x1b'), std::string::npos);
  EXPECT_EQ(lines(r.out)[0], "p01: Add");
  EXPECT_NE(r.out.find("threads.svg"), std::string::npos);
}

TEST_F(WorkspaceCommands, ANewPuzzleInASourceTreeGoesWithThePlugins) {
  const TemporaryDirectory tree;
  tree.write("plugins/CMakeLists.txt", "");
  tree.write("common/cmake/HippuzzleAddPuzzle.cmake", "");
  const fs::path below = tree.path() / "plugins";
  const CommandResult r = run({"/usr/bin/env", "-C", below.string(), binary().string(), "new",
                               "p40", "--title", "Warp sums, twice"});
  EXPECT_EQ(r.code, 0) << r.err;
  const fs::path folder = tree.path() / "plugins/p40_warp_sums_twice";
  EXPECT_NE(contents(folder / "puzzle.cpp").find("HIPPUZZLE_PUZZLE(\"p40\", \"Warp sums, twice\""),
            std::string::npos);
  EXPECT_EQ(contents(folder / "README.md").find("# p40: Warp sums, twice\n"), 0u);
  EXPECT_TRUE(fs::exists(folder / "wrong/no_guard.hip"));
  EXPECT_NE(contents(tree.path() / "tests/puzzles/p40.refusals").find("no_guard"),
            std::string::npos);
  EXPECT_EQ(contents(below / "CMakeLists.txt"), "");
  EXPECT_EQ(contents(folder / "kernel.hip").find('@'), std::string::npos) << "a placeholder";
}

TEST_F(WorkspaceCommands, NewTakesNoIdThatIsTaken) {
  const CommandResult r = run_here({"new", "p02", "--title", "Again"});
  EXPECT_EQ(r.code, 2);
  EXPECT_NE(r.err.find("'p02' already"), std::string::npos) << r.err;
}

TEST_F(WorkspaceCommands, ALadderHasNoHintsAndSaysWhatItHas) {
  const CommandResult r = run_here({"hint", "ladder"});
  EXPECT_EQ(r.code, 2) << r.out;
  EXPECT_NE(r.err.find("ladder has nothing to fill in; `hippuzzle show ladder` is its lesson"),
            std::string::npos)
      << r.err;
}

TEST_F(WorkspaceCommands, ASecondPuzzleOfAnIdIsRefused) {
  ASSERT_EQ(run_here({"new", "p40", "--title", "Double it"}).code, 0);
  const CommandResult again = run_here({"new", "p40", "--title", "Something else"});
  EXPECT_EQ(again.code, 2) << again.out;
  EXPECT_NE(again.err.find("there is a puzzle 'p40' already"), std::string::npos) << again.err;
  EXPECT_FALSE(fs::exists(workspace() / "p40_something_else"));
}

TEST_F(WorkspaceCommands, AMisspeltPuzzleIsTold) {
  const CommandResult r = run_here({"start", "p1"});
  EXPECT_EQ(r.code, 2);
  EXPECT_NE(r.err.find("did you mean 'p01'?"), std::string::npos) << r.err;
}

TEST_F(WorkspaceCommands, TheSolutionWithoutAnIdIsThatOfTheLastPuzzleThatPassed) {
  const CommandResult none = run_here({"solution"});
  EXPECT_EQ(none.code, 2);
  EXPECT_NE(none.err.find("none has passed here; name one"), std::string::npos) << none.err;
  start_p01();
  save(p01(), right_p01);
  ASSERT_EQ(run_here({"p01", "--backend", "cpu", "--no-check"}).code, 0);
  const CommandResult last = run_here({"solution"});
  EXPECT_EQ(last.code, 0) << last.err;
  EXPECT_EQ(last.out, contents(puzzle_folder("p01_add") / "solution.hip"));
}

TEST_F(WorkspaceCommands, AFlagWithAValueAndANegativeNumberAreNamedPlainly) {
  const CommandResult flag = run_here({"p01", "--json=o.json"});
  EXPECT_EQ(flag.code, 2);
  EXPECT_NE(flag.err.find("--json takes no value, found 'o.json'"), std::string::npos) << flag.err;
  const CommandResult seed = run_here({"p01", "--seed", "-1"});
  EXPECT_EQ(seed.code, 2);
  EXPECT_NE(seed.err.find("--seed: expected 0 or more, found '-1'"), std::string::npos) << seed.err;
}

}  // namespace learner_test
}  // namespace hippuzzle::testing
