// The outline of a lesson's Markdown: its headings and its pictures. Code fences are left out.
#pragma once

#include <string>
#include <vector>

namespace hippuzzle {

struct MarkdownHeading {
  std::string text;  // as written, "## The task"
  size_t level;      // 1 for "#"
  size_t line;       // from 1
};

struct MarkdownPicture {
  std::string description;  // for readers who cannot see it
  std::string file;
  size_t line;
};

struct MarkdownOutline {
  std::vector<MarkdownHeading> headings;
  std::vector<MarkdownPicture> pictures;  // those with a line of their own
};

MarkdownOutline outline(const std::string& markdown);

// The text below a heading, up to the next one of its level or above; "" when there is none such.
std::string text_below(const std::string& markdown, const std::string& heading);

}  // namespace hippuzzle
