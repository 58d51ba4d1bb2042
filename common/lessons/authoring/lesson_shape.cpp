#include "lessons/authoring/lesson_shape.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <iterator>
#include <regex>
#include <sstream>

#include "lessons/authoring/markdown_outline.hpp"
#include "lessons/edition_text.hpp"
#include "lessons/lesson.hpp"
#include "support/files/text_file.hpp"
#include "support/text/lines.hpp"

namespace hippuzzle {
namespace fs = std::filesystem;
namespace {

using Names = std::vector<std::string>;

const Names lesson_sections = {"## Why",         "## The task",
                               "## Variants",    "## The idea",
                               "## The picture", "## Worked example",
                               "## Run it",      "## On each platform",
                               "## Hints",       "## Mistakes people make",
                               "## Questions",   "## Summary",
                               "## Next"};
const Names ladder_sections = {"## Why",       "## The task",         "## The rungs",
                               "## Run it",    "## On each platform", "## Mistakes people make",
                               "## Questions", "## Summary",          "## Next"};
// A ladder may set rungs that a first reader can skip apart.
const std::string rungs_section = "## The rungs", further_rungs = "## Further rungs";
constexpr size_t summary_lines = 3;
const Names solution_sections = {"## Why it is right", "## What it costs", "## What to try"};

std::string text_in(const fs::path& file) { return read_file(file).value_or(""); }

class LessonTexts {
 public:
  explicit LessonTexts(const LessonShape& lesson) : lesson_(lesson) {}

  std::vector<ShapeFault> faults;

  // Title and sections, in their order. Reports one fault only, because the first difference shifts
  // everything after it.
  void check_headings(const char* file, const std::string& title, const Names& sections) {
    Names expected = {title};
    expected.insert(expected.end(), sections.begin(), sections.end());
    check_order(file, headings_of(file, [](size_t level) { return level <= 2; }), expected,
                "headings");
  }

  void check_readme(const Names& sections) {
    check_headings("README.md", fmt::format("# {}: {}", lesson_.id, lesson_.title), sections);
  }

  void check_ladder_readme() {
    Names sections = ladder_sections;
    if (text("README.md").find('\n' + further_rungs + '\n') != std::string::npos)
      sections.insert(std::ranges::find(sections, rungs_section) + 1, further_rungs);
    check_readme(sections);
  }

  void check_rungs() {
    Names expected;
    for (const std::string& variant : lesson_.variants) expected.push_back("### " + variant);
    check_order("README.md", headings_of("README.md", [](size_t level) { return level == 3; }),
                expected, "rungs");
    check_changed_lines();
  }

  // A rung's ```diff block quotes lines of the ladder's sources, so that it cannot become stale.
  void check_changed_lines() {
    const std::string sources = ladder_sources();
    bool in_diff = false;
    size_t number = 0;
    std::istringstream lines(text("README.md"));
    for (std::string line; std::getline(lines, line);) {
      ++number;
      if (line.starts_with("```")) {
        in_diff = !in_diff && line == "```diff";
      } else if (in_diff && (line.starts_with('+') || line.starts_with('-'))) {
        const std::string quoted(trimmed(std::string_view(line).substr(1)));
        if (quoted.empty() || sources.find('\n' + quoted + '\n') != sources.npos) continue;
        fault(
            "README.md", number,
            fmt::format("no rung and no part has the line '{}'; quote lines as they are", quoted));
      }
    }
  }

  // The book inverts figures on a dark page, and shows them at their own size on a phone.
  void check_figure(const std::string& file) {
    if (text(file).find("prefers-color-scheme") != std::string::npos) {
      fault(file, 0,
            "it has dark colours of its own, and the book inverts light ones; leave them out");
    }
    static const std::regex size("font-size(?:=\"|: *)([0-9.]+)");
    const std::string source = text(file);
    constexpr double least = 12;
    for (std::sregex_iterator found(source.begin(), source.end(), size), end; found != end;
         ++found) {
      if (std::stod((*found)[1]) >= least) continue;
      fault(file, 0,
            fmt::format("it has text of {} px; {} px is the least that a phone can show",
                        (*found)[1].str(), least));
      return;
    }
  }

  void check_picture() {
    bool has_one = false;
    for (const MarkdownPicture& picture : outline(text("README.md")).pictures) {
      if (picture.file.ends_with(".svg")) check_figure(picture.file);
      has_one = has_one || (picture.file == "threads.svg" && !picture.description.empty());
    }
    if (has_one) return;
    fault("README.md", 0,
          "it does not show threads.svg with a text for readers who cannot see it; write "
          "![the text](threads.svg) on a line below '## The picture'");
  }

  // The stub stands in the task, once.
  void check_stub_line() {
    const std::string task = text_below(text("README.md"), "## The task");
    if (task.find(fmt::format("\n{}\n", stub_line)) != task.npos) return;
    fault(
        "README.md", 0,
        fmt::format("it does not show the stub; write {} on a line of its own below '## The task'",
                    stub_line));
  }

  void check_questions() {
    const size_t questions = questions_in(text("README.md")).size();
    const size_t answers = answers_in(text("answers.md")).size();
    if (questions == 0) {
      fault("README.md", 0,
            "there is no question below '## Questions'; write them as a list, 1., 2. and so on");
    } else if (questions != answers) {
      fault("answers.md", 0,
            fmt::format("it has {} answers below '## answers' for {} questions; answer each, as a "
                        "list, 1., 2. and so on",
                        answers, questions));
    }
  }

  void check_summary() {
    const std::string summary = text_below(text("README.md"), "## Summary");
    size_t points = 0;
    for (size_t at = 0; (at = summary.find("- ", at)) != summary.npos; at += 2) {
      if (at == 0 || summary[at - 1] == '\n') ++points;
    }
    if (points == summary_lines) return;
    fault("README.md", 0,
          fmt::format("the summary has {} points, expected {}; write each as '- ...'", points,
                      summary_lines));
  }

  // Each variant has a section with hints, and no section is without a variant.
  void check_hints() {
    const std::string hints = text("hints.md");
    Names sections;
    for (const std::string& variant : lesson_.variants) {
      sections.push_back("## " + (variant.empty() ? "hints" : variant));
      if (!hints_in(hints, variant).empty()) continue;
      fault("hints.md", 0,
            fmt::format("there is no hint below '{}'; write them as a list, 1., 2. and so on",
                        sections.back()));
    }
    for (const MarkdownHeading& heading : outline(hints).headings) {
      if (heading.level != 2 || std::ranges::find(sections, heading.text) != sections.end())
        continue;
      fault("hints.md", heading.line,
            fmt::format("the section '{}' is of no variant; its sections are {}", heading.text,
                        fmt::join(sections, ", ")));
    }
  }

  // A line that leads to a page of the lesson names a file.
  void check_pages() {
    for (const std::string& file : page_files_in(text("README.md"))) {
      if (!fs::exists(lesson_.folder / file))
        fault("README.md", 0, fmt::format("it leads to {}, which does not exist; write it", file));
    }
  }

  // An id in a text is a key that an edition has another name for, so there must be one.
  void check_editions(const std::vector<Edition>& editions) {
    if (editions.empty()) return;
    for (const std::string& file : texts()) check_passages(file, editions);
    for (const Edition& edition : editions) {
      if (runs(edition, lesson_.id)) check_ids_for(edition);
    }
  }

 private:
  // The texts that an edition shows in its own words.
  Names texts() const {
    Names files = {"README.md", "hints.md", "solution.md", "answers.md"};
    std::ranges::move(page_files_in(text("README.md")), std::back_inserter(files));
    return files;
  }

  void fault(const std::string& file, size_t line, std::string sentence) {
    faults.push_back({lesson_.folder / file, line, std::move(sentence)});
  }

  std::string text(const std::string& file) const { return text_in(lesson_.folder / file); }

  // All lines of rungs/ and parts/, without their indentation.
  std::string ladder_sources() const {
    std::string sources = "\n";
    for (const char* part : {"rungs", "parts"}) {
      if (!fs::is_directory(lesson_.folder / part)) continue;
      for (const auto& entry : fs::directory_iterator(lesson_.folder / part)) {
        std::istringstream lines(text_in(entry.path()));
        for (std::string line; std::getline(lines, line);)
          sources += std::string(trimmed(line)) + '\n';
      }
    }
    return sources;
  }

  template <class Predicate>
  std::vector<MarkdownHeading> headings_of(const char* file, Predicate wanted) const {
    std::vector<MarkdownHeading> headings = outline(text(file)).headings;
    std::erase_if(headings, [&](const MarkdownHeading& h) { return !wanted(h.level); });
    return headings;
  }

  void check_order(const char* file, const std::vector<MarkdownHeading>& found,
                   const Names& expected, const char* what) {
    for (size_t i = 0; i < std::max(found.size(), expected.size()); ++i) {
      if (i < found.size() && i < expected.size() && found[i].text == expected[i]) continue;
      const std::string order =
          fmt::format("its {} are {}, in this order", what, fmt::join(expected, ", "));
      if (i == found.size()) {
        fault(file, 0, fmt::format("it ends without '{}'; {}", expected[i], order));
      } else if (i == expected.size()) {
        fault(file, found[i].line,
              fmt::format("'{}' is one heading too many; {}", found[i].text, order));
      } else {
        fault(file, found[i].line,
              fmt::format("the heading is '{}', expected '{}'; {}", found[i].text, expected[i],
                          order));
      }
      return;
    }
  }

  void check_passages(const std::string& file, const std::vector<Edition>& editions) {
    for (const PassageMark& mark : passage_marks(text(file))) {
      if (mark.edition == this_edition || mark.edition == any_edition ||
          std::ranges::find(editions, mark.edition, &Edition::name) != editions.end())
        continue;
      std::string names;
      for (const Edition& edition : editions) names += " or " + edition.name();
      fault(file, mark.line,
            fmt::format("there is no edition '{}'; a passage is of current, any{}", mark.edition,
                        names));
    }
  }

  void check_ids_for(const Edition& edition) {
    for (const std::string& file : texts()) {
      std::string shown = passages_of(text(file), edition.name(), Others::empty_lines);
      shown.erase(std::min(shown.find("\n## Questions"), shown.size()));
      for (const auto& [named, offset] : ids_in(shown)) {
        if (runs(edition, named)) continue;
        const auto place = shown.begin() + static_cast<ptrdiff_t>(offset);
        fault(file, 1 + static_cast<size_t>(std::count(shown.begin(), place, '\n')),
              fmt::format("it names {}, which the edition '{}' does not have; write it below '## "
                          "Questions', or between '<!-- edition current -->' and '<!-- edition any "
                          "-->'",
                          named, edition.name()));
        break;
      }
    }
    if (!ids_in(text("threads.svg")).empty()) {
      fault("threads.svg", 0,
            fmt::format("it names a puzzle's id, which is another one in the edition '{}'; leave "
                        "it out",
                        edition.name()));
    }
  }

  static bool runs(const Edition& edition, const std::string& id) {
    return std::ranges::find(edition.all(), id, &EditionVariant::runs_id) != edition.all().end();
  }

  const LessonShape& lesson_;
};

}  // namespace

std::vector<ShapeFault> lesson_faults(const LessonShape& lesson) {
  LessonTexts all(lesson);
  all.check_readme(lesson_sections);
  all.check_stub_line();
  all.check_pages();
  all.check_picture();
  all.check_questions();
  all.check_summary();
  all.check_hints();
  all.check_headings("solution.md", fmt::format("# {}: The solution", lesson.id),
                     solution_sections);
  return std::move(all.faults);
}

std::vector<ShapeFault> ladder_faults(const LessonShape& lesson) {
  LessonTexts all(lesson);
  all.check_ladder_readme();
  all.check_rungs();
  all.check_questions();
  all.check_summary();
  return std::move(all.faults);
}

std::vector<ShapeFault> edition_faults(const LessonShape& lesson,
                                       const std::vector<Edition>& editions) {
  LessonTexts all(lesson);
  all.check_editions(editions);
  return std::move(all.faults);
}

}  // namespace hippuzzle
