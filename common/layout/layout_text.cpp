#include "layout/layout_text.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "engine/support/outcome.hpp"

namespace hippuzzle {
namespace {

// Reads `text` from left to right; every error names the character at which it stopped.
class Parser {
 public:
  Parser(std::string_view text, const char* what) : text_(text), what_(what) {}

  RuntimeLayout layout() {
    const size_t begin = position();
    IntTree shape = tree();
    if (!accept(':')) return guarded(begin, [&] { return RuntimeLayout(shape); });
    IntTree stride = tree();
    return guarded(begin, [&] { return RuntimeLayout(shape, stride); });
  }

  Tiler tiler() {
    if (accept('<')) {
      std::vector<Tiler> parts;
      do parts.push_back(tiler());
      while (accept(','));
      expect('>', "',' or '>'");
      return Tiler(std::move(parts));
    }
    const size_t begin = position();
    const IntTree shape = tree();
    if (!accept(':')) return guarded(begin, [&] { return by_mode(shape); });
    const IntTree stride = tree();
    return guarded(begin, [&] { return Tiler(RuntimeLayout(shape, stride)); });
  }

  void end() {
    skip_spaces();
    if (at_ < text_.size()) fail("the end");
  }

 private:
  static constexpr int deepest = 32;

  IntTree tree(int depth = 0) {
    if (!accept('(')) return IntTree(integer());
    if (depth == deepest) fail(fmt::format("at most {} levels of parentheses", deepest));
    std::vector<IntTree> members;
    do members.push_back(tree(depth + 1));
    while (accept(','));
    expect(')', "',' or ')'");
    return IntTree(std::move(members));
  }

  int64_t integer() {
    accept('_');
    skip_spaces();
    const size_t begin = at_;
    int64_t value = 0;
    while (at_ < text_.size() && text_[at_] >= '0' && text_[at_] <= '9') {
      value = value * 10 + (text_[at_] - '0');
      if (value > INT32_MAX) {
        at_ = begin;
        fail("an integer below 2^31");
      }
      ++at_;
    }
    if (at_ == begin) fail("an integer or '('");
    return value;
  }

  static Tiler by_mode(const IntTree& shape) {
    if (!shape.is_tuple()) return Tiler(RuntimeLayout(shape));
    std::vector<Tiler> parts;
    for (const IntTree& member : shape.members()) parts.push_back(by_mode(member));
    return Tiler(std::move(parts));
  }

  // What the text says is read; what it means may still be refused.
  template <class Make>
  auto guarded(size_t begin, Make make) -> decltype(make()) {
    try {
      return make();
    } catch (const Error& error) {
      throw Error(Outcome::usage,
                  fmt::format("'{}' is no {}: what begins at character {} is refused "
                              "because {}",
                              text_, what_, begin, error.what()));
    }
  }

  void skip_spaces() {
    while (at_ < text_.size() && text_[at_] == ' ') ++at_;
  }
  bool accept(char wanted) {
    skip_spaces();
    if (at_ == text_.size() || text_[at_] != wanted) return false;
    ++at_;
    return true;
  }
  void expect(char wanted, const char* description) {
    if (!accept(wanted)) fail(description);
  }
  size_t position() {
    skip_spaces();
    return at_ + 1;
  }
  [[noreturn]] void fail(const std::string& expected) {
    const std::string found =
        at_ < text_.size() ? fmt::format("'{}'", text_[at_]) : std::string("the end of the text");
    throw Error(Outcome::usage, fmt::format("'{}' is no {}: expected {} at character {}, found {}",
                                            text_, what_, expected, position(), found));
  }

  std::string_view text_;
  const char* what_;
  size_t at_ = 0;
};

}  // namespace

RuntimeLayout parse_layout(std::string_view text) {
  Parser parser(text, "layout");
  RuntimeLayout layout = parser.layout();
  parser.end();
  return layout;
}

Tiler parse_tiler(std::string_view text) {
  Parser parser(text, "tiler");
  Tiler tiler = parser.tiler();
  parser.end();
  return tiler;
}

}  // namespace hippuzzle
