#include "cli/terminal/charts/picture_text.hpp"

#include <algorithm>
#include <cstddef>

#include "cli/terminal/text/text_layout.hpp"

namespace hippuzzle {
namespace {

int width_of(const std::string& text) { return static_cast<int>(display_width(text)); }

// Whether the text's cells are on the canvas and so far from those of other texts.
bool is_free(const Canvas& canvas, const PictureText& text, const std::vector<PictureText>& all,
             int gap) {
  for (int i = 0; i < static_cast<int>(text.lines.size()); ++i) {
    const int row = text.row + i;
    const int end = text.column + width_of(text.lines[static_cast<size_t>(i)]);
    if (text.column < 0 || end > canvas.columns() || row < 0 || row >= canvas.rows()) return false;
    for (const PictureText& other : all) {
      const auto line = static_cast<size_t>(row - other.row);
      if (&other == &text || row < other.row || line >= other.lines.size()) continue;
      const int other_end = other.column + width_of(other.lines[line]);
      if (other.column < end + gap && text.column < other_end + gap) return false;
    }
  }
  return true;
}

void make_room(const Canvas& canvas, PictureText& text, const std::vector<PictureText>& all) {
  if (is_free(canvas, text, all, 1)) return;
  const PictureText as_drawn = text;
  for (const int gap : {1, 0}) {
    if (gap == 0 && is_free(canvas, text, all, gap)) return;
    constexpr int furthest = 6;
    for (int left = 1; left <= furthest; ++left) {
      text.column = as_drawn.column - left;
      if (is_free(canvas, text, all, gap)) return;
    }
    text = as_drawn;
    constexpr int shortest = 6;
    for (int room = width_of(as_drawn.lines[0]) - 1; room >= shortest; --room) {
      text.lines = wrapped(as_drawn.lines[0], static_cast<size_t>(room));
      for (const int above : {0, static_cast<int>(text.lines.size()) - 1}) {
        text.row = as_drawn.row - above;
        if (is_free(canvas, text, all, gap)) return;
      }
    }
    text = as_drawn;
  }
}

}  // namespace

bool write_texts(Canvas& canvas, std::vector<PictureText>& texts) {
  for (PictureText& text : texts) make_room(canvas, text, texts);
  bool is_legible = true;
  for (const PictureText& text : texts) {
    is_legible = is_legible && is_free(canvas, text, texts, 0);
    for (size_t i = 0; i < text.lines.size(); ++i) {
      canvas.write(text.column, text.row + static_cast<int>(i), text.lines[i]);
    }
  }
  return is_legible;
}

void write_upright(Canvas& canvas, double column, double row, const std::string& text) {
  constexpr size_t longest = 11;
  const std::vector<std::string> lines = wrapped(text, longest);
  int at = std::max(0, static_cast<int>(column) - 2 * (static_cast<int>(lines.size()) - 1));
  for (const std::string& line : lines) {
    const int first = std::max(0, static_cast<int>(row - static_cast<double>(line.size()) / 2));
    for (size_t i = 0; i < line.size(); ++i) {
      canvas.put(at, first + static_cast<int>(i), std::string(1, line[i]));
    }
    at += 2;
  }
}

}  // namespace hippuzzle
