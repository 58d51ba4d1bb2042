#include "lessons/authoring/markdown_outline.hpp"

#include <algorithm>
#include <sstream>

#include "lessons/markdown_tree.hpp"

namespace hippuzzle {
namespace {

std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> lines;
  std::istringstream in(text);
  for (std::string line; std::getline(in, line);) lines.push_back(line);
  return lines;
}

size_t first_line(cmark_node* node) { return static_cast<size_t>(cmark_node_get_start_line(node)); }
size_t last_line(cmark_node* node) { return static_cast<size_t>(cmark_node_get_end_line(node)); }

}  // namespace

MarkdownOutline outline(const std::string& markdown) {
  const std::vector<std::string> lines = lines_of(markdown);
  const MarkdownTree tree = parse_markdown(markdown);
  MarkdownOutline outline;
  for_each_child(tree.root.get(), [&](cmark_node* node) {
    const size_t line = first_line(node);
    if (cmark_node_get_type(node) == CMARK_NODE_HEADING) {
      const auto level = static_cast<size_t>(cmark_node_get_heading_level(node));
      outline.headings.push_back({lines.at(line - 1), level, line});
    } else if (cmark_node* picture = leading_picture(node)) {
      outline.pictures.push_back({plain_text_of(picture), cmark_node_get_url(picture), line});
    }
  });
  return outline;
}

std::string text_below(const std::string& markdown, const std::string& heading) {
  const std::vector<std::string> lines = lines_of(markdown);
  const MarkdownTree tree = parse_markdown(markdown);
  std::string text;
  int level = 0;  // of the heading, once it was found
  for_each_child(tree.root.get(), [&](cmark_node* node) {
    const cmark_node_type type = cmark_node_get_type(node);
    if (type == CMARK_NODE_HEADING) {
      const int found = cmark_node_get_heading_level(node);
      if (lines.at(first_line(node) - 1) == heading) {
        level = found;
        return;
      }
      if (found <= level) level = 0;
    }
    if (level == 0 || type == CMARK_NODE_CODE_BLOCK) return;
    for (size_t line = first_line(node); line <= std::min(last_line(node), lines.size()); ++line) {
      text += lines[line - 1] + '\n';
    }
  });
  return text;
}

}  // namespace hippuzzle
