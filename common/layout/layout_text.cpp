#include "layout/layout_text.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "layout/layout_functions.hpp"
#include "support/outcome.hpp"

namespace hippuzzle {
namespace {

// Reads `text` from left to right; every error names the character at which it stopped.
class Parser {
 public:
  Parser(std::string_view text, const char* what) : text_(text), what_(what) {}

  // A text of any kind.
  LayoutArgument argument() {
    LayoutArgument result;
    if (accept('<')) {
      std::vector<Tiler> parts;
      do parts.push_back(converted(&LayoutArgument::as_tiler));
      while (accept(','));
      expect('>', "',' or '>'");
      result.tiler = Tiler(std::move(parts));
      return result;
    }
    if (at_letter()) return call();
    const size_t begin = position();
    result.tree = tree(0, "an integer, '(' or a function's name");
    if (!accept(':')) return result;
    const IntTree stride = tree();
    result.layout = guarded(begin, [&] { return RuntimeLayout(result.tree, stride); });
    return result;
  }

  // The function's result for the next text.
  template <class Result>
  Result converted(Result (LayoutArgument::*convert)() const) {
    const size_t begin = position();
    const LayoutArgument found = argument();
    return guarded(begin, [&] { return (found.*convert)(); });
  }

  LayoutResult layout_or_tv() {
    const size_t begin = position();
    const LayoutArgument found = argument();
    if (found.tile) return found.as_tv();
    return guarded(begin, [&] { return found.as_layout(); });
  }

  IntTree coordinate() {
    std::vector<IntTree> parts;
    do parts.push_back(coordinate_part(0));
    while (accept(','));
    return parts.size() == 1 ? parts[0] : IntTree(std::move(parts));
  }

  void end() {
    skip_spaces();
    if (at_ < text_.size()) fail("the end");
  }

 private:
  static constexpr int deepest = 32;

  IntTree tree(int depth = 0, const char* expected = "an integer or '('") {
    if (!accept('(')) return IntTree(integer(expected));
    enter(depth);
    std::vector<IntTree> members;
    do members.push_back(tree(depth + 1));
    while (accept(','));
    expect(')', "',' or ')'");
    return IntTree(std::move(members));
  }

  IntTree coordinate_part(int depth) {
    if (accept('(')) {
      enter(depth);
      std::vector<IntTree> members;
      do members.push_back(coordinate_part(depth + 1));
      while (accept(','));
      expect(')', "',' or ')'");
      return IntTree(std::move(members));
    }
    skip_spaces();
    const bool keeps = at_ < text_.size() && text_[at_] == '_' &&
                       (at_ + 1 == text_.size() || text_[at_ + 1] < '0' || text_[at_ + 1] > '9');
    if (!keeps) return IntTree(integer("an integer, '_' or '('"));
    ++at_;
    return IntTree(kept);
  }

  void enter(int depth) {
    if (depth == deepest) fail(fmt::format("at most {} levels of parentheses", deepest));
  }

  bool at_letter() {
    skip_spaces();
    return at_ < text_.size() && text_[at_] >= 'a' && text_[at_] <= 'z';
  }

  // name(argument, …)
  LayoutArgument call() {
    const size_t begin = position(), first = at_;
    while (at_ < text_.size() && ((text_[at_] >= 'a' && text_[at_] <= 'z') || text_[at_] == '_')) {
      ++at_;
    }
    const std::string_view name = text_.substr(first, at_ - first);
    const LayoutFunction* const function = find_layout_function(name);
    if (function == nullptr) {
      throw Error(
          Outcome::usage,
          fmt::format("'{}' is not a {}: there is no function '{}' (character {}); choose from {}",
                      text_, what_, name, begin, function_names()));
    }
    expect('(', "'('");
    if (depth_++ == deepest) fail(fmt::format("at most {} levels of functions", deepest));
    std::vector<LayoutArgument> arguments;
    do arguments.push_back(argument());
    while (accept(','));
    expect(')', "',' or ')'");
    --depth_;
    return guarded(begin, [&] {
      if (arguments.size() < function->least || arguments.size() > function->most) {
        throw Error(Outcome::usage,
                    fmt::format("{}({}) is called with {} argument{}", name, function->parameters,
                                arguments.size(), arguments.size() == 1 ? "" : "s"));
      }
      return function->apply(arguments);
    });
  }

  static std::string function_names() {
    std::string names;
    for (const LayoutFunction& function : all_layout_functions()) {
      names += (names.empty() ? "" : ", ") + std::string(function.name);
    }
    return names;
  }

  int64_t integer(const char* expected) {
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
    if (at_ == begin) fail(expected);
    return value;
  }

  // Reads the text; its meaning may still be refused.
  template <class Make>
  auto guarded(size_t begin, Make make) -> decltype(make()) {
    try {
      return make();
    } catch (const Error& error) {
      throw Error(Outcome::usage,
                  fmt::format("'{}' is not a {}: the part from character {} is refused "
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
    throw Error(Outcome::usage,
                fmt::format("'{}' is not a {}: expected {} at character {}, found {}", text_, what_,
                            expected, position(), found));
  }

  std::string_view text_;
  const char* what_;
  size_t at_ = 0;
  int depth_ = 0;  // of calls
};

// All of `text` by one function of the parser.
template <class Read>
auto whole(std::string_view text, const char* what, Read read) {
  Parser parser(text, what);
  auto result = read(parser);
  parser.end();
  return result;
}

}  // namespace

LayoutResult parse_layout_or_tv(std::string_view text) {
  return whole(text, "layout", [](Parser& parser) { return parser.layout_or_tv(); });
}

RuntimeLayout parse_layout(std::string_view text) {
  return whole(text, "layout",
               [](Parser& parser) { return parser.converted(&LayoutArgument::as_layout); });
}

Tiler parse_tiler(std::string_view text) {
  return whole(text, "tiler",
               [](Parser& parser) { return parser.converted(&LayoutArgument::as_tiler); });
}

IntTree parse_coordinate(std::string_view text) {
  return whole(text, "coordinate", [](Parser& parser) { return parser.coordinate(); });
}

}  // namespace hippuzzle
