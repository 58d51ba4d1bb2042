#include "hip_cc/rewrite/launches.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <optional>
#include <vector>

#include "hip_cc/rewrite/tokens.hpp"
#include "support/outcome.hpp"

namespace hippuzzle::cc {
namespace {

struct Edit {
  size_t begin, end;
  std::string_view text;
};

// A name, except the words after which an expression begins.
bool is_operand(const Token& token) {
  constexpr std::array<std::string_view, 14> words = {
      "return", "else",    "do",        "case",     "throw", "new",    "delete",
      "sizeof", "alignof", "co_return", "co_yield", "goto",  "typeid", "co_await"};
  return token.kind == TokenKind::name && std::ranges::find(words, token.text) == words.end();
}

// Words whose parentheses hold a condition, after which a statement begins.
bool takes_condition(const Token& token) {
  return token.is("if") || token.is("for") || token.is("while") || token.is("switch") ||
         token.is("constexpr") || token.is("catch");
}

class LaunchFinder {
 public:
  LaunchFinder(std::string_view source, const std::string& file, const std::vector<Token>& tokens,
               bool is_macro)
      : source_(source), file_(file), tokens_(tokens), is_macro_(is_macro) {}

  size_t find(std::vector<Edit>& edits) const {
    size_t count = 0;
    for (size_t i = 0; i + 1 < tokens_.size(); ++i) {
      if (!is_open(i)) continue;
      rewrite(i, edits);
      ++count;
    }
    return count;
  }

 private:
  // "<<<"; the two tokens stand apart where a macro gave one of them.
  bool is_open(size_t i) const {
    return tokens_[i].is("<<") && i + 1 < tokens_.size() && tokens_[i + 1].is("<") &&
           !(i > 0 && tokens_[i - 1].is("operator"));
  }
  bool is_close(size_t i) const {
    return i + 2 < tokens_.size() && tokens_[i].is(">") && tokens_[i + 1].is(">") &&
           tokens_[i + 2].is(">");
  }

  void rewrite(size_t open, std::vector<Edit>& edits) const {
    const size_t callee = kernel_of(open);
    const size_t close = end_of_configuration(open);
    if (close == open + 2)
      refuse(open, "this launch has neither grid nor block between <<< and >>>");
    const bool has_arguments = close + 3 < tokens_.size() && tokens_[close + 3].is("(");
    if (!has_arguments && !is_macro_) {
      refuse(open, "this launch has no arguments in parentheses after >>>");
    }
    const Token& kernel = tokens_[callee];
    edits.push_back({kernel.begin, kernel.begin, "HIP_CPU_KERNEL("});
    replace(open, ").configure(", edits);
    replace(open + 1, "", edits);
    replace(close, ")", edits);
    replace(close + 1, "", edits);
    replace(close + 2, "", edits);
  }

  void replace(size_t token, std::string_view text, std::vector<Edit>& edits) const {
    edits.push_back({tokens_[token].begin, tokens_[token].end, text});
  }

  size_t end_of_configuration(size_t open) const {
    int depth = 0;
    for (size_t i = open + 2; i < tokens_.size(); ++i) {
      const Token& token = tokens_[i];
      if (depth == 0 && is_close(i)) return i;
      if (depth == 0 && (is_open(i) || token.is(";"))) break;
      if (token.is("(") || token.is("[") || token.is("{")) ++depth;
      if (token.is(")") || token.is("]") || token.is("}")) --depth;
      if (depth < 0) break;
    }
    refuse(open, "this launch has no >>> that closes its <<<");
  }

  // The first token of the expression that ends before `open`: k, ns::k<a, b>, table[i], object->k,
  // (*pointer), choose(x), prefix_##k.
  size_t kernel_of(size_t open) const {
    size_t end = open;  // one past the part that is searched
    for (;;) {
      const auto begin = begin_of_part(end, open);
      if (!begin) refuse(open, "the word before <<< is not the name of a kernel");
      size_t first = *begin;
      if (first > 0 && tokens_[first - 1].is("template")) --first;
      if (first == 0) return first;
      const Token& before = tokens_[first - 1];
      const bool joins = before.is("::") || before.is(".") || before.is("->") || before.is("##");
      if (!joins) return first;
      const bool is_global = before.is("::") && (first == 1 || !ends_part(first - 2));
      if (is_global) return first - 1;
      end = first - 1;
    }
  }

  // Whether a part of a qualified name or of a member's ends with that token.
  bool ends_part(size_t i) const {
    const Token& token = tokens_[i];
    return is_operand(token) || token.is(">") || token.is("]") || token.is(")");
  }

  // A name with its template arguments, indices, or a call's arguments; or an expression in
  // parentheses.
  std::optional<size_t> begin_of_part(size_t end, size_t open) const {
    while (end > 0) {
      const size_t last = end - 1;
      const Token& token = tokens_[last];
      if (is_operand(token)) return last;
      std::optional<size_t> begin;
      if (token.is(">")) begin = opening_angle(last);
      if (token.is("]")) begin = opening(last);
      if (token.is(")")) {
        begin = opening(last);
        if (begin && !is_call(*begin)) return begin;
      }
      if (!begin || *begin >= open) return std::nullopt;
      end = *begin;
    }
    return std::nullopt;
  }

  // Whether the parenthesis there begins a call's arguments, else an expression.
  bool is_call(size_t parenthesis) const {
    if (parenthesis == 0) return false;
    const Token& before = tokens_[parenthesis - 1];
    if (before.is(">") || before.is("]")) return true;
    if (is_operand(before)) return !takes_condition(before);
    if (!before.is(")")) return false;
    const auto group = opening(parenthesis - 1);
    return group && *group > 0 && is_operand(tokens_[*group - 1]) &&
           !takes_condition(tokens_[*group - 1]);
  }

  // The place of the opening bracket for the closing one at `last`.
  std::optional<size_t> opening(size_t last) const {
    int depth = 0;
    for (size_t i = last + 1; i-- > 0;) {
      const Token& token = tokens_[i];
      if (token.is(")") || token.is("]") || token.is("}")) ++depth;
      if (token.is("(") || token.is("[") || token.is("{")) --depth;
      if (depth == 0) return i;
    }
    return std::nullopt;
  }

  // The same of template arguments, in which brackets are whole.
  std::optional<size_t> opening_angle(size_t last) const {
    int depth = 0;
    for (size_t i = last + 1; i-- > 0;) {
      const Token& token = tokens_[i];
      if (token.is(";") || token.is("{") || token.is("(") || token.is("[")) break;
      if (token.is(")") || token.is("]") || token.is("}")) {
        const auto begin = opening(i);
        if (!begin) break;
        i = *begin;
      } else if (token.is(">")) {
        ++depth;
      } else if (token.is("<") && --depth == 0) {
        return i;
      }
    }
    return std::nullopt;
  }

  [[noreturn]] void refuse(size_t token, std::string_view problem) const {
    const SourcePlace place = place_of(source_, tokens_[token].begin);
    throw Error(Outcome::load_failed,
                fmt::format("{}:{}: {}; write kernel<<<grid, block>>>(arguments)",
                            place.file.empty() ? file_ : place.file, place.line, problem));
  }

  std::string_view source_;
  const std::string& file_;
  const std::vector<Token>& tokens_;
  bool is_macro_;
};

// HIP's qualifier, which is also how an attribute is spelled: no macro can stand for it.
void replace_noinline(const std::vector<Token>& tokens, std::vector<Edit>& edits) {
  for (size_t i = 0; i < tokens.size(); ++i) {
    if (!tokens[i].is("__noinline__")) continue;
    const bool in_attribute =
        i > 0 && (tokens[i - 1].is("(") || tokens[i - 1].is(",") || tokens[i - 1].is("::"));
    const bool is_macro = i > 0 && tokens[i - 1].is("defined");
    if (!in_attribute && !is_macro)
      edits.push_back({tokens[i].begin, tokens[i].end, "__attribute__((noinline))"});
  }
}

std::string apply(std::string_view source, std::vector<Edit>& edits) {
  std::ranges::stable_sort(edits, {}, &Edit::begin);
  std::string result;
  result.reserve(source.size() + edits.size() * 16);
  size_t from = 0;
  for (const Edit& edit : edits) {
    result += source.substr(from, edit.begin - from);
    result += edit.text;
    // A token that was joined over lines leaves their line breaks after it.
    for (size_t at = edit.begin; at < edit.end; ++at) {
      if (source[at] == '\n') result += "\\\n";
    }
    from = edit.end;
  }
  result += source.substr(from);
  return result;
}

}  // namespace

Rewritten rewrite_launches(std::string_view source, const std::string& file) {
  const Tokens tokens(source);
  std::vector<Edit> edits;
  size_t launches = LaunchFinder(source, file, tokens.code(), false).find(edits);
  replace_noinline(tokens.code(), edits);
  for (const auto& body : tokens.macro_bodies()) {
    launches += LaunchFinder(source, file, body, true).find(edits);
    replace_noinline(body, edits);
  }
  return {apply(source, edits), launches};
}

}  // namespace hippuzzle::cc
