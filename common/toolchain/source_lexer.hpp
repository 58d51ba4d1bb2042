// The tokens of C++ that rules about a source ask for, from a source as it was written or as a
// preprocessor left it. Reads each byte once.
#pragma once

#include <cstddef>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

namespace hippuzzle {

struct SourceToken {
  enum class Kind { end, identifier, mark, directive };  // mark: one character, as of an operator
  Kind kind = Kind::end;
  std::string_view text;  // of a directive its whole line after the #, comments included
  size_t line = 0;        // of the text, from 1
};

// A source without the line breaks that a backslash removes; lines keep their numbers.
std::string without_splices(std::string_view source);

// The line and the file of `# 12 "name" 1`, a preprocessor's marker. words: the text of a
// directive.
std::optional<std::pair<size_t, std::filesystem::path>> line_marker(std::string_view words);

// Literals, numbers and comments are skipped. A directive's tokens come after it.
class SourceLexer {
 public:
  // The text must outlive it, and have no spliced lines.
  explicit SourceLexer(std::string_view text) : text_(text) {}

  SourceToken next();

  // Leaves out the tokens of a directive, where it was the last token.
  void skip_line() { skip_to(text_.find('\n', here_)); }

 private:
  char at(size_t ahead) const { return here_ + ahead < text_.size() ? text_[here_ + ahead] : '\0'; }
  void skip_to(size_t place);
  bool skip_blank();
  void skip_literal();
  void skip_raw_literal();
  SourceToken directive(size_t mark_size);

  std::string_view text_;
  size_t here_ = 0, line_ = 1;
  bool begins_line_ = true;
};

}  // namespace hippuzzle
