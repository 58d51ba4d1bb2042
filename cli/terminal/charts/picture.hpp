// The lessons' figures as text in the terminal.
#pragma once

#include <string>

namespace hippuzzle {

// The width below which a picture's texts would not be read.
inline constexpr int least_columns_of_pictures = 72;

// The picture in so many columns, as lines that end with a line break: shapes in
// Braille's dots, its texts as they are, with colour also what shapes are filled with. Of SVG it
// knows what the figures are made of: rect, circle, line, path of straight pieces and cubic curves,
// text.
// "" for what is no SVG with a view box, and where texts would hide each other.
std::string picture_text(const std::string& svg, int columns, bool colour);

}  // namespace hippuzzle
