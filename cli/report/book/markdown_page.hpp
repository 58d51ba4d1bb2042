// Markdown as HTML, by cmark-gfm: with an anchor at each heading, links as the book has them, and
// the plain text below each heading, for the search.
#pragma once

#include <functional>
#include <string>
#include <vector>

namespace hippuzzle {

struct PageSection {
  std::string anchor;   // "the-task", as GitHub makes them; each once on a page
  std::string heading;  // plain text
  int level = 1;
  std::string text;  // plain, up to the next heading
};

struct MarkdownPage {
  std::string html;
  std::vector<PageSection> sections;  // text above the first heading has none
};

// The target of a link or a picture, by its target as it is written. "" for a target that the book
// does not have: a link becomes its text. A mention is a puzzle's id in the text, or a code span;
// its target is the page that the book has for it. A source is the link that is a paragraph of its
// own and leads to a kernel; its target is the file's contents. A word is one word of the text, or
// two, in small letters; its target is the place that explains it.
enum class LinkKind { link, picture, mention, source, word };
using LinkTo = std::function<std::string(const std::string& target, LinkKind kind)>;

// prefix: of anchors, where a page is made of several texts.
MarkdownPage markdown_page(const std::string& markdown, const LinkTo& link_to,
                           const std::string& prefix = "");

// The rows of all tables in a text: of each cell its plain text and the first link in it.
struct MarkdownCell {
  std::string text, target;
};
std::vector<std::vector<MarkdownCell>> table_rows(const std::string& markdown);

}  // namespace hippuzzle
