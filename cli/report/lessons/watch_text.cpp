#include "cli/report/lessons/watch_text.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "cli/report/lessons/progress_text.hpp"
#include "cli/terminal/text/text_layout.hpp"

namespace hippuzzle {
namespace {

bool is_asked(const WatchedRun& run, const CourseVariant& variant) {
  return run.variants.empty() ||
         std::ranges::find(run.variants, variant.flag) != run.variants.end();
}

// Cuts the end of a text that is wider than `columns`.
std::string cut(const std::string& text, size_t columns) {
  if (display_width(text) <= columns) return text;
  std::string shorter = text;
  while (!shorter.empty() && display_width(shorter) + 1 > columns) shorter.pop_back();
  return shorter + "…";
}

// "--raw passed clean", for each variant that has passed.
std::string passed_variants(const WatchedRun& run) {
  std::vector<std::string> passed;
  for (const CourseVariant& variant : run.puzzle.variants) {
    if (variant.flag.empty() || variant.progress.standing < Standing::passed) continue;
    passed.push_back(
        fmt::format("--{} {}", variant.flag, to_text(variant.progress.standing, false)));
  }
  return fmt::format("{}", fmt::join(passed, ", "));
}

std::string left_variants(const CoursePuzzle& puzzle) {
  std::vector<std::string> left;
  for (const CourseVariant& variant : puzzle.variants) {
    if (variant.flag.empty() || variant.progress.standing >= Standing::passed) continue;
    left.push_back("--" + variant.flag);
  }
  return left.empty() ? "" : fmt::format("left: {}", fmt::join(left, ", "));
}

Standing lowest_asked(const WatchedRun& run) {
  Standing lowest = Standing::passed_clean;
  for (const CourseVariant& variant : run.puzzle.variants) {
    if (is_asked(run, variant)) lowest = std::min(lowest, variant.progress.standing);
  }
  return lowest;
}

}  // namespace

bool has_passed(const WatchedRun& run) {
  return outcome_of_exit_code(run.exit_code) == Outcome::passed &&
         lowest_asked(run) >= Standing::passed;
}

std::string watched_verdict(const WatchedRun& run) {
  const std::string& id = run.puzzle.id;
  const auto outcome = outcome_of_exit_code(run.exit_code);
  if (outcome == Outcome::usage || !outcome) return fmt::format("{}: not run.", id);
  if (outcome == Outcome::not_started) return fmt::format("{}: its file is gone, nothing ran.", id);
  if (outcome == Outcome::unsupported) return fmt::format("{}: nothing could run here.", id);
  const std::string passed = passed_variants(run), left = left_variants(run.puzzle);
  if (has_passed(run)) {
    const Standing standing = lowest_asked(run);
    const std::string what =
        run.variants.empty() || passed.empty() ? std::string(to_text(standing, false)) : passed;
    return fmt::format("{}: {} ({}){}{}.", id, what, meaning(standing), left.empty() ? "" : "; ",
                       left);
  }
  if (left.empty()) return fmt::format("{}: failing.", id);
  return fmt::format("{}: {}; {}.", id, passed.empty() ? "failing" : passed, left);
}

std::string watch_keys(const WatchedRun& run) {
  std::vector<std::string> keys = {"h hint", "r run again", "s lesson",
                                   "l list", "? keys",      "q quit"};
  if (!has_passed(run)) {
    keys.insert(keys.begin() + 4, "n next");
  } else if (!run.next.empty()) {
    keys.insert(keys.begin(), fmt::format("n next ({})", run.next));
  }
  for (std::string& key : keys) key = unbreakable(key);
  return fmt::format("{}", fmt::join(keys, ", "));
}

std::string watched_list(const Curriculum& curriculum, size_t chosen, size_t rows, size_t columns,
                         bool colour) {
  const std::vector<CoursePuzzle>& puzzles = curriculum.puzzles();
  std::string text =
      fmt::format("{} of {} puzzles passed\n\n", curriculum.passed(), puzzles.size());
  size_t ids = 0, longest = 0;
  for (const CoursePuzzle& puzzle : puzzles) {
    ids = std::max(ids, display_width(puzzle.id));
    longest = std::max(longest, display_width(puzzle.title));
  }
  constexpr size_t standings = 12;  // "passed clean"
  const size_t titles = std::min(longest, columns - std::min(columns, ids + standings + 6));

  constexpr size_t heading = 2;
  const size_t room = std::max<size_t>(rows, heading + 2) - heading, all = puzzles.size();
  size_t above = 0, shown = all;
  if (all > room) {  // a line says how many more there are: one at either end, two between
    shown = room - 1;
    if (chosen >= all - shown) {
      above = all - shown;
    } else if (chosen >= shown) {
      shown = std::max<size_t>(room, 3) - 2;
      above = chosen - shown / 2;
    }
  }
  const size_t below = all - shown - above;
  if (above > 0) text += fmt::format("  … {} more\n", above);
  for (size_t i = above; i < above + shown; ++i) {
    const CoursePuzzle& puzzle = puzzles[i];
    const bool is_chosen = i == chosen;
    const std::string row = fmt::format(
        "{} {}{}{}", is_chosen ? ">" : " ", padded(puzzle.id, ids + 2),
        padded(cut(puzzle.title, titles), titles + 2), to_text(puzzle.standing(), colour));
    text += is_chosen && colour ? fmt::format("\x1b[1m{}\x1b[0m\n", row) : row + '\n';
  }
  if (below > 0) text += fmt::format("  … {} more\n", below);
  return text;
}

std::string watched_choice(const CoursePuzzle& chosen) {
  const Standing standing = chosen.standing();
  const std::string left = standing == Standing::not_started || standing >= Standing::passed
                               ? ""
                               : left_variants(chosen);
  return fmt::format("{} {}: {} ({}){}{}. {}", chosen.id, chosen.title, to_text(standing, false),
                     meaning(standing), left.empty() ? "" : "; ", left,
                     unbreakable("arrows or j k choose,") + ' ' + unbreakable("Enter watches it,") +
                         ' ' + unbreakable("Esc goes back,") + ' ' + unbreakable("q quit"));
}

std::string watch_help() {
  return "h  the next hint\n"
         "s  the lesson\n"
         "r  run again\n"
         "l  the list of puzzles: arrows or j k choose one, Enter watches it; l leads back\n"
         "n  the next variant or puzzle that has not passed\n"
         "?  these keys; once more leads back\n"
         "q  quit\n"
         "Enter or Esc leads back to the verdict, a save of the file runs it.\n";
}

}  // namespace hippuzzle
