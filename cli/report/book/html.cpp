#include "cli/report/book/html.hpp"

#include <algorithm>
#include <stdexcept>

namespace hippuzzle {

std::string in_html(std::string_view text) {
  std::string html;
  for (const char c : text) {
    switch (c) {
      case '&':
        html += "&amp;";
        break;
      case '<':
        html += "&lt;";
        break;
      case '>':
        html += "&gt;";
        break;
      case '"':
        html += "&quot;";
        break;
      default:
        html += c;
    }
  }
  return html;
}

std::string filled(std::string_view page, PageValues values) {
  std::string text;
  for (;;) {
    const size_t mark = page.find("{{");
    text += page.substr(0, mark);
    if (mark == page.npos) return text;
    const size_t end = page.find("}}", mark);
    if (end == page.npos) throw std::logic_error("a mark of a page has no end");
    const std::string_view name = page.substr(mark + 2, end - mark - 2);
    const auto* value = std::ranges::find(values, name, [](const auto& v) { return v.first; });
    if (value == values.end()) throw std::logic_error("no value for " + std::string(name));
    text += value->second;
    page.remove_prefix(end + 2);
  }
}

}  // namespace hippuzzle
