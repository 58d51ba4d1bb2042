#include "cli/terminal/text/markdown.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>
#include <sstream>
#include <utility>
#include <vector>

#include "cli/terminal/text/inline_markdown.hpp"
#include "cli/terminal/text/text_layout.hpp"

namespace hippuzzle {
namespace {

using Row = std::vector<std::string>;

std::string trimmed(const std::string& text) {
  const size_t begin = text.find_first_not_of(" \t");
  if (begin == text.npos) return "";
  return text.substr(begin, text.find_last_not_of(" \t\r") - begin + 1);
}

// Splits "| a | `b` |" into its cells. A bar inside code or behind a backslash separates nothing.
Row cells_of(const std::string& line) {
  Row cells(1);
  bool in_code = false;
  const std::string text = trimmed(line).substr(1);
  for (size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '`') in_code = !in_code;
    if (text[i] == '\\' && i + 1 < text.size() && text[i + 1] == '|') {
      cells.back() += text[++i];
    } else if (text[i] == '|' && !in_code) {
      cells.emplace_back();
    } else {
      cells.back() += text[i];
    }
  }
  if (trimmed(cells.back()).empty()) cells.pop_back();
  for (std::string& cell : cells) cell = trimmed(cell);
  return cells;
}

bool is_rule(const Row& row) {
  return std::ranges::all_of(row, [](const std::string& cell) {
    return !cell.empty() && cell.find_first_not_of("-: ") == cell.npos;
  });
}

// The length of a list item's mark, "- " or "12. ", behind its indentation; 0 when it is none.
size_t list_mark(const std::string& text) {
  if (text.starts_with("- ") || text.starts_with("* ")) return 2;
  const size_t digits = text.find_first_not_of("0123456789");
  if (digits == 0 || digits == text.npos || text.compare(digits, 2, ". ") != 0) return 0;
  return digits + 2;
}

class Renderer {
 public:
  Renderer(const std::string& text, const MarkdownStyle& style) : style_(style) {
    std::istringstream in(text);
    for (std::string line; std::getline(in, line);) lines_.push_back(line);
  }

  std::string render() {
    while (at_ < lines_.size()) {
      const std::string line = trimmed(lines_[at_]);
      if (line.empty()) {
        ++at_;
        continue;
      }
      if (!out_.empty()) out_ += '\n';
      block(line);
    }
    return out_;
  }

 private:
  void block(const std::string& line) {
    if (line.starts_with("```")) return code();
    if (line.starts_with('#')) return heading(line);
    if (line.starts_with('|')) return table();
    if (line.starts_with("![")) return picture(line);
    if (line.starts_with("> ")) return quote();
    if (list_mark(line) > 0) return list();
    paragraph();
  }

  void print(const std::string& line) {
    out_ += line.substr(0, line.find_last_not_of(' ') + 1) + '\n';
  }

  std::string styled(const std::string& text, const char* code) const {
    return style_.colour ? fmt::format("\x1b[{}m{}\x1b[0m", code, text) : text;
  }

  // Wraps text behind a first prefix and, from the second line on, blanks of its width.
  void print_wrapped(const std::string& first, const std::string& rest, const std::string& text) {
    const size_t indent = display_width(first);
    const size_t width = std::max<size_t>(style_.width, indent + 20) - indent;
    bool begun = false;
    for (const std::string& line : wrapped(render_inline(text, style_.colour), width)) {
      print((begun ? rest : first) + line);
      begun = true;
    }
  }

  void heading(const std::string& line) {
    const size_t level = line.find_first_not_of('#');
    const std::string text = trimmed(line.substr(std::min(level, line.size())));
    print(styled(wrapped(render_inline(text, false), text.size() + 2).front(),
                 level == 1 ? "1;4" : "1"));
    if (!style_.colour && level <= 2) {
      print(std::string(display_width(text), level == 1 ? '=' : '-'));
    }
    ++at_;
  }

  void code() {
    std::vector<std::string> code;
    size_t widest = 0;
    for (++at_; at_ < lines_.size() && !trimmed(lines_[at_]).starts_with("```"); ++at_) {
      code.push_back(lines_[at_]);
      widest = std::max(widest, display_width(code.back()));
    }
    ++at_;
    size_t indent = 4;
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

  void picture(const std::string& line) {
    const size_t middle = line.find("](");
    const size_t end = line.find(')', middle);
    if (middle == line.npos || end == line.npos) return paragraph();
    const auto file = style_.folder / line.substr(middle + 2, end - middle - 2);
    print_wrapped("[picture] ", "          ", line.substr(2, middle - 2));
    print("          " + file.string());
    ++at_;
  }

  void quote() {
    std::string text;
    for (; at_ < lines_.size() && trimmed(lines_[at_]).starts_with('>'); ++at_) {
      text += trimmed(lines_[at_]).substr(1) + ' ';
    }
    print_wrapped("| ", "| ", text);
  }

  bool at_block_end() const {
    const std::string line = at_ < lines_.size() ? trimmed(lines_[at_]) : "";
    return line.empty() || line.starts_with("```") || line.starts_with('#') ||
           line.starts_with('|') || list_mark(line) > 0;
  }

  void list() {
    while (at_ < lines_.size()) {
      const std::string& line = lines_[at_];
      const size_t indent = std::min(line.find_first_not_of(' '), line.size());
      const std::string body = line.substr(indent);
      const size_t mark = list_mark(body);
      if (mark == 0) return;
      std::string text = body.substr(mark);
      for (++at_; !at_block_end(); ++at_) text += ' ' + trimmed(lines_[at_]);
      const std::string first = std::string(indent, ' ') + body.substr(0, mark);
      print_wrapped(first, std::string(first.size(), ' '), text);
    }
  }

  void paragraph() {
    std::string text = trimmed(lines_[at_]);
    for (++at_; !at_block_end(); ++at_) text += ' ' + trimmed(lines_[at_]);
    print_wrapped("", "", text);
  }

  void table() {
    std::vector<Row> rows;
    for (; at_ < lines_.size() && trimmed(lines_[at_]).starts_with('|'); ++at_) {
      Row row = cells_of(lines_[at_]);
      if (is_rule(row)) continue;
      for (std::string& cell : row) cell = render_inline(cell, style_.colour);
      rows.push_back(std::move(row));
    }
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

  MarkdownStyle style_;
  std::vector<std::string> lines_;
  size_t at_ = 0;
  std::string out_;
};

}  // namespace

std::string render_markdown(const std::string& text, const MarkdownStyle& style) {
  return Renderer(text, style).render();
}

}  // namespace hippuzzle
