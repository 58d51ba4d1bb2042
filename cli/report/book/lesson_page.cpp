#include "cli/report/book/lesson_page.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <sstream>

#include "book_page_parts.hpp"
#include "cli/report/book/html.hpp"
#include "cli/report/book/wrong_kernels_page.hpp"
#include "lessons/authoring/markdown_outline.hpp"
#include "support/files/text_file.hpp"

namespace hippuzzle {
namespace fs = std::filesystem;
namespace {

std::string puzzle_file(const std::string& id) { return id + ".html"; }

// "p16-tiled.html" of tiled.md in the folder of p16.
std::string page_file(const std::string& id, const fs::path& page) {
  return fmt::format("{}-{}.html", id, page.stem().string());
}

// Guides and puzzles may have the same name.
std::string guide_file(const fs::path& guide) {
  return fmt::format("guide-{}.html", guide.stem().string());
}

bool is_of_words(const fs::path& guide) { return guide.filename() == "words.md"; }

// "p12: Dot product" without the id, which contents have already.
PageSection section(const std::string& anchor, const std::string& heading, int level) {
  return {anchor, heading, level, ""};
}

void add_heading(BookPage& page, const PageSection& s) {
  page.html += fmt::format(
      R"(<h{0}><a class="anchor" id="{1}" href="#{1}" tabindex="-1" aria-hidden="true"></a>{2}</h{0}>)"
      "\n",
      s.level, s.anchor, in_html(s.heading));
  page.sections.push_back(s);
}

std::string folded(const std::string& summary, const std::string& html, bool is_open = false) {
  return fmt::format("<details{}>\n<summary>{}</summary>\n{}</details>\n", is_open ? " open" : "",
                     in_html(summary), html);
}

std::string variant_heading(const std::string& variant) {
  return variant.empty() ? "" : fmt::format("<h3><code>--{}</code></h3>\n", in_html(variant));
}

void add_text(BookPage& page, const std::string& markdown, const LinkTo& link_to) {
  MarkdownPage text = markdown_page(markdown, link_to);
  page.html += text.html;
  std::ranges::move(text.sections, std::back_inserter(page.sections));
}

// A lesson's text, cut before each heading of the second level.
struct LessonPart {
  std::string heading;  // "" before the first one
  std::string markdown;
};

std::vector<LessonPart> parts_of(const std::string& markdown) {
  const std::vector<MarkdownHeading> headings = outline(markdown).headings;
  std::vector<LessonPart> parts(1);
  std::istringstream lines(markdown);
  size_t number = 0;
  for (std::string line; std::getline(lines, line);) {
    const auto heading = std::ranges::find(headings, ++number, &MarkdownHeading::line);
    if (heading != headings.end() && heading->level == 2) parts.push_back({heading->text, ""});
    parts.back().markdown += line + '\n';
  }
  return parts;
}

void add_answers(BookPage& page, const std::vector<std::string>& answers, const LinkTo& link_to) {
  size_t number = 0;
  for (const std::string& answer : answers) {
    page.html += folded(fmt::format("Answer {}", ++number), markdown_page(answer, link_to).html);
  }
}

void add_hints(BookPage& page, const std::vector<BookHints>& all, const LinkTo& link_to) {
  const auto has_heading = [](const PageSection& s) { return s.anchor == "hints"; };
  if (all.empty()) return;
  if (std::ranges::none_of(page.sections, has_heading))
    add_heading(page, section("hints", "Hints", 2));
  for (const BookHints& of : all) {
    page.html += variant_heading(of.variant);
    size_t number = 0;
    for (const std::string& hint : of.hints) {
      page.html += folded(fmt::format("Hint {} of {}", ++number, of.hints.size()),
                          markdown_page(hint, link_to).html);
    }
  }
}

void add_wrong_kernels(BookPage& page, const BookLesson& lesson) {
  if (lesson.wrong_kernels.empty()) return;
  const WrongKernelsPart part = wrong_kernels_part(
      lesson.wrong_kernels,
      lesson.solution.empty() ? ShownSource::lines_of_findings : ShownSource::functions);
  if (part.html.empty()) return;
  add_heading(page, section("wrong-kernels", "Wrong kernels", 2));
  page.html +=
      "<p>Typical mistakes, and the findings of <code>hippuzzle check</code> when it ran "
      "them.</p>\n" +
      part.html;
  std::ranges::copy(part.sections, std::back_inserter(page.sections));
}

// The explanation's own headings stand below this one.
void add_solution(BookPage& page, const BookLesson& lesson, const LinkTo& link_to) {
  if (!lesson.explanation && lesson.solution.empty()) return;
  add_heading(page, section("the-solution", "The solution", 2));
  if (!lesson.solution.empty()) {
    page.html += folded("The kernels",
                        fmt::format("<pre><code>{}</code></pre>\n", in_html(lesson.solution)));
  }
  if (!lesson.explanation) return;
  std::string text;
  for (size_t at = lesson.explanation->find("\n## "); at != std::string::npos;) {
    const size_t end = lesson.explanation->find("\n## ", at + 1);
    text += "\n#" + lesson.explanation->substr(at + 1, end - at - 1);
    at = end;
  }
  MarkdownPage explained = markdown_page(text, link_to, "solution-");
  page.html += explained.html;
  std::ranges::move(explained.sections, std::back_inserter(page.sections));
}

}  // namespace

BookPages::BookPages(const std::vector<std::string>& puzzles, const std::vector<fs::path>& guides)
    : puzzles_(puzzles.begin(), puzzles.end()) {
  for (const fs::path& guide : guides) {
    guides_.insert(guide.lexically_normal());
    if (is_of_words(guide)) words_ = LessonWords(read_file(guide).value_or(""), guide_file(guide));
  }
}

// The first variant's trace is open: who reads on sees it, and no other is loaded before it is
// asked for.
void BookPages::add_walks(BookPage& page, const BookLesson& lesson, const LinkTo& link_to) {
  if (lesson.walks.empty()) return;
  add_heading(page, section("the-example-step-by-step", "The example, step by step", 2));
  page.html += fmt::format(
      "<p>Recorded from a run of {}: the reads and writes of each thread between two "
      "barriers.</p>\n",
      lesson.walks_of_stub ? "the kernels as they are given, with their mistakes" : "the solution");
  for (const BookWalk& walk : lesson.walks) {
    page.html += variant_heading(walk.variant);
    if (!walk.why_not.empty()) {
      page.html += fmt::format("<p>{}</p>\n", markdown_page(walk.why_not, link_to).html);
      continue;
    }
    const std::string name =
        fmt::format("trace-{}{}{}.html", lesson.id, walk.variant.empty() ? "" : "-", walk.variant);
    traces_[name] = walk.page;
    page.html += folded("In sentences",
                        markdown_page(walk.steps, link_to, "walk-" + walk.variant + "-").html);
    page.html += fmt::format(
        "<div class=\"wide\">{}</div>\n",
        folded("In pictures",
               fmt::format(R"(<p><a href="{0}">In a window of its own</a></p>
<iframe src="{0}" loading="lazy" title="{1}"></iframe>
)",
                           name,
                           in_html(fmt::format("A trace of {}{}{}", lesson.id,
                                               walk.variant.empty() ? "" : " --", walk.variant))),
               &walk == &lesson.walks.front()));
  }
}

// The page for a puzzle's id, a guide's file or a command, "" where the book has none.
std::string BookPages::mentioned(const std::string& words) const {
  if (puzzles_.contains(words)) return puzzle_file(words);
  std::istringstream in(words);
  std::string command;
  if (in >> command && command == "hippuzzle" && in >> command) {
    std::string puzzle;
    if (command == "show" && in >> puzzle)
      return puzzles_.contains(puzzle) ? puzzle_file(puzzle) : "";
    if (puzzles_.contains(command) && in >> puzzle && puzzle.starts_with("--"))
      return puzzle_file(command);
    for (const fs::path& guide : guides_)
      if (guide.stem() == command) return guide_file(guide);
    return "";
  }
  if (!words.starts_with("docs/")) return "";
  for (const fs::path& guide : guides_)
    if (guide.string().ends_with("/" + words)) return guide_file(guide);
  return "";
}

LinkTo BookPages::links_from(const fs::path& folder, const std::string& pictures) {
  return [this, folder, pictures](const std::string& target, LinkKind kind) -> std::string {
    if (kind == LinkKind::mention) {
      const std::string page = mentioned(target);
      return page == puzzle_file(pictures) ? "" : page;
    }
    if (target.starts_with("https:") || target.starts_with("http:")) return target;
    if (target.starts_with("#")) return target;
    const size_t hash = target.find('#');
    const fs::path file = target.substr(0, hash);
    if (kind == LinkKind::source) return read_file(folder / file).value_or("");
    if (const std::string id = id_of_folder(file.parent_path().filename());
        file.filename() == "README.md" && puzzles_.contains(id)) {
      return puzzle_file(id);
    }
    if (const fs::path page = (folder / file).lexically_normal(); lesson_pages_.contains(page))
      return lesson_pages_.at(page) + (hash == target.npos ? "" : target.substr(hash));
    if (kind == LinkKind::picture) {
      if (!fs::exists(folder / file)) return "";
      const std::string name = fmt::format("pictures/{}/{}", pictures, file.filename().string());
      pictures_[name] = folder / file;
      return name;
    }
    if (guides_.contains((folder / file).lexically_normal())) {
      return guide_file(file) + (hash == target.npos ? "" : target.substr(hash));
    }
    return "";
  };
}

std::vector<BookPage> BookPages::of(const BookLesson& lesson) {
  for (const LessonPage& page : lesson.pages) {
    lesson_pages_[(lesson.folder / page.file).lexically_normal()] = page_file(lesson.id, page.file);
  }
  std::vector<BookPage> pages = {first_page(lesson)};
  for (const LessonPage& page : lesson.pages) {
    MarkdownPage text = markdown_page(
        page.markdown, words_.linked(links_from(lesson.folder, lesson.id), lesson.id));
    pages.push_back({page_file(lesson.id, page.file), fmt::format("{}: {}", lesson.id, page.title),
                     std::move(text.html), std::move(text.sections)});
  }
  return pages;
}

BookPage BookPages::first_page(const BookLesson& lesson) {
  const LinkTo link_to = links_from(lesson.folder, lesson.id);
  const LinkTo in_text = words_.linked(link_to, lesson.id);
  BookPage page{puzzle_file(lesson.id), fmt::format("{}: {}", lesson.id, lesson.title), "", {}};
  // Recorded walks and the solution come late, because they answer the questions before them.
  std::vector<std::pair<std::string, std::function<void()>>> additions = {
      {"## Hints", [&] { add_hints(page, lesson.hints, link_to); }},
      {"## Mistakes people make", [&] { add_wrong_kernels(page, lesson); }},
      {"## Questions", [&] { add_answers(page, lesson.answers, link_to); }},
      {"## Summary", [&] {
         add_walks(page, lesson, link_to);
         add_solution(page, lesson, link_to);
       }}};
  for (const LessonPart& part : parts_of(lesson.readme)) {
    add_text(page, part.markdown, in_text);
    const auto addition =
        std::ranges::find(additions, part.heading, &decltype(additions)::value_type::first);
    if (addition == additions.end()) continue;
    addition->second();
    additions.erase(addition);
  }
  for (const auto& [heading, add] : additions) add();  // a lesson without these sections
  return page;
}

BookPage BookPages::of(const BookGuide& guide) {
  MarkdownPage text =
      markdown_page(is_of_words(guide.file) ? words_.with_lessons(guide.markdown) : guide.markdown,
                    links_from(guide.file.parent_path(), "guides"));
  const std::string title =
      text.sections.empty() ? guide.file.stem().string() : text.sections.front().heading;
  return {guide_file(guide.file), title, std::move(text.html), std::move(text.sections)};
}

BookPage BookPages::front(const std::vector<BookPart>& parts) {
  MarkdownPage text = markdown_page(book_index_md, links_from({}, ""));
  BookPage page{"index.html", "hippuzzle", std::move(text.html), std::move(text.sections)};
  for (const BookPart& part : parts) {
    page.html += fmt::format("<h2>{}</h2>\n<ul class=\"pages\">\n", in_html(part.title));
    for (const BookPage& p : part.pages) {
      page.html += fmt::format("<li><a href=\"{}\">{}</a></li>\n", p.file, in_html(p.title));
    }
    page.html += "</ul>\n";
  }
  return page;
}

}  // namespace hippuzzle
