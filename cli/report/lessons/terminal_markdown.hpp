// The Markdown of lessons and hints, for a terminal: headings, paragraphs, lists, quotes, tables,
// code, pictures as their description and the path of their file.
#pragma once

#include <filesystem>
#include <string>

namespace hippuzzle {

struct MarkdownStyle {
  size_t width = 80;    // columns; single long words may exceed it, and code, if not folded
  bool colour = false;  // bold, underlined, coloured; else plain text
  std::filesystem::path folder;  // that pictures are relative to
  bool folds_code = false;       // code that is wider is broken at blanks
};

// Lines that end with a line break. With colour, marks of emphasis become terminal escapes. Without
// colour, marks of emphasis are removed and marks of code stay. Short code is not broken. A link
// keeps its text; a link to the web keeps its address, too.
std::string render_markdown(const std::string& text, const MarkdownStyle& style);

}  // namespace hippuzzle
