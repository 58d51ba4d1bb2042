// A C++ source as tokens, as far as a rewriter needs it: names, numbers and literals are whole,
// comments and blanks are left out, and a macro's definition stands by itself.
//
// The source is as written or as a preprocessor left it. A backslash at a line's end joins lines as
// it does for a compiler, in the middle of a token as well.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace hippuzzle::cc {

enum class TokenKind {
  name,  // keywords as well
  number,
  literal,  // of characters: "…", '…', R"(…)", with their prefixes
  punctuator,
};

struct Token {
  TokenKind kind;
  std::string_view text;  // without joined lines; lives as long as the Tokens
  size_t begin, end;      // in the source

  bool is(std::string_view spelling) const { return text == spelling; }
};

// '>' is always a token of its own, however many stand together, but in "->" and ">=".
class Tokens {
 public:
  explicit Tokens(std::string_view source);
  Tokens(const Tokens&) = delete;  // tokens refer to it
  Tokens& operator=(const Tokens&) = delete;

  // Tokens that are not part of a directive.
  const std::vector<Token>& code() const { return code_; }

  // The replacements that the definitions of macros have; one list a definition.
  const std::vector<std::vector<Token>>& macro_bodies() const { return macro_bodies_; }

 private:
  friend class Lexer;

  std::string joined_;  // the source without joined lines, where it has such
  std::vector<Token> code_;
  std::vector<std::vector<Token>> macro_bodies_;
};

struct SourcePlace {
  std::string file;  // "" when the source does not say
  size_t line;
};

// The place in the user's file that a place of the source comes from: by the markers that a
// preprocessor left, # 12 "file", else by counting lines.
SourcePlace place_of(std::string_view source, size_t at);

}  // namespace hippuzzle::cc
