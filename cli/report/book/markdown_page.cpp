#include "cli/report/book/markdown_page.hpp"

#include <cmark-gfm-core-extensions.h>
#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <string_view>

#include "cli/report/book/html.hpp"
#include "lessons/markdown_tree.hpp"

namespace hippuzzle {
namespace {

// A heading's anchor as GitHub makes it, since links in pages are written for GitHub.
std::string anchor_of(const std::string& heading) {
  std::string anchor;
  for (const char c : heading) {
    if (c >= 'A' && c <= 'Z') {
      anchor += static_cast<char>(c - 'A' + 'a');
    } else if ((c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '-' || c == '_') {
      anchor += c;
    } else if (c == ' ') {
      anchor += '-';
    }
  }
  return anchor;
}

// Code with its words whole: a browser would break them behind any hyphen, "--raw" behind two. Very
// long ones stay as they are, for narrow pages.
std::string code_in_words(std::string_view code) {
  constexpr size_t longest_whole = 30;
  std::string html = "<code>";
  for (size_t begin = 0; begin <= code.size();) {
    const size_t end = std::min(code.find(' ', begin), code.size());
    const std::string_view word = code.substr(begin, end - begin);
    const bool is_whole = word.find('-') != word.npos && word.size() <= longest_whole;
    html +=
        is_whole ? fmt::format(R"(<span class="word">{}</span>)", in_html(word)) : in_html(word);
    if (end < code.size()) html += ' ';
    begin = end + 1;
  }
  return html + "</code>";
}

// The node's children in its place.
void unwrap(cmark_node* node) {
  while (cmark_node* child = cmark_node_first_child(node)) cmark_node_insert_before(node, child);
  cmark_node_free(node);
}

class PageMaker {
 public:
  PageMaker(const LinkTo& link_to, const std::string& prefix)
      : link_to_(link_to), prefix_(prefix) {}

  MarkdownPage make(const std::string& markdown) {
    const MarkdownTree tree = parse_markdown(markdown);
    collect(tree.root.get());
    for (cmark_node* node : headings_) put_anchor(node);
    for (cmark_node* node : links_) lead(node);
    for (cmark_node* node : codes_) keep_words(node);
    const CmarkOwned<char> html(cmark_render_html(
        tree.root.get(), markdown_options, cmark_parser_get_syntax_extensions(tree.parser.get())));
    page_.html = html.get();
    return std::move(page_);
  }

 private:
  void collect(cmark_node* root) {
    bool in_heading = false;
    walk(root, [&](cmark_node* node, bool entering) {
      const cmark_node_type type = cmark_node_get_type(node);
      if (type == CMARK_NODE_HEADING) {
        in_heading = entering;
        if (entering) add_section(node);
        return;
      }
      if (entering && (type == CMARK_NODE_LINK || type == CMARK_NODE_IMAGE)) {
        links_.push_back(node);
      }
      if (entering && type == CMARK_NODE_CODE) codes_.push_back(node);
      if (!in_heading && !page_.sections.empty()) {
        add_plain(page_.sections.back().text, node, entering);
      }
    });
  }

  void add_section(cmark_node* node) {
    PageSection section;
    section.heading = plain_text_of(node);
    section.level = cmark_node_get_heading_level(node);
    section.anchor = prefix_ + anchor_of(section.heading);
    const int before = count_[section.anchor]++;
    if (before > 0) section.anchor += fmt::format("-{}", before);
    page_.sections.push_back(std::move(section));
    headings_.push_back(node);
  }

  void put_anchor(cmark_node* heading) {
    const std::string& anchor = page_.sections[anchored_++].anchor;
    cmark_node* node = cmark_node_new(CMARK_NODE_HTML_INLINE);
    cmark_node_set_literal(
        node, fmt::format(R"(<a class="anchor" id="{0}" href="#{0}" tabindex="-1"></a>)", anchor)
                  .c_str());
    cmark_node_prepend_child(heading, node);
  }

  void lead(cmark_node* node) {
    const bool is_link = cmark_node_get_type(node) == CMARK_NODE_LINK;
    const std::string target =
        link_to_(cmark_node_get_url(node), is_link ? LinkKind::link : LinkKind::picture);
    if (!target.empty()) {
      cmark_node_set_url(node, target.c_str());
    } else {
      unwrap(node);
    }
  }

  static void keep_words(cmark_node* code) {
    const std::string html = code_in_words(cmark_node_get_literal(code));
    cmark_node* node = cmark_node_new(CMARK_NODE_HTML_INLINE);
    cmark_node_set_literal(node, html.c_str());
    cmark_node_replace(code, node);
    cmark_node_free(code);
  }

  const LinkTo& link_to_;
  const std::string& prefix_;
  MarkdownPage page_;
  std::vector<cmark_node*> headings_, links_, codes_;
  size_t anchored_ = 0;
  std::map<std::string, int> count_;
};

// The first link's target below a node.
std::string first_target(cmark_node* root) {
  std::string target;
  walk(root, [&](cmark_node* node, bool entering) {
    if (entering && target.empty() && cmark_node_get_type(node) == CMARK_NODE_LINK) {
      target = cmark_node_get_url(node);
    }
  });
  return target;
}

}  // namespace

MarkdownPage markdown_page(const std::string& markdown, const LinkTo& link_to,
                           const std::string& prefix) {
  return PageMaker(link_to, prefix).make(markdown);
}

std::vector<std::vector<MarkdownCell>> table_rows(const std::string& markdown) {
  std::vector<std::vector<MarkdownCell>> rows;
  const MarkdownTree tree = parse_markdown(markdown);
  walk(tree.root.get(), [&](cmark_node* node, bool entering) {
    if (!entering) return;
    if (is(node, "table_row") || is(node, "table_header")) rows.emplace_back();
    if (is(node, "table_cell")) rows.back().push_back({plain_text_of(node), first_target(node)});
  });
  return rows;
}

}  // namespace hippuzzle
