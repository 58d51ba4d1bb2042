#include "cli/terminal/charts/canvas.hpp"

#include <algorithm>
#include <cmath>

namespace hippuzzle {

Canvas::Canvas(int columns, int rows, bool is_ascii)
    : columns_(columns),
      rows_(rows),
      is_ascii_(is_ascii),
      cells_(static_cast<size_t>(columns * rows)),
      dots_(cells_.size(), 0) {}

bool Canvas::is_inside(int column, int row) const {
  return column >= 0 && row >= 0 && column < columns_ && row < rows_;
}

void Canvas::dot(int x, int y) {
  if (x < 0 || y < 0 || !is_inside(x / dots_across, y / dots_down)) return;
  // Braille counts its dots down the left column, down the right one, then the last row.
  constexpr unsigned char bits[dots_down][dots_across] = {
      {0x01, 0x08}, {0x02, 0x10}, {0x04, 0x20}, {0x40, 0x80}};
  dots_[index(x / dots_across, y / dots_down)] |= bits[y % dots_down][x % dots_across];
}

void Canvas::line(double x0, double y0, double x1, double y1, bool is_dashed) {
  constexpr int dash = 3;
  const double steps = std::ceil(std::max(std::abs(x1 - x0), std::abs(y1 - y0)));
  for (int i = 0; i <= static_cast<int>(steps); ++i) {
    if (is_dashed && i / dash % 2 == 1) continue;
    const double t = steps > 0 ? i / steps : 0;
    dot(static_cast<int>(std::lround(x0 + t * (x1 - x0))),
        static_cast<int>(std::lround(y0 + t * (y1 - y0))));
  }
}

void Canvas::put(int column, int row, const std::string& character) {
  if (is_inside(column, row)) cells_[index(column, row)] = character;
}

void Canvas::write(int column, int row, const std::string& text) {
  for (size_t i = 0; i < text.size();) {
    size_t next = i + 1;  // a character of UTF-8 at a time
    while (next < text.size() && (static_cast<unsigned char>(text[next]) & 0xC0) == 0x80) ++next;
    put(column++, row, text.substr(i, next - i));
    i = next;
  }
}

std::string Canvas::character(size_t i) const {
  if (!cells_[i].empty()) return cells_[i];
  if (dots_[i] == 0) return " ";
  if (is_ascii_) return ".";
  const unsigned code = 0x2800u + dots_[i];
  return {static_cast<char>(0xE0 | (code >> 12)), static_cast<char>(0x80 | ((code >> 6) & 0x3F)),
          static_cast<char>(0x80 | (code & 0x3F))};
}

std::string Canvas::row_text(int row) const {
  std::string text;
  for (int c = 0; c < columns_; ++c) text += character(index(c, row));
  text.erase(text.find_last_not_of(' ') + 1);
  return text;
}

}  // namespace hippuzzle
