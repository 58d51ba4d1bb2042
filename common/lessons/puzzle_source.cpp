#include "lessons/puzzle_source.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <set>

namespace hippuzzle {
namespace {

bool is_blank(char c) { return std::isspace(static_cast<unsigned char>(c)) != 0; }
bool is_name(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; }

size_t line_of(const std::string& source, size_t at) {
  return 1 + static_cast<size_t>(std::count(source.begin(), source.begin() + at, '\n'));
}

// The source with its comments made blank, so that every place keeps its line. Text in quotation
// marks is left as it is.
std::string without_comments(std::string source) {
  for (size_t i = 0; i < source.size(); ++i) {
    size_t end = i;
    if (source[i] == '"') {
      while (++i < source.size() && source[i] != '"' && source[i] != '\n') i += source[i] == '\\';
    } else if (source.compare(i, 2, "//") == 0) {
      end = std::min(source.find('\n', i), source.size());
    } else if (source.compare(i, 2, "/*") == 0) {
      end = std::min(source.find("*/", i), source.size() - 2) + 2;
    }
    for (; i < end; ++i) source[i] = source[i] == '\n' ? '\n' : ' ';
  }
  return source;
}

size_t skip_blanks(const std::string& source, size_t at) {
  while (at < source.size() && is_blank(source[at])) ++at;
  return at;
}

// The text in quotation marks at a place, which is moved past it.
std::optional<std::string> quoted(const std::string& source, size_t& at) {
  const size_t begin = skip_blanks(source, at);
  if (begin >= source.size() || source[begin] != '"') return std::nullopt;
  const size_t end = source.find('"', begin + 1);
  if (end == source.npos) return std::nullopt;
  at = end + 1;
  return source.substr(begin + 1, end - begin - 1);
}

// The place after the bracket of a macro's use.
std::optional<size_t> arguments_of(const std::string& source, const std::string& macro) {
  const size_t at = source.find(macro + "(");
  if (at == source.npos) return std::nullopt;
  return at + macro.size() + 1;
}

std::string with_single_blanks(const std::string& text) {
  std::string result;
  for (const char c : text) {
    if (!is_blank(c)) {
      result += c;
    } else if (!result.empty() && result.back() != ' ') {
      result += ' ';
    }
  }
  if (result.ends_with(' ')) result.pop_back();
  return result;
}

// The bracket that closes the one at `open`; npos when none does.
size_t closing(const std::string& source, size_t open) {
  size_t depth = 0;
  for (size_t at = open; at < source.size(); ++at) {
    if (source[at] == '(') ++depth;
    if (source[at] == ')' && --depth == 0) return at;
  }
  return source.npos;
}

}  // namespace

std::optional<RegisteredPuzzle> registered_puzzle(const std::string& text) {
  const std::string source = without_comments(text);
  auto at = arguments_of(source, "HIPPUZZLE_PUZZLE");
  if (!at) return std::nullopt;
  const size_t line = line_of(source, *at);
  const auto id = quoted(source, *at);
  *at = skip_blanks(source, *at) + 1;  // the comma
  const auto title = id ? quoted(source, *at) : std::nullopt;
  if (!title || title->empty()) return std::nullopt;
  return RegisteredPuzzle{*id, *title, line};
}

std::optional<BoundPuzzle> bound_puzzle(const std::string& text) {
  const std::string source = without_comments(text);
  auto at = arguments_of(source, "HIPPUZZLE_BINDINGS");
  if (!at) return std::nullopt;
  const size_t line = line_of(source, *at);
  const auto id = quoted(source, *at);
  if (!id) return std::nullopt;
  BoundPuzzle bound{*id, {}, line};
  for (size_t open = *at; (open = source.find('{', open)) != source.npos; ++open) {
    size_t behind = open + 1;
    if (const auto name = quoted(source, behind))
      bound.variants.push_back({*name, line_of(source, open)});
  }
  return bound;
}

std::string code_alone(const std::string& source) {
  std::string code = without_comments(source);
  std::erase_if(code, is_blank);
  return code;
}

std::vector<KernelSignature> kernel_signatures(const std::string& text) {
  const std::string source = without_comments(text);
  const std::string mark = "__global__";
  std::vector<KernelSignature> kernels;
  for (size_t at = 0; (at = source.find(mark, at)) != source.npos; at += mark.size()) {
    size_t open = source.find('(', at);
    size_t close = closing(source, open == source.npos ? source.size() : open);
    const size_t bounds = source.find("__launch_bounds__", at);
    if (bounds < open && close != source.npos) {
      open = source.find('(', close);
      close = closing(source, open == source.npos ? source.size() : open);
    }
    if (close == source.npos) break;
    size_t end = open;
    while (end > at && is_blank(source[end - 1])) --end;
    size_t begin = end;
    while (begin > at && is_name(source[begin - 1])) --begin;
    kernels.push_back({source.substr(begin, end - begin),
                       with_single_blanks(source.substr(open + 1, close - open - 1)),
                       line_of(source, at)});
  }
  return kernels;
}

namespace {

// A parameter's type as far as it consists of built-in words: "float *" of "const float*
// __restrict__ a", "unsigned" of "unsigned int n". "" when something else is in it.
std::string plain_type(const std::string& parameter) {
  static const std::set<std::string> dropped = {"const", "__restrict__", "volatile", "signed"};
  static const std::set<std::string> builtin = {"float", "double", "int",  "unsigned", "char",
                                                "short", "long",   "bool", "void"};
  std::multiset<std::string> words;
  std::string stars;
  for (size_t i = 0; i < parameter.size();) {
    size_t end = i;
    while (end < parameter.size() && is_name(parameter[end])) ++end;
    if (end == i) {
      if (parameter[i] == '*') stars += '*';
      if (parameter[i] != '*' && !is_blank(parameter[i])) return "";
      ++i;
      continue;
    }
    const std::string word = parameter.substr(i, end - i);
    i = end;
    if (dropped.contains(word)) continue;
    if (builtin.contains(word)) {
      words.insert(word);
    } else if (skip_blanks(parameter, end) < parameter.size() || words.empty()) {
      return "";  // no name of a parameter, which stands at the end, after its type
    }
  }
  if (words.size() > 1) words.erase("int");  // "unsigned int", "long int"
  std::string type;
  for (const std::string& word : words) type += word + ' ';
  return type + stars;
}

std::vector<std::string> parameters_of(const KernelSignature& kernel) {
  std::vector<std::string> all;
  int depth = 0;
  for (const char c : kernel.parameters) {
    if (c == '<' || c == '(') ++depth;
    if (c == '>' || c == ')') --depth;
    if (all.empty() || (c == ',' && depth == 0)) all.emplace_back();
    if (c != ',' || depth > 0) all.back() += c;
  }
  return all;
}

}  // namespace

std::string changed_parameters(const KernelSignature& stub, const KernelSignature& kernel) {
  const auto wanted = parameters_of(stub), found = parameters_of(kernel);
  if (wanted.size() != found.size()) {
    return fmt::format("{} takes {} parameters, the stub's takes {}", kernel.name, found.size(),
                       wanted.size());
  }
  for (size_t i = 0; i < wanted.size(); ++i) {
    const std::string type = plain_type(found[i]), wanted_type = plain_type(wanted[i]);
    if (type.empty() || wanted_type.empty() || type == wanted_type) continue;
    const size_t begin = skip_blanks(found[i], 0), stubs = skip_blanks(wanted[i], 0);
    return fmt::format("{} takes '{}', the stub's takes '{}'", kernel.name, found[i].substr(begin),
                       wanted[i].substr(stubs));
  }
  return "";
}

}  // namespace hippuzzle
