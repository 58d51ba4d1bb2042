// Pages put into the site's frame, their contents, and the text of the search.
#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "book_page_parts.hpp"
#include "cli/report/book/book.hpp"
#include "cli/report/book/html.hpp"

namespace hippuzzle {
namespace {

using json = nlohmann::ordered_json;

constexpr const char* passed_mark =
    " <span class=\"passed\" role=\"img\" aria-label=\"passed\">✓</span>";

// The headings of the second level, below the page's name in the contents.
std::string headings_html(const BookPage& page) {
  std::string html;
  for (const PageSection& s : page.sections) {
    if (s.level != 2) continue;
    html += fmt::format("<li><a href=\"#{}\">{}</a></li>\n", s.anchor, in_html(s.heading));
  }
  return html.empty() ? "" : fmt::format("<ul>\n{}</ul>", html);
}

std::string contents_html(const std::vector<BookPart>& parts, const BookPage& current) {
  std::string html;
  for (const BookPart& part : parts) {
    if (!part.title.empty()) html += fmt::format("<h2>{}</h2>\n", in_html(part.title));
    html += "<ul>\n";
    for (const BookPage& page : part.pages) {
      const bool is_here = &page == &current;
      html += fmt::format("<li><a href=\"{}\"{}>{}{}</a>{}</li>\n", page.file,
                          is_here ? " aria-current=\"page\"" : "", in_html(page.title),
                          page.has_passed ? passed_mark : "", is_here ? headings_html(page) : "");
    }
    html += "</ul>\n";
  }
  return html;
}

std::string way_html(const BookPage* page, const char* rel, const char* word) {
  if (page == nullptr) return "<span></span>";
  return fmt::format("<a rel=\"{}\" href=\"{}\"><small>{}</small>{}</a>", rel, page->file, word,
                     in_html(page->title));
}

// A script and not JSON alone: a page that was opened from a file may load nothing else.
std::string search_index(const std::vector<const BookPage*>& pages) {
  json index = json::array();
  for (const BookPage* page : pages) {
    for (const PageSection& s : page->sections) {
      const bool is_title = &s == &page->sections.front();
      index.push_back({page->file + (is_title ? "" : "#" + s.anchor), page->title,
                       is_title ? "" : s.heading, s.text});
    }
  }
  return "const searchIndex = " + index.dump(-1, ' ', false, json::error_handler_t::replace) +
         ";\n";
}

}  // namespace

std::string book_style() { return book_css; }

std::string book_code_script() { return book_code_js; }

std::map<std::string, std::string> site_of(const std::vector<BookPart>& parts) {
  std::vector<const BookPage*> pages;
  for (const BookPart& part : parts) {
    for (const BookPage& page : part.pages) pages.push_back(&page);
  }
  std::map<std::string, std::string> files;
  for (size_t i = 0; i < pages.size(); ++i) {
    const BookPage* before = i > 0 ? pages[i - 1] : nullptr;
    const BookPage* behind = i + 1 < pages.size() ? pages[i + 1] : nullptr;
    const std::string title =
        pages[i]->title + (pages[i]->title == "hippuzzle" ? "" : " – hippuzzle");
    files[pages[i]->file] =
        filled(book_html,
               {{"title", in_html(title)},
                {"contents", contents_html(parts, *pages[i])},
                {"page", pages[i]->html},
                {"ways", way_html(before, "prev", "Previous") + way_html(behind, "next", "Next")}});
  }
  files["book.css"] = book_style();
  files["book.js"] = book_js;
  files["book_code.js"] = book_code_script();
  files["search-index.js"] = search_index(pages);
  return files;
}

}  // namespace hippuzzle
