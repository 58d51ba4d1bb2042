#include "cli/terminal/text/table.hpp"

#include <algorithm>

#include "cli/terminal/text/text_layout.hpp"

namespace hippuzzle {

std::string Table::text() const {
  std::vector<size_t> widths(rows_.front().size());
  std::vector<bool> is_used(widths.size());
  for (const auto& row : rows_) {
    for (size_t c = 0; c < row.size(); ++c) {
      widths[c] = std::max(widths[c], display_width(row[c]));
      if (&row != &rows_.front() && !row[c].empty()) is_used[c] = true;
    }
  }
  std::string text;
  for (const auto& row : rows_) {
    std::string line;
    for (size_t c = 0; c < row.size(); ++c) {
      if (!is_used[c]) continue;
      const std::string blanks(widths[c] - display_width(row[c]), ' ');
      line += "  " + (c == 0 ? row[c] + blanks : blanks + row[c]);
    }
    line.erase(line.find_last_not_of(' ') + 1);
    text += line + "\n";
  }
  return text;
}

}  // namespace hippuzzle
