#include "hip_cc/rewrite/tokens.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <optional>
#include <utility>

namespace hippuzzle::cc {

// A source whose joined lines are one line each, and where its characters came from.
struct JoinedLines {
  std::string text;
  std::vector<std::pair<size_t, size_t>> removed;  // from here on so many characters lie in front

  size_t in_source(size_t at) const {
    const auto after = std::upper_bound(removed.begin(), removed.end(), std::pair(at, SIZE_MAX));
    return after == removed.begin() ? at : at + std::prev(after)->second;
  }
};

namespace {

bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\r' || c == '\v' || c == '\f'; }
bool is_digit(char c) { return c >= '0' && c <= '9'; }

// Bytes above 127 are letters of a language that has its names in it.
bool begins_name(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || c == '$' ||
         static_cast<unsigned char>(c) >= 128;
}
bool continues_name(char c) { return begins_name(c) || is_digit(c); }

bool is_raw_prefix(std::string_view name) {
  return name == "R" || name == "u8R" || name == "uR" || name == "UR" || name == "LR";
}

// The length of a backslash with its line's end, which may be Windows's; 0 when there is none.
size_t join_length(std::string_view source, size_t at) {
  if (source.substr(at, 2) == "\\\n") return 2;
  return source.substr(at, 3) == "\\\r\n" ? 3 : 0;
}

JoinedLines join_lines(std::string_view source) {
  JoinedLines lines;
  size_t from = 0, count = 0;
  for (size_t at = source.find('\\'); at < source.size(); at = source.find('\\', at)) {
    const size_t length = join_length(source, at);
    if (length == 0) {
      ++at;
      continue;
    }
    lines.text += source.substr(from, at - from);
    at += length;
    count += length;
    lines.removed.emplace_back(lines.text.size(), count);
    from = at;
  }
  if (count != 0) lines.text += source.substr(from);
  return lines;
}

// The contents of a line that begins with '#': # 12 "file" 3, or #line 12 "file".
struct LineMarker {
  size_t line;
  std::string file;
  bool is_system;  // the file belongs to the system, whose warnings nobody wants
};

std::optional<LineMarker> line_marker(std::string_view line) {
  const auto skip_blanks = [&line] {
    while (!line.empty() && is_blank(line.front())) line.remove_prefix(1);
  };
  skip_blanks();
  if (!line.starts_with('#')) return std::nullopt;
  line.remove_prefix(1);
  skip_blanks();
  if (line.starts_with("line")) line.remove_prefix(4);
  skip_blanks();
  LineMarker marker{0, "", false};
  const auto [end, error] = std::from_chars(line.data(), line.data() + line.size(), marker.line);
  if (error != std::errc{}) return std::nullopt;
  line.remove_prefix(static_cast<size_t>(end - line.data()));
  skip_blanks();
  if (!line.starts_with('"')) return marker;
  size_t at = 1;
  for (; at < line.size() && line[at] != '"'; ++at) {
    if (line[at] == '\\' && at + 1 < line.size()) ++at;
    marker.file += line[at];
  }
  marker.is_system = line.substr(std::min(at, line.size())).find(" 3") != std::string_view::npos;
  return marker;
}

}  // namespace

class Lexer {
 public:
  Lexer(std::string_view source, Tokens& tokens) : tokens_(tokens), lines_(join_lines(source)) {
    if (!lines_.removed.empty()) tokens_.joined_ = std::move(lines_.text);
    text_ = lines_.removed.empty() ? source : std::string_view(tokens_.joined_);
  }

  void run() {
    while (at_ < text_.size()) {
      if (read_blank()) continue;
      if (text_[at_] == '#' && at_line_begin_) {
        read_directive();
      } else {
        at_line_begin_ = false;
        read_token(tokens_.code_);
      }
    }
  }

 private:
  std::string_view rest() const { return text_.substr(at_); }
  char next(size_t distance = 1) const {
    return at_ + distance < text_.size() ? text_[at_ + distance] : '\0';
  }

  // A blank, a line's end or a comment.
  bool read_blank() {
    if (text_[at_] == '\n') {
      at_line_begin_ = true;
      ++at_;
    } else if (is_blank(text_[at_])) {
      ++at_;
    } else if (rest().starts_with("//")) {
      at_ = std::min(text_.find('\n', at_), text_.size());
    } else if (rest().starts_with("/*")) {
      const size_t end = text_.find("*/", at_ + 2);
      at_ = end == std::string_view::npos ? text_.size() : end + 2;
    } else {
      return false;
    }
    return true;
  }

  void read_directive() {
    const size_t begin = at_++;
    while (at_ < text_.size() && is_blank(text_[at_])) ++at_;
    if (rest().starts_with("define") && !continues_name(next(6))) {
      at_ += 6;
      return read_definition();
    }
    at_ = std::min(text_.find('\n', at_), text_.size());
    const auto marker = line_marker(text_.substr(begin, at_ - begin));
    if (marker && marker->is_system) skip_system_header();
  }

  // Skips to the next marker, where there is nothing to be found: most of a preprocessed source.
  void skip_system_header() {
    size_t end = text_.find("\n# ", at_);
    if (end == std::string_view::npos) end = text_.size();
    if (text_.substr(at_, end - at_).find("<<<") == std::string_view::npos) at_ = end;
  }

  void read_definition() {
    std::vector<Token> body;
    while (at_ < text_.size() && text_[at_] != '\n') {
      if (!read_blank()) read_token(body);
    }
    if (body.size() < 2) return;
    // The name, and its parameters when they follow at once.
    auto first = body.begin() + 1;
    if (first->is("(") && first->begin == body.front().end) {
      first = std::find_if(first, body.end(), [](const Token& t) { return t.is(")"); });
      if (first != body.end()) ++first;
    }
    body.erase(body.begin(), first);
    if (!body.empty()) tokens_.macro_bodies_.push_back(std::move(body));
  }

  void read_token(std::vector<Token>& to) {
    const size_t begin = at_;
    const bool has_prefix = !to.empty() && end_of_last_ == begin;
    const TokenKind kind = read(has_prefix ? to.back().text : "");
    end_of_last_ = at_;
    to.push_back({kind, text_.substr(begin, at_ - begin), lines_.in_source(begin),
                  lines_.in_source(at_ - 1) + 1});
  }

  // before: the token that ends here, "" where a blank stands between.
  TokenKind read(std::string_view before) {
    const char c = text_[at_];
    if (begins_name(c)) {
      while (at_ < text_.size() && continues_name(text_[at_])) ++at_;
      return TokenKind::name;
    }
    if (is_digit(c) || (c == '.' && is_digit(next()))) return read_number();
    if (c == '"' || c == '\'') return read_literal(is_raw_prefix(before));
    // Longest first.
    constexpr std::array<std::string_view, 12> longer = {
        "<=>", "<<=", "->", "::", "<<", "<=", ">=", "==", "!=", "&&", "||", "##"};
    const auto* const found = std::find_if(
        longer.begin(), longer.end(), [this](std::string_view s) { return rest().starts_with(s); });
    at_ += found == longer.end() ? 1 : found->size();
    return TokenKind::punctuator;
  }

  // Reads a number as the preprocessor does, including text that is not a number: 0x1p-3, 1'000,
  // 1.5e+3f.
  TokenKind read_number() {
    for (; at_ < text_.size(); ++at_) {
      const char c = text_[at_], before = text_[at_ - (at_ != 0)];
      const bool sign = (c == '+' || c == '-') &&
                        (before == 'e' || before == 'E' || before == 'p' || before == 'P');
      const bool separator = c == '\'' && continues_name(next());
      if (!sign && !separator && c != '.' && !continues_name(c)) break;
    }
    return TokenKind::number;
  }

  // A prefix is a name directly before it. One without end, as an apostrophe in text that is not
  // compiled, ends with its line.
  TokenKind read_literal(bool is_raw) {
    const char quote = text_[at_];
    if (quote == '"' && is_raw) {
      const size_t open = text_.find('(', at_);
      if (open != std::string_view::npos && open - at_ <= 17) {
        const std::string end = ")" + std::string(text_.substr(at_ + 1, open - at_ - 1)) + "\"";
        const size_t close = text_.find(end, open);
        at_ = close == std::string_view::npos ? text_.size() : close + end.size();
        return TokenKind::literal;
      }
    }
    for (++at_; at_ < text_.size() && text_[at_] != '\n'; ++at_) {
      if (text_[at_] == '\\' && next() != '\n') {
        ++at_;
      } else if (text_[at_] == quote) {
        ++at_;
        break;
      }
    }
    at_ = std::min(at_, text_.size());
    return TokenKind::literal;
  }

  Tokens& tokens_;
  JoinedLines lines_;
  std::string_view text_;
  size_t at_ = 0;
  size_t end_of_last_ = 0;
  bool at_line_begin_ = true;
};

Tokens::Tokens(std::string_view source) { Lexer(source, *this).run(); }

SourcePlace place_of(std::string_view source, size_t at) {
  SourcePlace place{"", 1};
  for (size_t begin = 0;;) {
    const size_t end = source.find('\n', begin);
    if (end == std::string_view::npos || end >= at) return place;
    const auto marker = line_marker(source.substr(begin, end - begin));
    if (marker) {
      place.line = marker->line;
      if (!marker->file.empty()) place.file = marker->file;
    } else {
      ++place.line;
    }
    begin = end + 1;
  }
}

}  // namespace hippuzzle::cc
