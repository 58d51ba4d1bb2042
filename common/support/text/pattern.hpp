// POSIX extended regular expressions, by the C library: <regex> takes a compiler seconds in each
// source that includes it.
#pragma once

#include <regex.h>

#include <string>
#include <vector>

namespace hippuzzle {

class Pattern {
 public:
  // Throws std::logic_error on an expression that is none.
  explicit Pattern(const char* expression);
  ~Pattern();
  Pattern(const Pattern&) = delete;
  Pattern& operator=(const Pattern&) = delete;

  // The first place in the text that matches, followed by its groups in the order of their opening
  // parentheses, "" for a group that took no part. Empty if nothing matches.
  std::vector<std::string> find_in(const std::string& text) const;

 private:
  regex_t compiled_ = {};
};

}  // namespace hippuzzle
