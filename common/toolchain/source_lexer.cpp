#include "toolchain/source_lexer.hpp"

#include <algorithm>
#include <charconv>
#include <utility>

namespace hippuzzle {
namespace {

bool is_digit(char c) { return c >= '0' && c <= '9'; }

// Also accepts the compiler's characters of names beyond ASCII, and their escapes.
bool is_of_name(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || c == '$' || c == '\\' ||
         is_digit(c) || static_cast<unsigned char>(c) >= 0x80;
}

bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\v' || c == '\f' || c == '\r'; }

bool begins_raw_literal(std::string_view prefix) {
  return prefix == "R" || prefix == "LR" || prefix == "uR" || prefix == "UR" || prefix == "u8R";
}

}  // namespace

// g++ lets blanks stand between the backslash and the line break.
std::string without_splices(std::string_view source) {
  std::string text;
  size_t removed = 0;
  for (size_t i = 0; i < source.size(); ++i) {
    if (source[i] == '\\') {
      size_t end = i + 1;
      while (end < source.size() && is_blank(source[end])) ++end;
      if (end < source.size() && source[end] == '\n') {
        ++removed;
        i = end;
        continue;
      }
      if (end > i + 1) {
        text.append(source.substr(i, end - i));
        i = end - 1;
        continue;
      }
    }
    text += source[i];
    if (source[i] == '\n') text.append(std::exchange(removed, 0), '\n');
  }
  return text;
}

std::optional<std::pair<size_t, std::filesystem::path>> line_marker(std::string_view words) {
  if (!words.starts_with(' ')) return std::nullopt;
  size_t line = 0;
  const auto [end, error] = std::from_chars(words.data() + 1, words.data() + words.size(), line);
  if (error != std::errc()) return std::nullopt;
  words.remove_prefix(static_cast<size_t>(end - words.data()));
  if (!words.starts_with(" \"")) return std::nullopt;
  std::string name;
  for (size_t i = 2; i < words.size() && words[i] != '"'; ++i) {
    if (words[i] == '\\' && i + 1 < words.size()) ++i;
    name += words[i];
  }
  return std::pair(line, std::filesystem::path(name).lexically_normal());
}

void SourceLexer::skip_to(size_t place) {
  place = std::min(place, text_.size());
  line_ += static_cast<size_t>(std::count(text_.begin() + static_cast<ptrdiff_t>(here_),
                                          text_.begin() + static_cast<ptrdiff_t>(place), '\n'));
  here_ = place;
}

// Skips one blank or comment, where one stands here.
bool SourceLexer::skip_blank() {
  const char c = at(0);
  if (c == '\n') {
    begins_line_ = true;
    skip_to(here_ + 1);
  } else if (is_blank(c) && here_ < text_.size()) {
    ++here_;
  } else if (c == '/' && at(1) == '/') {
    skip_to(text_.find('\n', here_));
  } else if (c == '/' && at(1) == '*') {
    const size_t end = text_.find("*/", here_ + 2);
    skip_to(end == text_.npos ? end : end + 2);
  } else {
    return false;
  }
  return true;
}

// From its quote to the next one, or to the line's end.
void SourceLexer::skip_literal() {
  const char quote = at(0);
  for (++here_; here_ < text_.size() && at(0) != '\n'; ++here_) {
    if (at(0) == quote) {
      ++here_;
      return;
    }
    if (at(0) == '\\' && at(1) != '\n') ++here_;
  }
}

// From its quote: "mark(…)mark".
void SourceLexer::skip_raw_literal() {
  constexpr size_t longest_mark = 16;
  const size_t open = text_.find('(', here_);
  if (open == text_.npos || open - here_ - 1 > longest_mark) return skip_literal();
  const std::string end = ")" + std::string(text_.substr(here_ + 1, open - here_ - 1)) + "\"";
  const size_t at_end = text_.find(end, open);
  skip_to(at_end == text_.npos ? at_end : at_end + end.size());
}

SourceToken SourceLexer::directive(size_t mark_size) {
  here_ += mark_size;
  const SourceToken token{
      SourceToken::Kind::directive,
      text_.substr(here_, std::min(text_.find('\n', here_), text_.size()) - here_), line_};
  begins_line_ = false;
  return token;
}

SourceToken SourceLexer::next() {
  using Kind = SourceToken::Kind;
  while (here_ < text_.size()) {
    if (skip_blank()) continue;
    const char c = at(0);
    if (begins_line_ && c == '#') return directive(1);
    if (begins_line_ && c == '%' && at(1) == ':') return directive(2);
    begins_line_ = false;
    if (c == '"' || c == '\'') {
      skip_literal();
    } else if (is_digit(c) || (c == '.' && is_digit(at(1)))) {
      while (is_of_name(at(0)) || at(0) == '.' || (at(0) == '\'' && is_of_name(at(1)))) ++here_;
    } else if (is_of_name(c)) {
      const size_t begin = here_;
      while (is_of_name(at(0)) && here_ < text_.size()) ++here_;
      const std::string_view name = text_.substr(begin, here_ - begin);
      if (at(0) == '"' && begins_raw_literal(name)) {
        skip_raw_literal();
      } else {
        return {Kind::identifier, name, line_};
      }
    } else {
      // <: and :> are brackets, but <:: is a comparison with a name.
      const bool opens = c == '<' && at(1) == ':' && (at(2) != ':' || at(3) == ':' || at(3) == '>');
      const bool closes = c == ':' && at(1) == '>';
      const SourceToken token{Kind::mark,
                              opens    ? "["
                              : closes ? "]"
                                       : text_.substr(here_, 1),
                              line_};
      here_ += opens || closes ? 2 : 1;
      return token;
    }
  }
  return {Kind::end, "", line_};
}

}  // namespace hippuzzle
