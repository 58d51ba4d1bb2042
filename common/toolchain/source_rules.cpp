#include "toolchain/source_rules.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "toolchain/source_lexer.hpp"

namespace hippuzzle {
namespace {

namespace fs = std::filesystem;
using Kind = SourceToken::Kind;

constexpr const char* unseen = "whose accesses the check cannot see";
constexpr const char* unwatched = "which takes code from the checker";
constexpr const char* not_here = "which is not for kernels to use";
constexpr const char* not_yours = "a namespace that is hippuzzle's own";

bool begins_with(std::string_view name, std::initializer_list<std::string_view> beginnings) {
  return std::ranges::any_of(beginnings, [&](auto start) { return name.starts_with(start); });
}

bool is_one_of(std::string_view name, std::initializer_list<std::string_view> names) {
  return std::ranges::find(names, name) != names.end();
}

// "section" of "__section__"
std::string_view without_underscores(std::string_view name) {
  if (name.starts_with("__")) name.remove_prefix(2);
  if (name.ends_with("__")) name.remove_suffix(2);
  return name;
}

// Why a source may not have that name; "" where it may.
std::string_view fault_of_name(std::string_view name) {
  if (is_one_of(name, {"asm", "__asm", "__asm__"})) return unseen;
  if (begins_with(name,
                  {"__builtin_ia32_", "_mm_", "_mm256_", "_mm512_", "__m128", "__m256", "__m512"}))
    return unseen;
  if (begins_with(without_underscores(name), {"no_sanitize", "no_instrument_function"}))
    return unwatched;
  return "";
}

std::string_view fault_of_attribute(std::string_view name) {
  return is_one_of(without_underscores(name),
                   {"optimize", "section", "naked", "target", "target_clones", "ifunc", "alias",
                    "weakref", "symver", "disable_sanitizer_instrumentation",
                    "no_address_safety_analysis"})
             ? unwatched
             : "";
}

std::string_view fault_of_pragma(std::string_view words) {
  const auto next_word = [&words] {
    const size_t begin = std::min(words.find_first_not_of(" \t\v\f\r"), words.size());
    words.remove_prefix(begin);
    const size_t end = std::min(words.find_first_of(" \t\v\f\r(\""), words.size());
    const std::string_view word = words.substr(0, end);
    words.remove_prefix(end);
    return word;
  };
  const std::string_view first = next_word();
  if (is_one_of(first, {"weak", "redefine_extname"})) return unwatched;
  if (first == "clang" && is_one_of(next_word(), {"attribute", "optimize", "section"}))
    return unwatched;
  if (first != "GCC") return "";
  return is_one_of(next_word(), {"optimize", "target", "push_options", "pop_options",
                                 "reset_options", "system_header", "visibility"})
             ? unwatched
             : "";
}

// Whether the name that was read stands in an attribute.
class Attributes {
 public:
  bool has(const SourceToken& token) {
    const bool within = depth_ > 0;
    if (token.kind == Kind::identifier) {
      expects_ = expects_ || (!within && is_one_of(token.text, {"__attribute__", "__attribute"}));
      bracket_ = false;
      return within;
    }
    const char c = token.kind == Kind::mark ? token.text[0] : ' ';
    if (within || expects_) {
      depth_ += c == '(' || c == '[' ? 1 : c == ')' || c == ']' ? -1 : 0;
      expects_ = false;
    } else if (c == '[' && bracket_) {
      depth_ = 2;
    }
    bracket_ = c == '[' && depth_ == 0;
    return false;
  }

 private:
  int depth_ = 0;
  bool expects_ = false, bracket_ = false;
};

// Whether a name that was read begins a namespace of hippuzzle's, whose functions are trusted.
class OwnNamespaces {
 public:
  bool begins(std::string_view name, bool in_attribute) {
    if (in_attribute || is_one_of(name, {"__attribute__", "__attribute"})) return false;
    const bool found =
        last_ == "namespace" && before_ != "using" && is_one_of(name, {"hippuzzle", "hip_cpu"});
    before_ = std::exchange(last_, name);
    return found;
  }

 private:
  std::string_view before_, last_;
};

// The name of a directive; `words` keeps the rest.
std::string_view name_of_directive(std::string_view& words) {
  const size_t begin = std::min(words.find_first_not_of(" \t\v\f\r"), words.size());
  words.remove_prefix(begin);
  const size_t end = std::min(words.find_first_of(" \t\v\f\r\"<(/"), words.size());
  const std::string_view name = words.substr(0, end);
  words.remove_prefix(end);
  return name;
}

// A directive such as `#line 1 "other"` or `# 1 "other"`, by which tokens seem to come from another
// file. The place of the mark; npos where there is none. It is looked for in comments and literals
// as well, because only a whole preprocessor knows where those begin.
size_t claim_of_place(std::string_view text) {
  constexpr std::string_view blanks = " \t\v\f\r";
  for (const std::string_view mark : {"#", "%:"}) {
    for (size_t at = text.find(mark); at != text.npos; at = text.find(mark, at + 1)) {
      const size_t before = at == 0 ? text.npos : text.find_last_not_of(blanks, at - 1);
      const bool is_first = before == text.npos || text[before] == '\n' ||
                            (before > 0 && text.substr(before - 1, 2) == "*/");
      const size_t next = text.find_first_not_of(blanks, at + mark.size());
      if (!is_first || next == text.npos) continue;
      const std::string_view words = text.substr(next, 5);
      const bool is_number = words[0] >= '0' && words[0] <= '9';
      if (is_number || words.starts_with("/*") || words.starts_with("line")) return at;
    }
  }
  return text.npos;
}

std::string text_of(std::string_view text) { return std::string(text.substr(0, 40)); }

}  // namespace

std::optional<SourceFault> fault_of_text(std::string_view source, bool only_directives) {
  const std::string text = without_splices(source);
  if (const size_t at = claim_of_place(text); at != text.npos) {
    const auto line = std::count(text.begin(), text.begin() + static_cast<ptrdiff_t>(at), '\n') + 1;
    return SourceFault{static_cast<size_t>(line),
                       std::string(text_of(std::string_view(text).substr(at, 6))),
                       "which claims another place in the source"};
  }
  SourceLexer lexer(text);
  Attributes attributes;
  OwnNamespaces namespaces;
  for (SourceToken token = lexer.next(); token.kind != Kind::end; token = lexer.next()) {
    const bool in_attribute = attributes.has(token);
    if (token.kind == Kind::directive && !only_directives) {
      std::string_view words = token.text;
      const std::string_view why =
          name_of_directive(words) == "pragma" ? fault_of_pragma(words) : "";
      if (!why.empty()) return SourceFault{token.line, "#" + text_of(token.text), std::string(why)};
    }
    if (token.kind != Kind::identifier) continue;
    std::string_view why;
    if (token.text == "HIP_CPU_UNCHECKED" || token.text.starts_with("__SANITIZE_")) why = not_here;
    if (!only_directives && why.empty()) why = fault_of_name(token.text);
    if (!only_directives && why.empty() && in_attribute) why = fault_of_attribute(token.text);
    if (namespaces.begins(token.text, in_attribute) && !only_directives) why = not_yours;
    if (!why.empty()) return SourceFault{token.line, text_of(token.text), std::string(why)};
  }
  return std::nullopt;
}

size_t line_of_name(std::string_view source, std::string_view name) {
  const std::string text = without_splices(source);
  SourceLexer lexer(text);
  for (SourceToken token = lexer.next(); token.kind != Kind::end; token = lexer.next()) {
    if (token.kind == Kind::identifier && token.text == name) return token.line;
  }
  return 0;
}

std::optional<SourceFault> fault_of_preprocessed(
    std::string_view text, const std::function<bool(const fs::path&)>& is_trusted) {
  SourceLexer lexer(text);
  Attributes attributes;
  OwnNamespaces namespaces;
  bool is_own = false;
  size_t marker_at = 0, marker_line = 0;
  fs::path file;
  for (SourceToken token = lexer.next(); token.kind != Kind::end; token = lexer.next()) {
    std::string_view why;
    if (token.kind == Kind::directive) {
      if (const auto marker = line_marker(token.text)) {
        marker_at = token.line;
        marker_line = marker->first;
        if (marker->second != file) is_own = !is_trusted(file = marker->second);
        lexer.skip_line();
        continue;
      }
      std::string_view words = token.text;
      if (is_own && name_of_directive(words) == "pragma") why = fault_of_pragma(words);
      if (why.empty()) continue;
    }
    const bool in_attribute = attributes.has(token);
    if (!is_own) continue;
    if (token.kind == Kind::identifier) {
      why = fault_of_name(token.text);
      if (why.empty() && in_attribute) why = fault_of_attribute(token.text);
      if (namespaces.begins(token.text, in_attribute)) why = not_yours;
    }
    if (why.empty()) continue;
    const std::string shown =
        token.kind == Kind::directive ? "#" + text_of(token.text) : text_of(token.text);
    return SourceFault{marker_line + token.line - marker_at - 1, shown, std::string(why)};
  }
  return std::nullopt;
}

std::string in_words(const SourceFault& fault) {
  return fmt::format("line {} has `{}`, {}", fault.line, fault.token, fault.why);
}

}  // namespace hippuzzle
