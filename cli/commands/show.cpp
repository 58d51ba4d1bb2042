// `hippuzzle show p14`: the lesson, in the terminal or in a browser.
#include <fmt/format.h>

#include <memory>

#include "cli/app/book/book_run.hpp"
#include "cli/app/learner/lesson_of.hpp"
#include "cli/args/puzzle_argument.hpp"
#include "cli/commands/commands.hpp"
#include "cli/report/lessons/lesson_text.hpp"
#include "cli/report/output.hpp"
#include "cli/terminal/screen/logging.hpp"
#include "cli/terminal/screen/pager.hpp"
#include "cli/terminal/screen/web_browser.hpp"
#include "support/files/cache_folder.hpp"

namespace hippuzzle::commands {
namespace {

struct ShowState {
  PuzzleArgument argument;
  bool web = false;
};

// The page belongs to a book of its own, in which this puzzle's example is walked through.
std::filesystem::path write_page(const Lesson& lesson, const std::filesystem::path& folder,
                                 const GlobalOptions& globals) {
  BookSettings settings{folder};
  settings.traced = {lesson.id()};
  return write_book(globals, settings).index.parent_path() / (lesson.id() + ".html");
}

Outcome show_page(const Lesson& lesson, const GlobalOptions& globals) {
  const std::filesystem::path folder = cache_folder("book");
  if (folder.empty()) {
    throw Error(Outcome::usage,
                "the page is kept in a cache and there is no home for one; set HOME or "
                "XDG_CACHE_HOME");
  }
  const auto page = write_page(lesson, folder, globals);
  if (!open_in_browser(page)) {
    write_text(fmt::format("{}\n", page.string()));
    logging::info("no browser could be opened; BROWSER names one");
  }
  return Outcome::passed;
}

Outcome run_show(const ShowState& state, const GlobalOptions& globals) {
  const Lesson lesson = lesson_of(named_or_next(state.argument, globals), globals);
  if (state.web) return show_page(lesson, globals);
  print_paged(lesson_text(lesson.readme(), lesson.folder()));
  return Outcome::passed;
}

}  // namespace

void add_show(Command command, const GlobalOptions& globals) {
  auto state = std::make_shared<ShowState>();
  add_puzzle_argument(command, state->argument, globals, Variants::none).description(or_the_next);
  command.flag("--web", state->web,
               "open its page of the book in a browser, $BROWSER or the desktop's");
  command.act([state, &globals] { return run_show(*state, globals); });
}

}  // namespace hippuzzle::commands
