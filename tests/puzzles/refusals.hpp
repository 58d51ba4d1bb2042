// Tables of the tests that refuse wrong kernels: tests/puzzles/<id>.refusals, lines of
//   kernel | platform | variant | what
//
// kernel: of wrong/, or "stub" if the stub is complete, with planted mistakes or waste.
// platform: cpu, gpu, amd (if AMD's GPUs do otherwise than gpu says), check or amd-check.
//
// `what` for check: the findings of `hippuzzle check`, rules and arrays ("-" for none), with
// commas; variants without such a line are clean. For amd-check: the same for
// `hippuzzle check --emulate`, and for "amd-check gfx90a" on that GPU, where it differs. For the
// other platforms, one of
// - the name of the first case that fails, by a wrong answer or, in tensors with checked bounds, by
//   ending the process
// - "guard zone": a write outside a buffer
// - another outcome than a wrong answer ("crashed", "timed-out")
// - "passes-fast-mode": a mistake that only the checker finds
// - "right": a kernel of the stub that needs no repair
// - "flaky": a mistake that a GPU refuses in some runs and not in others, because it depends on the
//   old contents of memory or on who came first
// The file leaves variants without a line right.
#pragma once

#include <algorithm>
#include <fstream>
#include <map>
#include <sstream>

#include "tests/puzzles/source_tree.hpp"

namespace hippuzzle::testing {

struct Refusal {
  std::string kernel, platform, variant, what;
};

inline std::string trimmed(const std::string& text) {
  const size_t begin = text.find_first_not_of(' ');
  return begin == text.npos ? "" : text.substr(begin, text.find_last_not_of(' ') - begin + 1);
}

// The rows of a file of this folder; a row has four cells, which `|` parts.
template <class Row>
std::vector<Row> rows_of(const std::string& file) {
  std::vector<Row> table;
  std::ifstream in(source_tree() / "tests" / "puzzles" / file);
  for (std::string line; std::getline(in, line);) {
    if (line.empty() || line.front() == '#') continue;
    std::istringstream cells(line);
    Row row;
    auto& [first, second, third, fourth] = row;
    for (std::string* cell : {&first, &second, &third, &fourth}) {
      std::getline(cells, *cell, '|');
      *cell = trimmed(*cell);
    }
    table.push_back(std::move(row));
  }
  return table;
}

// Each test is a process of its own, which lists all tests first: a table is read once.
inline const std::vector<Refusal>& table_of(const std::string& id) {
  static std::map<std::string, std::vector<Refusal>> read;
  const auto [found, is_new] = read.try_emplace(id);
  if (is_new) found->second = rows_of<Refusal>(id + ".refusals");
  return found->second;
}

// A line of advice.table:
//   puzzle | kernel | finding | advice
// finding: a rule and its array, as tables of refusals have them. advice: a part of the remedy that
// `hippuzzle check` prints. Findings of one rule and array, as of two claims, have a row each. A
// finding without a row of its own uses its rule's row, whose puzzle and kernel are *.
struct AdviceRow {
  std::string puzzle, kernel, finding, advice;
};

inline std::vector<AdviceRow> advice_table() { return rows_of<AdviceRow>("advice.table"); }

}  // namespace hippuzzle::testing
