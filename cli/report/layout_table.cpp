#include "cli/report/layout_table.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "cli/report/layout_grid.hpp"

namespace hippuzzle {
namespace {

std::string table(const LayoutGrid& grid) {
  const auto label = [](const LayoutCell& cell) { return cell.first_line + cell.second_line; };
  size_t width = std::to_string(grid.columns - 1).size();
  for (const LayoutCell& cell : grid.cells) width = std::max(width, label(cell).size());
  const size_t margin = std::to_string(grid.rows - 1).size();

  std::string text = grid.title + '\n' + std::string(margin + 2, ' ');
  for (int64_t column = 0; column < grid.columns; ++column) {
    text += fmt::format(" {:>{}}", column, width);
  }
  text += '\n' + std::string(margin, ' ') + " +" +
          std::string(static_cast<size_t>(grid.columns) * (width + 1), '-') + '\n';
  for (int64_t row = 0; row < grid.rows; ++row) {
    text += fmt::format("{:>{}} |", row, margin);
    for (int64_t column = 0; column < grid.columns; ++column) {
      text += fmt::format(" {:>{}}", label(grid.at(row, column)), width);
    }
    text += '\n';
  }
  return text;
}

}  // namespace

std::string layout_table(const RuntimeLayout& layout) { return table(make_grid(layout)); }
std::string layout_table(const RuntimeTvLayout& layout) { return table(make_grid(layout)); }

}  // namespace hippuzzle
