// The list of puzzles, for people.
#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <utility>

#include "cli/report/lessons/list_report.hpp"
#include "cli/terminal/text/text_layout.hpp"

namespace hippuzzle {

namespace {

std::string platforms_text(const ListedPuzzle& puzzle) {
  std::vector<std::string> names;
  for (const std::string& platform : puzzle.platforms) {
    const bool is_usable = std::ranges::find(puzzle.usable, platform) != puzzle.usable.end();
    names.push_back(is_usable ? platform : "(" + platform + ")");
  }
  return fmt::format("{}", fmt::join(names, " "));
}

// The part below a column that begins at `indent`; a long flag begins as far left as it must.
std::string below(const std::string& before, size_t indent, const std::string& part, size_t width) {
  const size_t last = width - std::min(width, display_width(part));
  return padded(before, before.empty() ? std::min(indent, last) : indent) + part + '\n';
}

// A puzzle whose title has no room in its line: the title is folded, and all else stands below it.
std::string below_its_id(const ListedPuzzle& puzzle, size_t id_width, size_t width) {
  constexpr size_t least_room = 8;
  const size_t room = std::max(width, id_width + least_room) - id_width;
  std::string rest = platforms_text(puzzle);
  for (const std::string& variant : puzzle.variants) rest += " --" + variant;
  std::string text, before = puzzle.id;
  for (const std::string& part : {puzzle.title, rest}) {
    for (const std::string& line : wrapped(part, room)) {
      text += below(std::exchange(before, ""), id_width, line, width);
    }
  }
  return text;
}

// The meaning of the brackets, where there are any.
std::string legend_of(const std::vector<ListedPuzzle>& puzzles, size_t width) {
  const auto has_brackets = [](const ListedPuzzle& p) { return p.usable != p.platforms; };
  if (std::ranges::none_of(puzzles, has_brackets)) return "";
  const auto lines =
      wrapped("In brackets: built, but no GPU for it is visible here.", std::max<size_t>(width, 1));
  return fmt::format("\n{}\n", fmt::join(lines, "\n"));
}

}  // namespace

// Columns: id, title, platforms, variants. The last one is folded, or where there is no room for it
// moves below.
std::string list_text(const std::vector<ListedPuzzle>& puzzles, size_t width) {
  constexpr size_t least_for_flags = 24;
  size_t id_width = 6, titles = 0, platforms = 0;
  for (const ListedPuzzle& puzzle : puzzles) {
    id_width = std::max(id_width, puzzle.id.size() + 2);
    titles = std::max(titles, display_width(puzzle.title));
    platforms = std::max(platforms, platforms_text(puzzle).size());
  }
  const size_t beside = id_width + titles + 2 + platforms + 2;
  const bool is_narrow = width < beside + least_for_flags;
  const size_t indent = is_narrow ? id_width : beside;
  std::string text;
  for (const ListedPuzzle& puzzle : puzzles) {
    if (width < beside - 2) {
      text += below_its_id(puzzle, id_width, width);
      continue;
    }
    std::string line =
        padded(puzzle.id, id_width) + padded(puzzle.title, titles + 2) + platforms_text(puzzle);
    std::string flags;
    for (const std::string& variant : puzzle.variants) flags += " --" + variant;
    if (is_narrow && !flags.empty()) text += std::exchange(line, "") + '\n';
    for (const std::string& part : wrapped(flags, std::max(width, indent + 1) - indent)) {
      text += part.empty() ? line + '\n' : below(line, indent, part, width);
      line.clear();
    }
  }
  return text + legend_of(puzzles, width);
}

std::string tags_text(const std::vector<ListedPuzzle>& puzzles, size_t width) {
  std::map<std::string, std::string> ids;  // by tag
  size_t names = 0;
  for (const ListedPuzzle& puzzle : puzzles) {
    for (const std::string& tag : puzzle.tags) {
      ids[tag] += (ids[tag].empty() ? "" : " ") + puzzle.id;
      names = std::max(names, tag.size() + 2);
    }
  }
  std::string text;
  for (const auto& [tag, list] : ids) {
    std::string line = tag;
    for (const std::string& part : wrapped(list, std::max(width, names + 8) - names)) {
      text += padded(std::exchange(line, ""), names) + part + '\n';
    }
  }
  return text;
}

std::string course_text(const std::vector<ListedPuzzle>& puzzles, size_t width) {
  size_t ids = 0, titles = 0;
  for (const ListedPuzzle& puzzle : puzzles) {
    ids = std::max(ids, puzzle.id.size() + 2);
    titles = std::max(titles, display_width(puzzle.title) + 2);
  }
  constexpr size_t minutes_width = 9;  // "150 min  "
  const size_t indent = 2 + ids + titles + minutes_width;
  std::string text, unit;
  for (const ListedPuzzle& puzzle : puzzles) {
    const CoursePlace& place = *puzzle.place;
    if (place.unit != unit) {
      unit = place.unit;
      int minutes = 0;
      for (const ListedPuzzle& p : puzzles) minutes += p.place->unit == unit ? p.place->minutes : 0;
      text += fmt::format("{}{} (--suite {}), {} minutes\n", text.empty() ? "" : "\n", unit,
                          suite_name(unit), minutes);
    }
    std::string line = fmt::format("  {}{}{:>3} min  ", padded(puzzle.id, ids),
                                   padded(puzzle.title, titles), place.minutes);
    if (place.required.empty()) {
      text += line.substr(0, line.size() - 2) + '\n';
      continue;
    }
    const std::string rest = fmt::format("after {}", fmt::join(place.required, ", "));
    for (const std::string& part : wrapped(rest, std::max(width, indent + 12) - indent)) {
      text += below(std::exchange(line, ""), indent, part, width);
    }
  }
  return text;
}

}  // namespace hippuzzle
