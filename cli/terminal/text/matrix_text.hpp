// Matrices of text, for people.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace hippuzzle {

// Rows of a matrix, or of all slices of something with more dimensions, one below the other.
struct Matrix {
  std::string title;
  uint64_t columns = 1;
  std::vector<std::string> cells;
  std::vector<bool> is_new;  // since the phase before
};

// Lays matrices out side by side, as many as fit into `width` columns, with a blank line after each
// row of matrices. // colour: new cells are bold.
std::string side_by_side(const std::vector<Matrix>& matrices, size_t width, bool colour);

}  // namespace hippuzzle
