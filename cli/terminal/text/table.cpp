#include "cli/terminal/text/table.hpp"

#include <algorithm>
#include <limits>

#include "cli/terminal/text/text_layout.hpp"

namespace hippuzzle {
namespace {

size_t room = std::numeric_limits<size_t>::max();

// The columns of each part of a table: as many as there is room for, and the first in every part.
std::vector<std::vector<size_t>> side_by_side(const std::vector<size_t>& widths,
                                              const std::vector<bool>& is_used, size_t indent) {
  std::vector<std::vector<size_t>> parts(1);
  size_t taken = indent;
  for (size_t c = 0; c < widths.size(); ++c) {
    if (!is_used[c]) continue;
    if (parts.back().size() > 1 && taken + widths[c] + 2 > room) {
      parts.push_back({parts.back().front()});
      taken = indent + widths[parts.back().front()] + 2;
    }
    parts.back().push_back(c);
    taken += widths[c] + 2;
  }
  return parts;
}

}  // namespace

std::string Table::text(size_t indent) const {
  std::vector<size_t> widths(rows_.front().size());
  std::vector<bool> is_used(widths.size());
  for (const auto& row : rows_) {
    for (size_t c = 0; c < row.size(); ++c) {
      widths[c] = std::max(widths[c], display_width(row[c]));
      if (&row != &rows_.front() && !row[c].empty()) is_used[c] = true;
    }
  }
  std::string text;
  for (const std::vector<size_t>& columns : side_by_side(widths, is_used, indent)) {
    for (const auto& row : rows_) {
      std::string line(indent, ' ');
      for (const size_t c : columns) {
        const std::string blanks(widths[c] - display_width(row[c]), ' ');
        line += "  " + (c == 0 ? row[c] + blanks : blanks + row[c]);
      }
      line.erase(line.find_last_not_of(' ') + 1);
      text += line + "\n";
    }
  }
  return text;
}

void Table::fold_to(size_t columns) { room = columns; }

}  // namespace hippuzzle
