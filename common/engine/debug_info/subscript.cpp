#include "engine/debug_info/subscript.hpp"

#include <cctype>
#include <string>

namespace hippuzzle {
namespace {

constexpr size_t nowhere = std::string_view::npos;

// The bracket or parenthesis that the one at `close` closes.
size_t partner(std::string_view line, size_t close) {
  int depth = 0;
  for (size_t at = close + 1; at-- > 0;) {
    if (line[at] == ']' || line[at] == ')') ++depth;
    if ((line[at] == '[' || line[at] == '(') && --depth == 0) return at;
  }
  return nowhere;
}

// The bracket that the one at `close` closes.
size_t opening(std::string_view line, size_t close) {
  const size_t at = partner(line, close);
  return at != nowhere && line[at] == '[' ? at : nowhere;
}

bool is_in_name(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; }

// The begin of the name that ends before `end`, with the objects that it is a member of.
size_t begin_of_name(std::string_view line, size_t end) {
  size_t begin = end;
  while (begin > 0) {
    if (is_in_name(line[begin - 1])) {
      --begin;
    } else if (begin < end && line[begin - 1] == '.') {
      --begin;
    } else if (begin < end && begin > 1 &&
               (line.substr(begin - 2, 2) == "->" || line.substr(begin - 2, 2) == "::")) {
      begin -= 2;
    } else if (begin < end && line[begin - 1] == ']' && !is_in_name(line[begin])) {
      begin = opening(line, begin - 1);
      if (begin == nowhere) return end;
    } else {
      break;
    }
  }
  return begin;
}

}  // namespace

Subscript subscript_at(std::string_view line, int column, long long index) {
  const size_t close = static_cast<size_t>(column) - 1;
  if (column < 1 || close >= line.size() || line[close] != ']') return {};
  const size_t last = opening(line, close);
  if (last == nowhere) return {};
  size_t end = last;
  while (end > 0 && line[end - 1] == ']') {
    end = opening(line, end - 1);
    if (end == nowhere) return {};
  }
  const size_t begin = begin_of_name(line, end);
  if (begin == end) return {};
  return {std::string(line.substr(begin, end - begin)),
          std::string(line.substr(begin, last - begin)) + "[" + std::to_string(index) + "]"};
}

void name_by_subscript(Finding& finding, SourceLines& lines) {
  const auto& bounds = finding.get<BoundsPart>();
  if (bounds.type.empty() || finding.sides.empty()) return;
  const SourcePlace& place = finding.sides[0].place;
  const Subscript subscript =
      subscript_at(lines.whole_line(place.file, place.line), place.column, bounds.index);
  if (subscript.element.empty()) return;
  finding.element = subscript.element;
  if (finding.array.empty()) finding.array = subscript.array;
}

std::string called_at(std::string_view line, int column) {
  size_t at = static_cast<size_t>(column) - 1;
  if (column < 1 || at >= line.size()) return "";
  if (line[at] == ')') at = partner(line, at);
  if (at == nowhere || line[at] != '(') return "";
  const size_t begin = begin_of_name(line, at);
  return std::string(line.substr(begin, at - begin));
}

void name_by_call(Finding& finding, SourceLines& lines) {
  constexpr std::string_view unnamed = "the tensor of shape";
  const size_t at = finding.detail.find(unnamed);
  if (finding.kind != FindingKind::outside_shape || finding.sides.empty() || at == nowhere) return;
  const SourcePlace& place = finding.sides[0].place;
  const std::string tensor = called_at(lines.whole_line(place.file, place.line), place.column);
  if (tensor.empty()) return;
  finding.detail.replace(at, unnamed.size(), "the tensor '" + tensor + "' of shape");
}

}  // namespace hippuzzle
