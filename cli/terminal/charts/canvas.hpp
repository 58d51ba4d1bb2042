// A drawing in the cells of a terminal: dots of curves in Braille, eight in a cell, and characters,
// which hide the dots of their cell.
#pragma once

#include <string>
#include <vector>

namespace hippuzzle {

class Canvas {
 public:
  static constexpr int dots_across = 2, dots_down = 4;  // of a cell

  Canvas(int columns, int rows, bool is_ascii);

  int columns() const { return columns_; }
  int rows() const { return rows_; }
  bool is_ascii() const { return is_ascii_; }

  // Draws a dot, counted from the left and the top; one outside is left out.
  void dot(int x, int y);
  void line(double x0, double y0, double x1, double y1, bool is_dashed);

  // Puts a character into a cell: one of UTF-8.
  void put(int column, int row, const std::string& character);
  void write(int column, int row, const std::string& text);
  bool is_free(int column, int row) const { return cells_[index(column, row)].empty(); }

  // The text of a row, without blanks at its end.
  std::string row_text(int row) const;

 private:
  bool is_inside(int column, int row) const;
  size_t index(int column, int row) const { return static_cast<size_t>(row * columns_ + column); }
  std::string character(size_t i) const;

  int columns_, rows_;
  bool is_ascii_;
  std::vector<std::string> cells_;
  std::vector<unsigned char> dots_;
};

}  // namespace hippuzzle
