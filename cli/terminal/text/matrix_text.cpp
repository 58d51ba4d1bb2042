#include "cli/terminal/text/matrix_text.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "cli/terminal/text/text_layout.hpp"

namespace hippuzzle {
namespace {

std::vector<std::string> lines_of(const Matrix& matrix, bool colour) {
  size_t width = 0;
  for (const std::string& cell : matrix.cells) width = std::max(width, display_width(cell));
  std::vector<std::string> lines{matrix.title};
  for (size_t i = 0; i < matrix.cells.size(); ++i) {
    if (i % matrix.columns == 0) lines.emplace_back();
    const std::string& cell = matrix.cells[i];
    lines.back() += std::string(width - display_width(cell) + 2, ' ');
    lines.back() += colour && matrix.is_new[i] ? fmt::format("\x1b[1m{}\x1b[0m", cell) : cell;
  }
  return lines;
}

}  // namespace

std::string side_by_side(const std::vector<Matrix>& matrices, size_t limit, bool colour) {
  std::string text;
  std::vector<std::string> row;
  size_t width = 0;
  const auto flush = [&] {
    for (std::string& line : row) text += line.erase(line.find_last_not_of(' ') + 1) + "\n";
    if (!row.empty()) text += "\n";
    row.clear();
    width = 0;
  };
  for (const Matrix& matrix : matrices) {
    const auto lines = lines_of(matrix, colour);
    size_t own = 0;
    for (const std::string& line : lines) own = std::max(own, display_width(line));
    if (width > 0 && width + 4 + own > limit) flush();
    const size_t begin = width == 0 ? 2 : width + 4;
    if (row.size() < lines.size()) row.resize(lines.size());
    for (size_t i = 0; i < row.size(); ++i)
      row[i] = padded(row[i], begin) + (i < lines.size() ? lines[i] : "");
    width = begin + own;
  }
  flush();
  return text;
}

}  // namespace hippuzzle
