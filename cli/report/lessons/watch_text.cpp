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

// "--raw passed clean", each of those that have passed.
std::string passed_variants(const WatchedRun& run) {
  std::vector<std::string> passed;
  for (const CourseVariant& variant : run.puzzle.variants) {
    if (variant.flag.empty() || variant.progress.standing < Standing::passed) continue;
    passed.push_back(
        fmt::format("--{} {}", variant.flag, to_text(variant.progress.standing, false)));
  }
  return fmt::format("{}", fmt::join(passed, ", "));
}

std::string left_variants(const WatchedRun& run) {
  std::vector<std::string> left;
  for (const CourseVariant& variant : run.puzzle.variants) {
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
  const std::string passed = passed_variants(run), left = left_variants(run);
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

std::string watch_help() {
  return "h  the next hint\n"
         "s  the lesson\n"
         "r  run again\n"
         "l  the list of puzzles; once more leads back\n"
         "n  the next variant or puzzle that has not passed\n"
         "?  these keys; once more leads back\n"
         "q  quit\n"
         "Enter or Esc leads back to the verdict, a save of the file runs it.\n";
}

}  // namespace hippuzzle
