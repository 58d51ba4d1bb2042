// The texts of a picture. On a canvas a character takes more room than in the picture, so texts may
// move.
#pragma once

#include <string>
#include <vector>

#include "cli/terminal/charts/canvas.hpp"

namespace hippuzzle {

struct PictureText {
  int column, row;  // of the first line
  std::vector<std::string> lines;
};

// Writes the texts. One that would run into another stands further left, or goes on below, or
// begins above. Returns false where they cannot all be read.
bool write_texts(Canvas& canvas, std::vector<PictureText>& texts);

// Downwards around the row; a long text in several columns.
void write_upright(Canvas& canvas, double column, double row, const std::string& text);

}  // namespace hippuzzle
