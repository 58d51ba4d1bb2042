#include "cli/report/lessons/terminal_markdown.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>
#include <sstream>
#include <string_view>
#include <utility>
#include <vector>

#include "cli/terminal/text/text_layout.hpp"
#include "lessons/markdown_tree.hpp"

namespace hippuzzle {
namespace {

using Row = std::vector<std::string>;

// The text inside a block, in one line.
class InlineText {
 public:
  explicit InlineText(bool colour) : colour_(colour) {}

  std::string of(cmark_node* block) {
    for_each_child(block, [&](cmark_node* node) { add(node); });
    return std::move(out_);
  }

 private:
  std::string styled(const std::string& text, const char* code) const {
    return colour_ ? fmt::format("\x1b[{}m{}\x1b[0m", code, text) : text;
  }

  void add(cmark_node* node) {
    switch (cmark_node_get_type(node)) {
      case CMARK_NODE_SOFTBREAK:
      case CMARK_NODE_LINEBREAK:
        out_ += ' ';
        break;
      case CMARK_NODE_CODE:
        add_code(cmark_node_get_literal(node));
        break;
      case CMARK_NODE_EMPH:
        out_ += styled(InlineText(colour_).of(node), "3");
        break;
      case CMARK_NODE_STRONG:
        out_ += styled(InlineText(colour_).of(node), "1");
        break;
      case CMARK_NODE_LINK:
        add_link(node);
        break;
      case CMARK_NODE_IMAGE:
        out_ += InlineText(colour_).of(node);
        break;
      default:
        if (const char* literal = cmark_node_get_literal(node)) out_ += literal;
    }
  }

  void add_code(const std::string& text) {
    const bool is_short = text.size() <= 30;
    const std::string kept = is_short ? unbreakable(text) : text;
    out_ += colour_ ? styled(kept, "36") : fmt::format("`{}`", kept);
  }

  void add_link(cmark_node* node) {
    const std::string text = InlineText(colour_).of(node), address = cmark_node_get_url(node);
    out_ += text;
    if (address.starts_with("http") && text != address) out_ += fmt::format(" ({})", address);
  }

  bool colour_;
  std::string out_;
};

class Renderer {
 public:
  explicit Renderer(const MarkdownStyle& style) : style_(style) {}

  // Takes pictures out of the document.
  std::string render(cmark_node* document) {
    for_each_child(document, [&](cmark_node* node) {
      if (!out_.empty()) out_ += '\n';
      block(node, "", "");
    });
    return std::move(out_);
  }

 private:
  // first, rest: the text before the block's first line, and before each other line.
  void block(cmark_node* node, const std::string& first, const std::string& rest) {
    if (cmark_node* image = leading_picture(node)) {
      picture(image);
      cmark_node* line_end = cmark_node_next(image);
      if (line_end == nullptr) return;
      out_ += '\n';
      cmark_node_free(line_end);
      cmark_node_free(image);
    }
    if (cmark_node* link = linked_source(node)) return source(link);
    if (is(node, "table")) return table(node);
    switch (cmark_node_get_type(node)) {
      case CMARK_NODE_HEADING:
        return heading(node);
      case CMARK_NODE_CODE_BLOCK:
        return code(cmark_node_get_literal(node), rest.size());
      case CMARK_NODE_BLOCK_QUOTE:
        return for_each_child(node, [&](cmark_node* child) { block(child, "| ", "| "); });
      case CMARK_NODE_LIST:
        return list(node, rest);
      case CMARK_NODE_HTML_BLOCK:
        return print_wrapped(first, rest, cmark_node_get_literal(node));
      case CMARK_NODE_THEMATIC_BREAK:
        return print(std::string(style_.width, '-'));
      default:
        return print_wrapped(first, rest, InlineText(style_.colour).of(node));
    }
  }

  void print(const std::string& line) {
    out_ += line.substr(0, line.find_last_not_of(' ') + 1) + '\n';
  }

  std::string styled(const std::string& text, const char* code) const {
    return style_.colour ? fmt::format("\x1b[{}m{}\x1b[0m", code, text) : text;
  }

  void print_wrapped(const std::string& first, const std::string& rest, const std::string& text) {
    const size_t indent = display_width(first);
    const size_t width = std::max<size_t>(style_.width, indent + 20) - indent;
    bool begun = false;
    for (const std::string& line : wrapped(text, width)) {
      print((begun ? rest : first) + line);
      begun = true;
    }
  }

  void heading(cmark_node* node) {
    const int level = cmark_node_get_heading_level(node);
    const std::string text = breakable(InlineText(false).of(node));
    print(styled(text, level == 1 ? "1;4" : "1"));
    if (!style_.colour && level <= 2) {
      print(std::string(display_width(text), level == 1 ? '=' : '-'));
    }
  }

  // left: columns of the list item that the code belongs to.
  void code(const std::string& text, size_t left) {
    std::vector<std::string> code;
    size_t widest = 0;
    std::istringstream in(text);
    for (std::string line; std::getline(in, line);) {
      code.push_back(line);
      widest = std::max(widest, display_width(line));
    }
    size_t indent = left + 4;
    if (style_.folds_code && widest + indent > style_.width) {
      indent = style_.width - std::min(style_.width, widest);  // 0 where lines are broken anyway
    }
    for (const std::string& line : code) {
      for (const std::string& piece : pieces(line, indent)) {
        print(std::string(indent, ' ') + styled(piece, "36"));
      }
    }
  }

  // The rest of a line that does not fit goes on in the next one, further in.
  std::vector<std::string> pieces(const std::string& line, size_t indent) const {
    if (!style_.folds_code || display_width(line) + indent <= style_.width) return {line};
    constexpr size_t hanging = 4;
    const size_t own = std::min(line.find_first_not_of(' '), style_.width / 2);
    const std::string first(own, ' '), next(own + hanging, ' ');
    std::vector<std::string> lines;
    std::string rest = line.substr(own);
    for (bool begun = false;; begun = true) {
      const std::string& in = begun ? next : first;
      const size_t room = style_.width - std::min(style_.width, indent + in.size());
      size_t end = rest.size(), at = 0;
      if (display_width(rest) > room) {
        for (size_t blank = rest.find(' '); blank != rest.npos; blank = rest.find(' ', blank + 1)) {
          if (at == 0 || display_width(rest.substr(0, blank)) <= room) at = blank;
        }
        end = at == 0 ? rest.size() : at;
      }
      lines.push_back(in + rest.substr(0, end));
      const size_t more = rest.find_first_not_of(' ', end);
      if (more == rest.npos) return lines;
      rest.erase(0, more);
    }
  }

  void picture(cmark_node* node) {
    const auto file = style_.folder / cmark_node_get_url(node);
    print_wrapped("[picture] ", "          ", InlineText(style_.colour).of(node));
    print("          " + file.string());
  }

  void source(cmark_node* link) {
    print("[source]  " + (style_.folder / cmark_node_get_url(link)).string());
  }

  // left: blanks of the list item that the list belongs to.
  void list(cmark_node* node, const std::string& left) {
    const bool is_numbered = cmark_node_get_list_type(node) == CMARK_ORDERED_LIST;
    int number = cmark_node_get_list_start(node);
    for_each_child(node, [&](cmark_node* item) {
      const bool is_first = cmark_node_previous(item) == nullptr;
      if (!is_first && !cmark_node_get_list_tight(node)) out_ += '\n';
      std::string first = left + (is_numbered ? fmt::format("{}. ", number++) : "- ");
      const std::string rest(first.size(), ' ');
      for_each_child(item, [&](cmark_node* child) {
        const bool is_begin = cmark_node_previous(child) == nullptr;
        if (!is_begin && (!is(child, "list") || !cmark_node_get_list_tight(node))) out_ += '\n';
        block(child, is_begin ? first : rest, rest);
      });
    });
  }

  void table(cmark_node* node) {
    std::vector<Row> rows;
    for_each_child(node, [&](cmark_node* row) {
      rows.emplace_back();
      for_each_child(row, [&](cmark_node* cell) {
        rows.back().push_back(InlineText(style_.colour).of(cell));
      });
    });
    const std::vector<size_t> widths = fit_columns(rows);
    for (size_t i = 0; i < rows.size(); ++i) {
      table_row(rows[i], widths, i == 0);
      if (i == 0) table_rule(widths);
    }
  }

  // Each column as wide as its widest cell, the widest ones narrowed until all fit, but not below
  // their longest word.
  std::vector<size_t> fit_columns(const std::vector<Row>& rows) const {
    std::vector<size_t> widths, least;
    for (const Row& row : rows) {
      widths.resize(std::max(widths.size(), row.size()));
      least.resize(widths.size());
      for (size_t i = 0; i < row.size(); ++i) {
        widths[i] = std::max(widths[i], display_width(row[i]));
        for (const std::string& word : wrapped(row[i], 0)) {
          least[i] = std::max(least[i], display_width(word));
        }
      }
    }
    const auto total = [&] {
      return std::accumulate(widths.begin(), widths.end(), 2 * (widths.size() - 1));
    };
    while (!widths.empty() && total() > style_.width) {
      size_t widest = 0;
      for (size_t i = 1; i < widths.size(); ++i) {
        const bool can_narrow = widths[i] > least[i];
        if (can_narrow && (widths[i] > widths[widest] || widths[widest] <= least[widest])) {
          widest = i;
        }
      }
      if (widths[widest] <= least[widest]) break;
      --widths[widest];
    }
    return widths;
  }

  void table_row(const Row& row, const std::vector<size_t>& widths, bool header) {
    std::vector<std::vector<std::string>> cells;
    size_t height = 1;
    for (size_t i = 0; i < row.size(); ++i) {
      cells.push_back(wrapped(row[i], widths[i]));
      height = std::max(height, cells.back().size());
    }
    for (size_t line = 0; line < height; ++line) {
      std::string text;
      for (size_t i = 0; i < cells.size(); ++i) {
        const std::string cell = line < cells[i].size() ? cells[i][line] : "";
        text += padded(header ? styled(cell, "1") : cell, widths[i]) + "  ";
      }
      print(text);
    }
  }

  void table_rule(const std::vector<size_t>& widths) {
    std::string text;
    for (const size_t width : widths) text += std::string(width, '-') + "  ";
    print(text);
  }

  const MarkdownStyle& style_;
  std::string out_;
};

}  // namespace

std::string render_markdown(const std::string& text, const MarkdownStyle& style) {
  return Renderer(style).render(parse_markdown(text).root.get());
}

}  // namespace hippuzzle
