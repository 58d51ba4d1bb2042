// The Markdown of lessons and hints, for a terminal: headings, paragraphs, lists, quotes, tables,
// fenced code, pictures as a line that names their file.
#pragma once

#include <filesystem>
#include <string>

namespace hippuzzle {

struct MarkdownStyle {
  size_t width = 80;             // columns; code and single long words may exceed it
  bool colour = false;           // bold, underlined, coloured; else plain text
  std::filesystem::path folder;  // that pictures are relative to
};

// Lines that end with a line break. Text outside the subset comes out as paragraphs.
std::string render_markdown(const std::string& text, const MarkdownStyle& style);

}  // namespace hippuzzle
