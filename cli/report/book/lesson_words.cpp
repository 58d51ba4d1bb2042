#include "cli/report/book/lesson_words.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <sstream>
#include <vector>

#include "lessons/authoring/markdown_outline.hpp"

namespace hippuzzle {
namespace {

constexpr size_t most_lessons = 6;  // that a word leads back to

// The word that a heading of that guide explains; "" for other headings.
std::string word_of(const MarkdownHeading& heading) {
  return heading.level == 3 ? heading.text.substr(std::string("### ").size()) : "";
}

// The words that lessons link, with their anchors. Words of reports such as "time" mean something
// else in most sentences of a lesson, except if they are two.
std::map<std::string, std::string> words_to_link(const std::string& guide) {
  std::map<std::string, std::string> words;
  std::string part;
  for (const MarkdownHeading& heading : outline(guide).headings) {
    if (heading.level == 2) part = heading.text;
    const std::string word = word_of(heading);
    const bool is_of_lessons =
        part == "## Threads and devices" || part == "## Memory" || part == "## Findings";
    if (word.empty() || (!is_of_lessons && word.find(' ') == std::string::npos)) continue;
    words[word] = word;
    std::ranges::replace(words[word], ' ', '-');
  }
  return words;
}

}  // namespace

LessonWords::LessonWords(const std::string& guide, std::string page)
    : page_(std::move(page)), anchors_(words_to_link(guide)) {}

LinkTo LessonWords::linked(LinkTo link_to, const std::string& lesson) {
  return [this, link_to = std::move(link_to), lesson, met = std::set<std::string>()](
             const std::string& target, LinkKind kind) mutable -> std::string {
    if (kind != LinkKind::word) return link_to(target, kind);
    const auto word = anchors_.find(target);
    if (word == anchors_.end() || !met.insert(target).second) return "";
    lessons_with_[target].insert(lesson);
    return page_ + "#" + word->second;
  };
}

std::string LessonWords::with_lessons(const std::string& guide) const {
  const std::vector<MarkdownHeading> headings = outline(guide).headings;
  std::string text, word;
  const auto end_word = [&] {
    const auto found = lessons_with_.find(word);
    if (found == lessons_with_.end()) return;
    std::vector<std::string> first(found->second.begin(), found->second.end());
    std::ranges::stable_sort(first, {}, &std::string::size);  // p01 before bank_conflicts
    const size_t more = first.size() - std::min(first.size(), most_lessons);
    first.resize(first.size() - more);
    text += fmt::format("\nIn lessons: `{}`{}.\n\n", fmt::join(first, "`, `"),
                        more == 0 ? "" : fmt::format(" and {} more", more));
  };
  std::istringstream lines(guide);
  size_t number = 0;
  for (std::string line; std::getline(lines, line);) {
    const auto heading = std::ranges::find(headings, ++number, &MarkdownHeading::line);
    if (heading != headings.end()) {
      end_word();
      word = word_of(*heading);
    }
    text += line + '\n';
  }
  end_word();
  return text;
}

}  // namespace hippuzzle
