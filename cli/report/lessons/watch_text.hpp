// The text of `hippuzzle watch` below a run: its outcome, the open puzzles, and the keys.
#pragma once

#include <string>
#include <vector>

#include "lessons/curriculum.hpp"
#include "support/outcome.hpp"

namespace hippuzzle {

// A run that came to its end.
struct WatchedRun {
  const CoursePuzzle& puzzle;         // as it stands now
  std::vector<std::string> variants;  // the flags that the user named; none for all
  int exit_code;
  std::string next;  // "p05 Broadcast", where n leads; "" when nothing is left
};

// Whether the kernels that were asked for have passed in this run.
bool has_passed(const WatchedRun& run);

// "p04: --raw passed clean; left: --layout-tensor." For a run that judged nothing it says so, and
// does not mention an earlier verdict.
std::string watched_verdict(const WatchedRun& run);

// "h hint, r run again, …": the keys that fit below a verdict, each unbreakable() for folded().
std::string watch_keys(const WatchedRun& run);

// The list of puzzles, a row each: all of them, or in so few rows those around the chosen one,
// between how many more there are above and below. Never more than `rows`, of which it takes five
// at least.
std::string watched_list(const Curriculum& curriculum, size_t chosen, size_t rows, size_t columns,
                         bool colour);

// "p05 Broadcast: failing (wrong, or with findings); left: --raw. Enter watches it, …", below the
// list.
std::string watched_choice(const CoursePuzzle& chosen);

// All keys, a line each.
std::string watch_help();

}  // namespace hippuzzle
