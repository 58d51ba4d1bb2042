#include "lessons/course_place.hpp"

#include <algorithm>
#include <cctype>
#include <charconv>

#include "lessons/lesson.hpp"
#include "support/text/lines.hpp"

namespace hippuzzle {
namespace {

constexpr std::string_view unit_mark = "Unit: ", required_mark = ". Requires ",
                           minutes_mark = ". About ", last_mark = " minutes.";

// The lessons that "[p14](../p14_prefix_sum/README.md) and [p26](…)" links to.
std::vector<std::string> linked_lessons(std::string_view text) {
  constexpr std::string_view begin = "](../", end = "/README.md)";
  std::vector<std::string> ids;
  for (size_t at = text.find(begin); at != text.npos; at = text.find(begin, at)) {
    at += begin.size();
    const size_t closing = text.find(end, at);
    if (closing == text.npos) break;
    ids.push_back(id_of_folder(std::string(text.substr(at, closing - at))));
  }
  return ids;
}

}  // namespace

std::optional<CoursePlace> course_place_in(std::string_view readme) {
  const std::vector<std::string_view> lines = split_lines(readme);
  const auto line = std::ranges::find_if(
      lines, [](std::string_view l) { return l.starts_with(unit_mark) || l.starts_with("## "); });
  if (line == lines.end() || !line->starts_with(unit_mark)) return std::nullopt;
  const size_t required = line->find(required_mark), minutes = line->rfind(minutes_mark);
  if (required == line->npos || minutes == line->npos || minutes < required) return std::nullopt;
  CoursePlace place;
  place.unit = line->substr(unit_mark.size(), required - unit_mark.size());
  place.required = linked_lessons(line->substr(required, minutes - required));
  const std::string_view number = line->substr(minutes + minutes_mark.size());
  const auto [rest, error] =
      std::from_chars(number.data(), number.data() + number.size(), place.minutes);
  const size_t digits = static_cast<size_t>(rest - number.data());
  if (error != std::errc() || number.substr(digits) != last_mark) return std::nullopt;
  return place;
}

std::string suite_name(std::string_view unit) {
  std::string name(unit);
  std::ranges::transform(name, name.begin(), [](unsigned char c) {
    return c == ' ' ? '-' : static_cast<char>(std::tolower(c));
  });
  return name;
}

}  // namespace hippuzzle
