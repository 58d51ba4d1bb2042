// The options of `hippuzzle bench`, and which of them contradict each other.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "cli/args/option_groups.hpp"
#include "cli/args/puzzle_argument.hpp"
#include "cli/report/output.hpp"

namespace hippuzzle {

struct BenchSettings {
  PuzzleArgument puzzle;
  MeasureSettings measure;
  OutputSettings output;
  bool baseline = false, hot = false, cold = false, sustained = false;
  bool explain = false, scaling = false;
  std::optional<std::string> devices;  // numbers with commas between them
  std::string device = "0";            // a number, or the name of another device
  uint64_t min_samples_hard = 0;       // though the budget has ended
  uint64_t elements = 0;               // shown of each output
  uint64_t tile = 0;                   // its side; 0 for the puzzle's own
  std::optional<std::string> shapes;   // a file, or random:SEED:N
};

// Which options exclude each other, once all are there.
void add_bench_rules(Command command);

// The contradictions that those rules cannot express. Each function throws Error(usage), which
// names the option to leave out.
void refuse_contradictions(const BenchSettings& settings);

// option: one whose results are not a table of times, so that CSV and Markdown have no place for
// them.
void refuse_tables(const std::vector<OutputChoice>& choices, const char* option);

}  // namespace hippuzzle
