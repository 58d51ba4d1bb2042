// `hippuzzle solution p14`: the reference kernels and their explanation, once the learner's have
// passed.
#include <fmt/format.h>
#include <unistd.h>

#include <memory>

#include "cli/app/learner/learner.hpp"
#include "cli/app/learner/lesson_of.hpp"
#include "cli/args/option_values.hpp"
#include "cli/args/puzzle_argument.hpp"
#include "cli/commands/commands.hpp"
#include "cli/report/lessons/lesson_text.hpp"
#include "cli/terminal/screen/logging.hpp"
#include "cli/terminal/screen/pager.hpp"
#include "lessons/curriculum.hpp"

namespace hippuzzle::commands {
namespace {

struct SolutionState {
  PuzzleArgument argument;
  bool force = false;
  bool explain = false;  // without the kernels
  int answer = none;     // the question's number, from 1

  static constexpr int none = -1;
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

std::string answer_of(const Lesson& lesson, int number) {
  const std::vector<std::string> answers = lesson.answers();
  if (answers.empty()) {
    throw Error(Outcome::usage, fmt::format("{} has no answers to questions", lesson.id()));
  }
  if (number < 1 || number > static_cast<int>(answers.size())) {
    throw Error(Outcome::usage,
                fmt::format("the lesson of {} has no question {}; choose one of 1 to {}",
                            lesson.id(), number, answers.size()));
  }
  return fmt::format("{}, answer {} of {}:\n{}", lesson.id(), number, answers.size(),
                     lesson_text(answers[static_cast<size_t>(number) - 1], lesson.folder()));
}

// The puzzle that a user means who names none: in a workspace the last of the course that has
// passed, whose solution may be seen.
PuzzleArgument named_or_last_passed(const PuzzleArgument& argument, const GlobalOptions& globals) {
  if (!argument.id.empty()) return argument;
  PuzzleArgument last = argument;
  if (const auto workspace = Workspace::find(std::filesystem::current_path())) {
    const Curriculum curriculum(globals.catalog(), open_progress(*workspace), *workspace);
    for (const CoursePuzzle& puzzle : curriculum.puzzles()) {
      if (puzzle.ever_passed()) last.id = puzzle.id;
    }
  }
  if (last.id.empty()) {
    throw Error(Outcome::usage, "no puzzle is named and none has passed here; name one",
                Advice{Advice::list_puzzles});
  }
  logging::info("{} is the last that has passed", last.id);
  return last;
}

Outcome run_solution(SolutionState& state, const GlobalOptions& globals) {
  state.argument = named_or_last_passed(state.argument, globals);
  const Lesson lesson = lesson_of(state.argument, globals);
  if (!state.force && lesson.has_stub()) require_passed(state, globals);
  if (state.answer != SolutionState::none) {
    print_paged(answer_of(lesson, state.answer));
    return Outcome::passed;
  }
  if (state.explain && !lesson.explanation()) {
    throw Error(Outcome::usage, fmt::format("{} has no explanation of its solution", lesson.id()));
  }
  print_paged(shown(lesson, state.explain));
  return Outcome::passed;
}

}  // namespace

void add_solution(Command command, const GlobalOptions& globals) {
  auto state = std::make_shared<SolutionState>();
  add_puzzle_argument(command, state->argument, globals, Variants::none);
  command.flag("--force", state->force, "show it in any case");
  command.flag("--explain", state->explain,
               "show why it is right, what it costs and what to try, without the kernels");
  command.option("--answer", state->answer, "answer this question of the lesson, by its number")
      .type_name("N")
      .check(at_least_one);
  command.act([state, &globals] { return run_solution(*state, globals); });
}

}  // namespace hippuzzle::commands
