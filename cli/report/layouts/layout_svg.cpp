#include "cli/report/layouts/layout_svg.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "cli/report/layouts/layout_grid.hpp"

namespace hippuzzle {
namespace {

// Lengths in the picture's own units; one is a pixel until the picture is wider than `widest`.
constexpr int cell_width = 44, cell_height = 32;
constexpr int left = 36, top = 52, border = 12;
constexpr int widest = 8192;

// A light colour for each number, neighbours well apart: hues a golden angle apart, lightness in
// three steps.
std::string colour_of(int64_t number) {
  if (number < 0) return "#ffffff";
  const double hue = std::fmod(static_cast<double>(number) * 137.508, 360.0);
  const double lightness = 0.72 + 0.06 * static_cast<double>(number / 3 % 3);
  const double chroma = (1 - std::abs(2 * lightness - 1)) * 0.75;
  const auto channel = [&](double shift) {
    const double k = std::fmod(shift + hue / 30, 12.0);
    const double value = lightness - chroma / 2 * std::clamp(std::min(k - 3, 9 - k), -1.0, 1.0);
    return static_cast<int>(std::lround(255 * std::clamp(value, 0.0, 1.0)));
  };
  return fmt::format("#{:02x}{:02x}{:02x}", channel(0), channel(8), channel(4));
}

std::string text(int x, int y, const char* style, const std::string& content) {
  return fmt::format("<text x=\"{}\" y=\"{}\" class=\"{}\">{}</text>\n", x, y, style, content);
}

std::string cell(const LayoutCell& content, int x, int y) {
  std::string svg =
      fmt::format("<rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" fill=\"{}\"/>\n", x, y,
                  cell_width, cell_height, colour_of(content.colour));
  const int middle = x + cell_width / 2;
  if (content.second_line.empty()) {
    return svg + text(middle, y + cell_height / 2 + 5, "one", content.first_line);
  }
  svg += text(middle, y + 14, "two", content.first_line);
  return svg + text(middle, y + 27, "two", content.second_line);
}

std::string picture(const LayoutGrid& grid) {
  const int columns = static_cast<int>(grid.columns), rows = static_cast<int>(grid.rows);
  const int title_width = static_cast<int>(grid.title.size()) * 9;
  const int width = std::max(left + columns * cell_width, title_width) + border;
  const int height = top + rows * cell_height + border;
  const double scale = std::min(1.0, static_cast<double>(widest) / width);

  std::string svg = fmt::format(
      "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{:.0f}\" height=\"{:.0f}\" "
      "viewBox=\"0 0 {} {}\">\n"
      "<title>{}</title>\n"
      "<style>\n"
      "text {{ font-family: 'DejaVu Sans Mono', Menlo, Consolas, monospace; text-anchor: middle; "
      "fill: #1a1a1a }}\n"
      ".title {{ font-size: 14px; text-anchor: start }}\n"
      ".index {{ font-size: 12px; fill: #666666 }}\n"
      ".one {{ font-size: 13px }}\n"
      ".two {{ font-size: 12px }}\n"
      "rect {{ stroke: #5a5a5a; stroke-width: 0.75 }}\n"
      "</style>\n"
      "<rect x=\"0\" y=\"0\" width=\"{}\" height=\"{}\" fill=\"#ffffff\" style=\"stroke: "
      "none\"/>\n",
      width * scale, height * scale, width, height, grid.title, width, height);
  svg += text(border, 22, "title", grid.title);
  for (int column = 0; column < columns; ++column) {
    svg +=
        text(left + column * cell_width + cell_width / 2, top - 7, "index", std::to_string(column));
  }
  for (int row = 0; row < rows; ++row) {
    const int y = top + row * cell_height;
    svg += text(left / 2, y + cell_height / 2 + 4, "index", std::to_string(row));
    for (int column = 0; column < columns; ++column) {
      svg += cell(grid.at(row, column), left + column * cell_width, y);
    }
  }
  return svg + "</svg>\n";
}

}  // namespace

std::string layout_svg(const RuntimeLayout& layout) { return picture(make_grid(layout)); }
std::string layout_svg(const RuntimeTvLayout& layout) { return picture(make_grid(layout)); }

}  // namespace hippuzzle
