// `hippuzzle hint p14 --simple`: the next hint for a variant.
#include <algorithm>
#include <memory>

#include "cli/app/learner/hints.hpp"
#include "cli/app/learner/learner.hpp"
#include "cli/app/learner/lesson_of.hpp"
#include "cli/args/puzzle_argument.hpp"
#include "cli/commands/commands.hpp"
#include "cli/report/output.hpp"

namespace hippuzzle::commands {
namespace {

struct HintState {
  PuzzleArgument argument;
  bool all = false;
  bool again = false;
};

// The variants that flags name, else the learner's current variant.
std::vector<CourseVariant> asked_for(const CoursePuzzle& puzzle,
                                     const std::vector<std::string>& flags) {
  if (flags.empty()) return {puzzle.current()};
  std::vector<CourseVariant> chosen;
  chosen.reserve(flags.size());
  for (const std::string& flag : flags) {
    chosen.push_back(*std::ranges::find(puzzle.variants, flag, &CourseVariant::flag));
  }
  return chosen;
}

Outcome run_hint(const HintState& state, const GlobalOptions& globals) {
  const Workspace workspace = Workspace::require();
  Progress progress = open_progress(workspace);
  const CatalogEntry entry = named_or_next(state.argument, globals).entry(globals);
  const CoursePuzzle puzzle = course_puzzle(entry, globals.catalog(), progress, workspace);
  const Hint which = state.all ? Hint::all : state.again ? Hint::again : Hint::next;
  for (const CourseVariant& variant : asked_for(puzzle, state.argument.flags)) {
    const Lesson lesson(globals.catalog(), variant.puzzle);
    write_text(hint_text(take_hints(lesson, variant, progress, which), lesson, variant));
  }
  return Outcome::passed;
}

}  // namespace

void add_hint(Command command, const GlobalOptions& globals) {
  auto state = std::make_shared<HintState>();
  add_puzzle_argument(command, state->argument, globals, Variants::as_flags)
      .description(or_the_next);
  command.flag("--all", state->all, "all hints");
  command.flag("--again", state->again, "the last one once more");
  command.footer("Without a variant the hint is for the first variant that has not passed.");
  command.act([state, &globals] { return run_hint(*state, globals); });
}

}  // namespace hippuzzle::commands
