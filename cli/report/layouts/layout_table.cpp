#include "cli/report/layouts/layout_table.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "cli/report/layouts/layout_grid.hpp"

namespace hippuzzle {
namespace {

std::string label(const LayoutCell& cell) { return cell.first_line + cell.second_line; }

// The columns from `first` to `last` - 1.
std::string group(const LayoutGrid& grid, int64_t first, int64_t last, size_t margin,
                  size_t width) {
  std::string text = std::string(margin + 2, ' ');
  for (int64_t column = first; column < last; ++column) {
    text += fmt::format(" {:>{}}", column, width);
  }
  text += '\n' + std::string(margin, ' ') + " +" +
          std::string(static_cast<size_t>(last - first) * (width + 1), '-') + '\n';
  for (int64_t row = 0; row < grid.rows; ++row) {
    text += fmt::format("{:>{}} |", row, margin);
    for (int64_t column = first; column < last; ++column) {
      text += fmt::format(" {:>{}}", label(grid.at(row, column)), width);
    }
    text += '\n';
  }
  return text;
}

// The number of columns that fit, of so many; of more than eight a multiple of eight, so that
// groups begin at round numbers.
int64_t columns_in(size_t room, size_t width, int64_t columns) {
  const int64_t fit = std::max<int64_t>(1, static_cast<int64_t>(room / (width + 1)));
  if (fit >= columns) return columns;
  return fit > 8 ? fit / 8 * 8 : fit;
}

std::string table(const LayoutGrid& grid, size_t room) {
  size_t width = std::to_string(grid.columns - 1).size();
  for (const LayoutCell& cell : grid.cells) width = std::max(width, label(cell).size());
  const size_t margin = std::to_string(grid.rows - 1).size();

  const size_t for_cells = room > margin + 2 ? room - margin - 2 : 0;
  const int64_t step = columns_in(for_cells, width, grid.columns);
  std::string text = grid.title + '\n';
  for (int64_t first = 0; first < grid.columns; first += step) {
    if (first > 0) text += '\n';
    text += group(grid, first, std::min(first + step, grid.columns), margin, width);
  }
  return text;
}

template <class Layout>
std::string table_or_note(const Layout& layout, int64_t size, size_t width) {
  if (size <= most_layout_cells) return table(make_grid(layout), width);
  return fmt::format("{}\n{} elements, more than the {} that a table shows\n", layout_title(layout),
                     size, most_layout_cells);
}

// A pattern without parts is the index of the whole layout.
template <class Line>
std::string lines_within(const IntTree& pattern, const IntTree& shape, Line line) {
  std::string text;
  for (const IntTree& coordinate : coordinates_within(pattern, shape, most_layout_cells)) {
    text += line(coordinate) + '\n';
  }
  return text;
}

template <class Line>
std::string lines_at(const RuntimeLayout& layout, int64_t offset, const std::string& place,
                     Line line) {
  constexpr size_t most = 64;
  const std::vector<IntTree> found = coordinates_of(layout, offset, most + 1);
  if (found.empty()) return place + " <- nothing\n";
  std::string text;
  for (size_t i = 0; i < std::min(found.size(), most); ++i) {
    text += fmt::format("{} <- {}\n", place, line(found[i]));
  }
  if (found.size() > most) text += fmt::format("{} <- more than these {}\n", place, most);
  return text;
}

std::string element(const RuntimeTvLayout& layout, int64_t index) {
  return fmt::format("{} = {}", index, to_string(idx2crd(index, layout.tiler)));
}

}  // namespace

std::string layout_table(const RuntimeLayout& layout, size_t width) {
  return table_or_note(layout, layout.size(), width);
}
std::string layout_table(const RuntimeTvLayout& layout, size_t width) {
  return table_or_note(layout, product(layout.tiler), width);
}

std::string offsets_text(const RuntimeLayout& layout, const IntTree& pattern) {
  return lines_within(pattern, layout.shape(), [&](const IntTree& coordinate) {
    return fmt::format("{} -> {}", to_string(coordinate), layout(coordinate));
  });
}
std::string offsets_text(const RuntimeTvLayout& tv, const IntTree& pattern) {
  return lines_within(pattern, tv.layout.shape(), [&](const IntTree& coordinate) {
    return fmt::format("{} -> {}", to_string(coordinate), element(tv, tv.layout(coordinate)));
  });
}

std::string coordinates_text(const RuntimeLayout& layout, int64_t offset) {
  return lines_at(layout, offset, std::to_string(offset),
                  [](const IntTree& coordinate) { return to_string(coordinate); });
}

// Threads and values are counted, as (thread, value) is how they are named.
std::string coordinates_text(const RuntimeTvLayout& tv, int64_t offset) {
  const RuntimeLayout threads(tv.layout.mode(0).shape()), values(tv.layout.mode(1).shape());
  return lines_at(tv.layout, offset, element(tv, offset), [&](const IntTree& coordinate) {
    return fmt::format("({},{})", threads(coordinate.members()[0]),
                       values(coordinate.members()[1]));
  });
}

}  // namespace hippuzzle
