// `hippuzzle book -o DIR`: the lessons as pages for a browser.
#include <fmt/format.h>

#include <memory>

#include "cli/app/book/book_run.hpp"
#include "cli/args/option_values.hpp"
#include "cli/commands/commands.hpp"
#include "cli/report/output.hpp"

namespace hippuzzle::commands {

void add_book(Command command, const GlobalOptions& globals) {
  struct BookState {
    std::string folder = "book";
    bool solutions = false;
    std::optional<std::string> traces;
  };
  auto state = std::make_shared<BookState>();
  command.option("-o,--output", state->folder, "the folder to write [book]").type_name("DIR");
  command.flag("--solutions", state->solutions,
               "with all solutions, not only the solutions of passed puzzles");
  command
      .option("--traces", state->traces,
              "walk through the examples of these puzzles only, with commas; none for none [all]")
      .type_name("PUZZLES");
  command.act([state, &globals] {
    BookSettings settings{state->folder, state->solutions};
    if (state->traces) settings.traced = comma_separated(*state->traces);
    if (settings.traced == std::vector<std::string>{"none"}) settings.traced->clear();
    const WrittenBook book = write_book(globals, settings);
    write_text(fmt::format("{}: {} pages, {:.1f} MB; open it in a browser\n", book.index.string(),
                           book.pages, static_cast<double>(book.bytes) / 1e6));
    return Outcome::passed;
  });
}

}  // namespace hippuzzle::commands
