#include "cli/report/layouts/layout_grid.hpp"

#include <fmt/format.h>

#include "support/outcome.hpp"

namespace hippuzzle {
namespace {

LayoutGrid empty_grid(std::string title, const IntTree& shape) {
  LayoutGrid grid;
  const int64_t size = product(shape);
  if (size > most_layout_cells) {
    throw Error(Outcome::usage,
                fmt::format("{} has {} elements, more than the {} that can be shown; "
                            "show a smaller layout or one tile of it",
                            title, size, most_layout_cells));
  }
  const bool is_row = !shape.is_tuple() || shape.members().size() < 2;
  grid.title = std::move(title);
  grid.rows = is_row ? 1 : product(shape.members()[0]);
  grid.columns = size / grid.rows;
  grid.cells.resize(static_cast<size_t>(size));
  return grid;
}

// The cell of an element's index, which counts the first mode fastest.
LayoutCell& cell_of(LayoutGrid& grid, int64_t index) {
  return grid.cells[static_cast<size_t>(index % grid.rows * grid.columns + index / grid.rows)];
}

}  // namespace

std::string layout_title(const RuntimeLayout& layout) { return to_string(layout); }
std::string layout_title(const RuntimeTvLayout& tv) {
  return fmt::format("tile {}, (thread, value) {}", to_string(tv.tiler), to_string(tv.layout));
}

LayoutGrid make_grid(const RuntimeLayout& layout) {
  LayoutGrid grid = empty_grid(layout_title(layout), layout.shape());
  for (int64_t i = 0; i < layout.size(); ++i) {
    const int64_t offset = layout(i);
    cell_of(grid, i) = {std::to_string(offset), "", offset};
  }
  return grid;
}

LayoutGrid make_grid(const RuntimeTvLayout& tv) {
  LayoutGrid grid = empty_grid(layout_title(tv), tv.tiler);
  for (LayoutCell& cell : grid.cells) cell.first_line.assign(1, '.');

  std::vector<int> holders(grid.cells.size());
  const int64_t threads = tv.layout.mode(0).size();
  for (int64_t i = 0; i < tv.layout.size(); ++i) {
    const int64_t element = tv.layout(i);
    if (element >= static_cast<int64_t>(grid.cells.size())) {
      throw Error(
          Outcome::usage,
          fmt::format("{} is no thread-value layout: value {} of thread {} is element {} of a "
                      "tile of {}",
                      grid.title, i / threads, i % threads, element, grid.cells.size()));
    }
    LayoutCell& cell = cell_of(grid, element);
    int& count = holders[static_cast<size_t>(element)];
    if (count++ == 0) {
      cell = {fmt::format("T{}", i % threads), fmt::format("V{}", i / threads), i % threads};
    } else {
      const size_t plus = cell.second_line.find('+');
      cell.second_line = fmt::format("{}+{}", cell.second_line.substr(0, plus), count - 1);
    }
  }
  return grid;
}

}  // namespace hippuzzle
