// Tables of what refuses wrong kernels: tests/puzzles/<id>.refusals, lines of
//   kernel | platform | variant | what
// kernel: of wrong/, or "stub", where that is a kernel with a planted mistake in each variant.
// platform: cpu, gpu, amd (where AMD's GPUs do otherwise than gpu says), check or amd-check. Of
// check, what `hippuzzle check` finds: rules and arrays ("-" for none), with commas; variants
// without such a line are clean. Of amd-check, the same of `hippuzzle check --emulate`. Of the
// others, what: the name of the first case that fails, be it by a wrong answer or, where a tensor's
// bounds are checked, by ending the process; or "guard zone", a write outside a buffer; or an
// outcome that is no wrong answer
// ("crashed", "timed-out"); or "passes-fast-mode", for a mistake that only the checker finds; or
// "flaky", one that a GPU refuses or lets pass from run to run, by what memory held or who came
// first. Variants without a line are those that the file leaves right.
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
// finding: a rule and its array, as tables of refusals have them. advice: a part of what
// `hippuzzle check` says that helps. A finding without a row of its own has that of its rule, whose
// puzzle and kernel are *.
struct AdviceRow {
  std::string puzzle, kernel, finding, advice;
};

inline std::vector<AdviceRow> advice_table() { return rows_of<AdviceRow>("advice.table"); }

}  // namespace hippuzzle::testing
