#include "cli/app/book/book_run.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "cli/app/book/book_source.hpp"
#include "cli/app/book/book_walk.hpp"
#include "cli/app/run/puzzle_selection.hpp"
#include "cli/report/advice_text.hpp"
#include "cli/report/book/book.hpp"
#include "cli/report/book/lesson_page.hpp"
#include "cli/report/trace/trace_report.hpp"
#include "cli/terminal/screen/logging.hpp"
#include "cli/terminal/screen/output_file.hpp"
#include "cli/terminal/screen/progress_bar.hpp"
#include "cli/terminal/text/typed_command.hpp"
#include "lessons/course_order.hpp"
#include "support/files/text_file.hpp"

namespace hippuzzle {
namespace fs = std::filesystem;
namespace {

constexpr const char* generator = R"(<meta name="generator" content="hippuzzle book">)";

// A book is written over a book; nothing else is.
void require_book_folder(const fs::path& folder) {
  if (!fs::exists(folder)) return;
  if (!fs::is_directory(folder)) throw cannot_write(folder.string(), ENOTDIR);
  if (fs::is_empty(folder)) return;
  const auto index = read_file(folder / "index.html");
  if (index && index->find(generator) != std::string::npos) return;
  throw Error(
      Outcome::usage,
      fmt::format("'{}' holds something else than a book; name a new folder", folder.string()));
}

struct ToldLesson {
  std::string unit;  // of the course
  std::vector<BookPage> pages;
};

class BookMaker {
 public:
  BookMaker(const GlobalOptions& globals, const BookSettings& settings)
      : globals_(globals),
        settings_(settings),
        source_(globals, Workspace::find(fs::current_path()), settings.solutions),
        guides_(source_.guides()),
        pages_(ids(), guides_) {}

  std::vector<BookPart> parts() {
    std::vector<ToldLesson> lessons;
    std::vector<CourseStep> steps;
    ProgressBar bar;
    size_t made = 0;
    for (const std::string& id : ids()) {
      bar.show("the page of " + id,
               static_cast<double>(made++) / static_cast<double>(ids().size()));
      const CatalogEntry entry = globals_.catalog().open(id);
      const std::string& module = entry.refs.front().puzzle->id();
      if (!globals_.search_path().puzzle_folder(module)) continue;
      const Lesson lesson(globals_.catalog(), module);
      const auto place = lesson.place();
      lessons.push_back({place ? place->unit : "More puzzles", pages_.of(told(entry, lesson))});
      const bool has_passed = source_.has_passed(entry);
      for (BookPage& page : lessons.back().pages) page.has_passed = has_passed;
      steps.push_back({lessons.back().pages.front().file, ""});
      if (const auto next = lesson.next()) steps.back().next = *next + ".html";
    }
    bar.clear();
    sort_by_course(lessons, steps,
                   [](const ToldLesson& lesson) { return lesson.pages.front().file; });
    std::vector<BookPart> parts = {guides("learn", "Start here")};
    for (ToldLesson& lesson : lessons) {  // a part for each unit of the course
      if (parts.back().title != lesson.unit) parts.push_back({lesson.unit, {}});
      std::ranges::move(lesson.pages, std::back_inserter(parts.back().pages));
    }
    for (const auto& [folder, title] : {std::pair("how-to", "How to"),
                                        {"teach", "Teaching"},
                                        {"reference", "Reference"},
                                        {"explain", "Explanations"}}) {
      parts.push_back(guides(folder, title));
    }
    std::erase_if(parts, [](const BookPart& part) { return part.pages.empty(); });
    BookPart front{"", {pages_.front(parts)}};
    parts.insert(parts.begin(), std::move(front));
    return parts;
  }

  const BookPages& pages() const { return pages_; }

 private:
  std::vector<std::string> ids() const { return globals_.catalog().ids(); }
  // The guides in a folder of docs as a part of the book.
  BookPart guides(const std::string& folder, const std::string& title) {
    BookPart part{title, {}};
    for (const fs::path& file : guides_) {
      if (file.parent_path().filename() == folder) {
        part.pages.push_back(pages_.of(source_.guide(file)));
      }
    }
    return part;
  }

  BookLesson told(const CatalogEntry& entry, const Lesson& lesson) const {
    BookLesson told = source_.lesson(entry, lesson);
    const auto& traced = settings_.traced;
    if (!traced || std::ranges::find(*traced, entry.id) != traced->end()) {
      auto [walks, of_stub] =
          walks_of(entry, lesson, globals_, source_.may_show_solution(entry, lesson));
      told.walks = std::move(walks);
      told.walks_of_stub = of_stub;
    }
    return told;
  }

  const GlobalOptions& globals_;
  const BookSettings& settings_;
  BookSource source_;
  std::vector<fs::path> guides_;
  BookPages pages_;
};

void name_what_is_not_built(const GlobalOptions& globals) {
  const auto name = [](const char* what, const std::vector<std::string>& ids) {
    if (ids.empty()) return;
    logging::info(
        "{}", in_words(fmt::format("the book lacks the {} of puzzles that are not built: {}", what,
                                   fmt::join(ids, ", ")),
                       Advice{.kind = Advice::build_everything}));
  };
  name("pages", globals.catalog().unbuilt_ids());
  std::vector<std::string> untraced;
  for (const std::string& id : globals.search_path().puzzle_ids()) {
    if (!globals.search_path().checked_module(id)) untraced.push_back(id);
  }
  name("traces", untraced);
  if (globals.search_path().puzzle_ids().empty() || !globals.search_path().in_build_tree()) return;
  for (const std::string& id : globals.search_path().puzzle_ids()) {
    if (globals.search_path().recorded_findings(id)) return;
  }
  logging::info(
      "the book has no wrong kernels, because they were not checked; `./dev book` checks them");
}

}  // namespace

WrittenBook write_book(const GlobalOptions& globals, const BookSettings& settings) {
  const fs::path folder = fs::absolute(settings.folder).lexically_normal();
  require_book_folder(folder);
  if (settings.traced && !settings.traced->empty()) {
    select_puzzles(*settings.traced, globals.catalog(), globals.search_path());
  }
  name_what_is_not_built(globals);
  BookMaker maker(globals, settings);
  const std::vector<BookPart> parts = maker.parts();
  WrittenBook written{folder / "index.html", 0, 0};
  const auto write = [&](const std::string& name, const std::string& text) {
    fs::create_directories((folder / name).parent_path());
    write_output_file((folder / name).string(), text);
    written.bytes += text.size();
  };
  for (const auto& [name, text] : site_of(parts)) write(name, text);
  for (const auto& [name, text] : maker.pages().traces()) write(name, text);
  for (const auto& [name, text] : trace_page_files()) write(name, text);
  for (const auto& [name, file] : maker.pages().pictures()) write(name, *read_file(file));
  for (const BookPart& part : parts) written.pages += part.pages.size();
  return written;
}

}  // namespace hippuzzle
