// `hippuzzle solution p14`: the reference kernels and their explanation, once the learner's have
// passed.
#include <fmt/format.h>
#include <unistd.h>

#include <memory>

#include "cli/app/learner/learner.hpp"
#include "cli/app/learner/lesson_of.hpp"
#include "cli/args/puzzle_argument.hpp"
#include "cli/commands/commands.hpp"
#include "cli/report/lessons/lesson_text.hpp"
#include "cli/terminal/screen/pager.hpp"
#include "lessons/curriculum.hpp"

namespace hippuzzle::commands {
namespace {

struct SolutionState {
  PuzzleArgument argument;
  bool force = false;
  bool explain = false;  // without the kernels
};

std::string waiting_variants(const CoursePuzzle& puzzle) {
  std::string names;
  for (const CourseVariant& v : puzzle.variants) {
    if (v.progress.ever_passed || v.flag.empty()) continue;
    names += fmt::format("{}--{}", names.empty() ? "" : ", ", v.flag);
  }
  return names.empty() ? "" : fmt::format(" ({})", names);
}

void require_passed(const SolutionState& state, const GlobalOptions& globals) {
  const Workspace workspace = Workspace::require();
  const CoursePuzzle puzzle = course_puzzle(state.argument.entry(globals), globals.catalog(),
                                            open_progress(workspace), workspace);
  if (puzzle.ever_passed()) return;
  throw Error(Outcome::usage,
              fmt::format("your kernels of {0} have not all passed{1}; `hippuzzle hint {0}` helps, "
                          "--force shows the solution",
                          puzzle.id, waiting_variants(puzzle)));
}

// A file or a pipe gets the kernels alone, as a compiler takes them.
std::string shown(const Lesson& lesson, bool only_explained) {
  std::string text = only_explained ? "" : lesson.solution();
  if (!only_explained && isatty(fileno(stdout)) == 0) return text;
  if (const auto explanation = lesson.explanation()) {
    if (!text.empty()) text += '\n';
    text += lesson_text(*explanation, lesson.folder());
  }
  return text;
}

Outcome run_solution(const SolutionState& state, const GlobalOptions& globals) {
  const Lesson lesson = lesson_of(state.argument, globals);
  if (!state.force) require_passed(state, globals);
  if (state.explain && !lesson.explanation()) {
    throw Error(Outcome::usage, fmt::format("{} has no explanation of its solution", lesson.id()));
  }
  print_paged(shown(lesson, state.explain));
  return Outcome::passed;
}

}  // namespace

void add_solution(Command command, const GlobalOptions& globals) {
  auto state = std::make_shared<SolutionState>();
  add_puzzle_argument(command, state->argument, globals, Variants::none).required();
  command.flag("--force", state->force, "show it in any case");
  command.flag("--explain", state->explain,
               "show why it is right, what it costs and what to try, without the kernels");
  command.act([state, &globals] { return run_solution(*state, globals); });
}

}  // namespace hippuzzle::commands
