#include "cli/report/book/markdown_page.hpp"

#include <cmark-gfm-core-extensions.h>
#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <map>
#include <string_view>

#include "cli/report/book/html.hpp"
#include "lessons/edition_text.hpp"
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

// Code with its words whole: a browser would break them after any hyphen, "--raw" after two. Very
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

std::string link_html(const std::string& target, const std::string& html) {
  return target.empty() ? html : fmt::format(R"(<a href="{}">{}</a>)", target, html);
}

void replace(cmark_node* node, cmark_node_type type, const std::string& html) {
  cmark_node* other = cmark_node_new(type);
  cmark_node_set_literal(other, html.c_str());
  cmark_node_replace(node, other);
  cmark_node_free(node);
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
    for (cmark_node* node : sources_) show_source(node);
    for (cmark_node* node : links_) lead(node);
    for (cmark_node* node : texts_) link_text(node);
    for (cmark_node* node : codes_) keep_words(node, LinkMentions::yes);
    for (cmark_node* node : linked_codes_) keep_words(node, LinkMentions::no);
    const CmarkOwned<char> html(cmark_render_html(
        tree.root.get(), markdown_options, cmark_parser_get_syntax_extensions(tree.parser.get())));
    page_.html = html.get();
    return std::move(page_);
  }

 private:
  void collect(cmark_node* root) {
    bool in_heading = false, in_link = false;
    walk(root, [&](cmark_node* node, bool entering) {
      const cmark_node_type type = cmark_node_get_type(node);
      if (type == CMARK_NODE_HEADING) {
        in_heading = entering;
        if (entering) add_section(node);
        return;
      }
      if (type == CMARK_NODE_LINK || type == CMARK_NODE_IMAGE) {
        in_link = entering;
        if (entering && linked_source(cmark_node_parent(node)) == node) {
          sources_.push_back(node);
        } else if (entering) {
          links_.push_back(node);
        }
      }
      const bool may_link = !in_heading && !in_link;
      if (entering && type == CMARK_NODE_CODE) (may_link ? codes_ : linked_codes_).push_back(node);
      if (entering && type == CMARK_NODE_TEXT && may_link) texts_.push_back(node);
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
        node, fmt::format(
                  R"(<a class="anchor" id="{0}" href="#{0}" tabindex="-1" aria-hidden="true"></a>)",
                  anchor)
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

  enum class LinkMentions { no, yes };

  void keep_words(cmark_node* code, LinkMentions links) {
    const std::string text = cmark_node_get_literal(code);
    const std::string target =
        links == LinkMentions::yes ? link_to_(text, LinkKind::mention) : std::string();
    replace(code, CMARK_NODE_HTML_INLINE, link_html(target, code_in_words(text)));
  }

  // A text with links to puzzles, and to the places that explain its words.
  void link_text(cmark_node* node) {
    const std::string text = cmark_node_get_literal(node);
    const std::map<size_t, TextLink> links = links_in(text);
    if (links.empty()) return;
    std::string html;
    size_t done = 0;
    for (const auto& [offset, link] : links) {
      if (offset < done) continue;  // a word in a puzzle's id
      html += in_html(text.substr(done, offset - done));
      html += fmt::format(R"(<a{} href="{}">{}</a>)", link.is_word ? R"( class="term")" : "",
                          link.target, in_html(text.substr(offset, link.size)));
      done = offset + link.size;
    }
    replace(node, CMARK_NODE_HTML_INLINE, html + in_html(text.substr(done)));
  }

  struct TextLink {
    size_t size;
    std::string target;
    bool is_word;
  };

  // By the offsets of the linked texts. A puzzle's id of another edition is a different puzzle
  // here.
  std::map<size_t, TextLink> links_in(const std::string& text) const {
    std::map<size_t, TextLink> links;
    for (const IdInText& found : ids_in(text)) {
      if (std::string_view(text).substr(0, found.offset).ends_with(other_edition)) continue;
      const std::string target = link_to_(found.id, LinkKind::mention);
      if (!target.empty()) links[found.offset] = {found.id.size(), target, false};
    }
    const std::vector<WordInText> words = words_in(text);
    for (size_t i = 0; i < words.size();) {
      const size_t count =
          i + 1 < words.size() && add_word(links, text, words[i], words[i + 1]) ? 2 : 1;
      if (count == 1) add_word(links, text, words[i], words[i]);
      i += count;
    }
    return links;
  }

  struct WordInText {
    size_t begin, end;
  };

  static std::vector<WordInText> words_in(const std::string& text) {
    const auto is_letter = [](char c) {
      return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '-' || (c >= '0' && c <= '9');
    };
    std::vector<WordInText> words;
    for (size_t i = 0; i < text.size(); ++i) {
      if (!is_letter(text[i])) continue;
      const size_t begin = i;
      while (i < text.size() && is_letter(text[i])) ++i;
      words.push_back({begin, i});
    }
    return words;
  }

  // Links the text from one word to another, its plural too; false where nothing explains it.
  bool add_word(std::map<size_t, TextLink>& links, const std::string& text, const WordInText& first,
                const WordInText& last) const {
    if (&first != &last && (last.begin != first.end + 1 || text[first.end] != ' ')) return false;
    std::string word = text.substr(first.begin, last.end - first.begin);
    std::ranges::transform(word, word.begin(), [](unsigned char c) { return std::tolower(c); });
    std::string target = link_to_(word, LinkKind::word);
    if (target.empty() && word.ends_with('s')) {
      target = link_to_(word.substr(0, word.size() - 1), LinkKind::word);
    }
    if (target.empty()) return false;
    links.emplace(first.begin, TextLink{last.end - first.begin, target, true});
    return true;
  }

  void show_source(cmark_node* link) {
    const std::string file = cmark_node_get_url(link);
    const std::string source = link_to_(file, LinkKind::source);
    if (source.empty()) return unwrap(link);
    replace(
        cmark_node_parent(link), CMARK_NODE_HTML_BLOCK,
        fmt::format("<details>\n<summary>{}</summary>\n<pre><code>{}</code></pre>\n</details>\n",
                    in_html(file), in_html(source)));
  }

  const LinkTo& link_to_;
  const std::string& prefix_;
  MarkdownPage page_;
  std::vector<cmark_node*> headings_, links_, sources_, codes_, linked_codes_, texts_;
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
