// Tables of text for people.
#pragma once

#include <string>
#include <vector>

namespace hippuzzle {

class Table {
 public:
  explicit Table(std::vector<std::string> names) : rows_{std::move(names)} {}

  void add(std::vector<std::string> cells) { rows_.push_back(std::move(cells)); }

  // One line a row, two spaces between columns; the first column is left-aligned, the others are
  // right-aligned. Columns with no cell filled are left out. Columns for which a terminal has no
  // room are below the others, after the first column again. indent: blanks before each line.
  std::string text(size_t indent = 0) const;

  // The room that all tables have from now on, in columns of a terminal; at first without limit.
  static void fold_to(size_t columns);

 private:
  std::vector<std::vector<std::string>> rows_;  // the names first; all of one length
};

}  // namespace hippuzzle
