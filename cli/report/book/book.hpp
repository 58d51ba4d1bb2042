// The book: the lessons of all puzzles and the guides as a static site, which needs no server, no
// network and no other file.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "cli/report/book/markdown_page.hpp"

namespace hippuzzle {

struct BookPage {
  std::string file;   // "p12.html"
  std::string title;  // "p12: Dot product", as contents have it
  std::string html;
  std::vector<PageSection> sections;  // the first is the page's title
  bool has_passed = false;            // of a puzzle's pages, in the reader's workspace
};

struct BookPart {
  std::string title;  // "" of the page that stands in front
  std::vector<BookPage> pages;
};

// The files of the site, by their names below its folder: pages, style, scripts and the search's
// index. index.html leads to all pages; each page leads to the previous and the next one.
std::map<std::string, std::string> site_of(const std::vector<BookPart>& parts);

// The style of the site's pages, and the script that colours their code.
std::string book_style();
std::string book_code_script();

}  // namespace hippuzzle
