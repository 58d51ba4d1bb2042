#include "engine/judge/check/source_code.hpp"

#include <algorithm>
#include <cctype>
#include <string_view>

namespace hippuzzle {
namespace {

bool is_word(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; }
bool is_blank(char c) { return std::isspace(static_cast<unsigned char>(c)) != 0; }

size_t skip_blanks(std::string_view text, size_t at) {
  while (at < text.size() && is_blank(text[at])) ++at;
  return at;
}

std::string without_blanks(std::string_view text) {
  std::string result;
  std::ranges::copy_if(text, std::back_inserter(result), [](char c) { return !is_blank(c); });
  return result;
}

bool has_word(std::string_view text, std::string_view word) {
  for (size_t at = text.find(word); at != text.npos; at = text.find(word, at + 1)) {
    const size_t end = at + word.size();
    if ((at == 0 || !is_word(text[at - 1])) && (end == text.size() || !is_word(text[end])))
      return true;
  }
  return false;
}

// Writes blanks over comments, quotes and preprocessor lines; ends of lines stay.
void blank_out(std::string& code) {
  const auto blank = [&](size_t begin, size_t end) {
    for (size_t i = begin; i < std::min(end, code.size()); ++i)
      if (code[i] != '\n') code[i] = ' ';
    return end;
  };
  bool begins_line = true;
  for (size_t i = 0; i < code.size();) {
    const char c = code[i];
    if (c == '\n') {
      begins_line = true;
      ++i;
    } else if (code.compare(i, 2, "//") == 0) {
      i = blank(i, std::min(code.find('\n', i), code.size()));
    } else if (code.compare(i, 2, "/*") == 0) {
      const size_t end = code.find("*/", i + 2);
      i = blank(i, end == code.npos ? code.size() : end + 2);
    } else if (c == '#' && begins_line) {
      size_t end = i;
      do end = std::min(code.find('\n', end + 1), code.size());
      while (end < code.size() && code[end - 1] == '\\');
      i = blank(i, end);
    } else if (c == '"' || (c == '\'' && (i == 0 || !is_word(code[i - 1])))) {
      size_t end = i + 1;
      while (end < code.size() && code[end] != c && code[end] != '\n')
        end += code[end] == '\\' ? 2 : 1;
      i = blank(i, end + 1);
    } else {
      if (!is_blank(c)) begins_line = false;
      ++i;
    }
  }
}

// The end of the element at `at`: its name and all subscripts, calls and members after it.
size_t end_of_element(std::string_view text, size_t at) {
  while (at < text.size() && is_word(text[at])) ++at;
  for (;;) {
    const size_t next = skip_blanks(text, at);
    if (next >= text.size() || (text[next] != '[' && text[next] != '(')) return at;
    int depth = 0;
    for (at = next; at < text.size(); ++at) {
      if (text[at] == '[' || text[at] == '(') ++depth;
      if ((text[at] == ']' || text[at] == ')') && --depth == 0) break;
    }
    if (at == text.size()) return at;
    ++at;
  }
}

// The elements of that base in a text, without blanks.
std::vector<std::string> elements_of(std::string_view text, std::string_view base) {
  std::vector<std::string> all;
  for (size_t at = text.find(base); at != text.npos; at = text.find(base, at + 1)) {
    if (at > 0 && (is_word(text[at - 1]) || text[at - 1] == '.')) continue;
    const size_t end_of_word = at + base.size();
    if (end_of_word < text.size() && is_word(text[end_of_word])) continue;
    all.push_back(without_blanks(text.substr(at, end_of_element(text, at) - at)));
  }
  return all;
}

// The element that ends before `end`: an lvalue, read from right to left.
std::string_view element_before(std::string_view text, size_t end) {
  while (end > 0 && is_blank(text[end - 1])) --end;
  size_t begin = end;
  while (begin > 0 && (text[begin - 1] == ']' || text[begin - 1] == ')')) {
    int depth = 0;
    while (begin > 0) {
      const char c = text[--begin];
      if (c == ']' || c == ')') ++depth;
      if ((c == '[' || c == '(') && --depth == 0) break;
    }
    while (begin > 0 && is_blank(text[begin - 1])) --begin;
  }
  while (begin > 0 && is_word(text[begin - 1])) --begin;
  return text.substr(begin, end - begin);
}

std::string base_of(std::string_view element) {
  const auto end = std::ranges::find_if_not(element, is_word);
  return {element.begin(), end};
}

// The assignment of one statement; its base is "" if the statement assigns nothing.
Assignment assignment_of(std::string_view statement) {
  int depth = 0;
  for (size_t i = 0; i < statement.size(); ++i) {
    const char c = statement[i];
    if (c == '(' || c == '[') ++depth;
    if (c == ')' || c == ']') --depth;
    if (depth != 0) continue;
    const std::string_view two = statement.substr(i, 2);
    if (two == "++" || two == "--") {
      const size_t name = skip_blanks(statement, i + 2);
      const std::string_view element =
          name < statement.size() && is_word(statement[name])
              ? statement.substr(name, end_of_element(statement, name) - name)
              : element_before(statement, i);
      return {base_of(element), without_blanks(element), true, ""};
    }
    if (c != '=' || i == 0) continue;
    if (two == "==") {
      ++i;
      continue;
    }
    const char before = statement[i - 1];
    const bool shifts = i > 1 && (before == '<' || before == '>') && statement[i - 2] == before;
    if (before == '!' || ((before == '<' || before == '>') && !shifts)) continue;
    const bool is_compound =
        shifts || std::string_view("+-*/%&|^").find(before) != std::string::npos;
    const size_t end = shifts ? i - 2 : is_compound ? i - 1 : i;
    const std::string_view element = element_before(statement, end);
    return {base_of(element), without_blanks(element), is_compound,
            std::string(statement.substr(i + 1))};
  }
  return {};
}

}  // namespace

SourceCode::SourceCode(std::span<const std::string> lines) {
  for (const std::string& line : lines) {
    begins_.push_back(code_.size());
    code_ += line + '\n';
  }
  blank_out(code_);
  find_functions();
  find_loops();
}

int SourceCode::line_of(size_t offset) const {
  return static_cast<int>(std::ranges::upper_bound(begins_, offset) - begins_.begin());
}

// The bracket that closes the one at `opening`, or the end of the code.
size_t SourceCode::matching(size_t opening) const {
  const char open = code_[opening], close = open == '{' ? '}' : ')';
  int depth = 0;
  for (size_t i = opening; i < code_.size(); ++i) {
    if (code_[i] == open) ++depth;
    if (code_[i] == close && --depth == 0) return i;
  }
  return code_.size();
}

// Outermost blocks that are neither namespaces nor types.
void SourceCode::find_functions() {
  size_t begin = 0;  // of the text before a block
  for (size_t i = 0; i < code_.size(); ++i) {
    if (code_[i] == ';' || code_[i] == '}') begin = i + 1;
    if (code_[i] != '{') continue;
    const std::string_view head = std::string_view(code_).substr(begin, i - begin);
    begin = i + 1;
    const bool holds_functions =
        head.find('(') == head.npos &&
        std::ranges::any_of(std::initializer_list<std::string_view>{"namespace", "extern", "struct",
                                                                    "class", "union"},
                            [&](std::string_view word) { return has_word(head, word); });
    if (holds_functions) continue;
    const size_t end = matching(i);
    functions_.push_back({line_of(i), line_of(std::min(end, code_.size() - 1))});
    i = end;
    begin = end + 1;
  }
}

// The statement's last character: its semicolon, or the brace that closes its block.
size_t SourceCode::end_of_statement(size_t begin) const {
  for (size_t i = begin; i < code_.size(); ++i) {
    if (code_[i] == ';') return i;
    if (code_[i] == '{') return matching(i);
    if (code_[i] == '(') i = matching(i);
  }
  return code_.size();
}

void SourceCode::find_loops() {
  for (size_t i = 0; i < code_.size(); ++i) {
    if (!is_word(code_[i])) continue;
    const size_t begin = i;
    while (i < code_.size() && is_word(code_[i])) ++i;
    const std::string_view word = std::string_view(code_).substr(begin, i - begin);
    size_t body = skip_blanks(code_, i);
    if (word == "for" || word == "while") {
      if (body >= code_.size() || code_[body] != '(') continue;
      body = matching(body) + 1;
    } else if (word != "do") {
      continue;
    }
    const size_t end = std::min(end_of_statement(body), code_.size() - 1);
    loops_.push_back({line_of(begin), line_of(end)});
  }
}

SourceCode::Range SourceCode::loop_around(int line, int other) const {
  Range best;
  for (const Range& loop : loops_) {
    if (!loop.has(line) || !loop.has(other)) continue;
    if (best.first == 0 || loop.last - loop.first <= best.last - best.first) best = loop;
  }
  return best;
}

bool SourceCode::is_one_function(int line, int other) const {
  return std::ranges::any_of(functions_,
                             [&](const Range& body) { return body.has(line) && body.has(other); });
}

bool SourceCode::has_barrier(Range lines) const {
  for (int number = lines.first; number <= lines.last; ++number) {
    std::string text = line(number);
    std::ranges::transform(text, text.begin(),
                           [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
    if (text.find("__syncthreads") != text.npos || text.find("barrier") != text.npos ||
        text.find(".sync(") != text.npos || text.find("sync(block") != text.npos)
      return true;
  }
  return false;
}

std::string SourceCode::line(int number) const {
  if (number < 1 || static_cast<size_t>(number) > begins_.size()) return "";
  const size_t begin = begins_[static_cast<size_t>(number) - 1];
  return code_.substr(begin, code_.find('\n', begin) - begin);
}

bool Assignment::reads_itself() const {
  return is_compound || std::ranges::count(elements_of(value, base), element) != 0;
}

bool Assignment::reads_another() const {
  return std::ranges::any_of(elements_of(value, base),
                             [&](const std::string& other) { return other != element; });
}

std::string indexed_name(const std::string& code, Indexed how) {
  const Assignment assignment = assignment_in(code, "");
  const bool assigns_element = assignment.element != assignment.base;
  if (how == Indexed::written) return assigns_element ? assignment.base : "";
  std::string name;
  for (size_t i = 0; i < code.size(); ++i) {
    if (!is_word(code[i])) continue;
    const size_t begin = i;
    while (i < code.size() && is_word(code[i])) ++i;
    if (i == code.size() || code[i] != '[') continue;
    const std::string found = code.substr(begin, i - begin);
    const bool is_read = !assigns_element || found != assignment.base ||
                         !elements_of(assignment.value, found).empty() || assignment.is_compound;
    if (!is_read || found == name) continue;
    if (!name.empty()) return "";
    name = found;
  }
  return name;
}

Assignment assignment_in(const std::string& code, const std::string& array) {
  Assignment best;
  for (size_t begin = 0, i = 0; i <= code.size(); ++i) {
    if (i < code.size() && (code[i] == '(' || code[i] == '[')) {  // as a for's semicolons
      i = end_of_element(code, i) - 1;
      continue;
    }
    if (i < code.size() && code[i] != ';' && code[i] != '{' && code[i] != '}') continue;
    Assignment found = assignment_of(std::string_view(code).substr(begin, i - begin));
    begin = i + 1;
    if (found.base.empty()) continue;
    if (!array.empty() && found.base.starts_with(array)) return found;
    if (best.base.empty() || (best.element == best.base && found.element != found.base))
      best = std::move(found);
  }
  return best;
}

}  // namespace hippuzzle
