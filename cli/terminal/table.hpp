// Tables of text for people.
#pragma once

#include <string>
#include <vector>

namespace hippuzzle {

class Table {
 public:
  explicit Table(std::vector<std::string> names) : rows_{std::move(names)} {}

  void add(std::vector<std::string> cells) { rows_.push_back(std::move(cells)); }

  // Lines, two spaces between columns; the first column begins at the left, the others end at the
  // right. Columns without a cell are left out.
  std::string text() const;

 private:
  std::vector<std::vector<std::string>> rows_;  // the names first; all of one length
};

}  // namespace hippuzzle
