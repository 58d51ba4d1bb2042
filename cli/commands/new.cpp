// `hippuzzle new p40 --title "…"`: the folder of a new puzzle.
#include <fmt/format.h>

#include <memory>

#include "cli/commands/commands.hpp"
#include "cli/report/authoring/scaffold_text.hpp"
#include "cli/report/output.hpp"
#include "lessons/authoring/scaffold.hpp"
#include "lessons/editor_files.hpp"

namespace hippuzzle::commands {
namespace {

struct NewState {
  std::string id;
  std::string title;
};

std::string puzzle_id(const std::string& text) {
  const bool ok = text.size() >= 2 && text.size() <= 8 && text[0] == 'p' &&
                  text.find_first_not_of("0123456789", 1) == std::string::npos;
  return ok ? "" : fmt::format("expected an id such as p40, found '{}'", text);
}

Outcome run_new(const NewState& state, const SearchPath& search_path) {
  if (search_path.judge_module(state.id)) {
    throw Error(Outcome::usage,
                fmt::format("there is a puzzle '{}' already; choose another id", state.id));
  }
  const Scaffold scaffold =
      make_puzzle(search_path.shared_data() / "templates", std::filesystem::current_path(),
                  state.id, state.title.empty() ? "Double" : state.title);
  if (!scaffold.source_tree) {
    write_editor_settings(std::filesystem::current_path());
    write_compile_flags(scaffold.folder, search_path.prefix(), scaffold.folder);
  }
  write_text(scaffold_text(scaffold, state.id, search_path.prefix()));
  return Outcome::passed;
}

}  // namespace

void add_new(Command command, const GlobalOptions& globals) {
  auto state = std::make_shared<NewState>();
  command.option("id", state->id, "its id, p40").required().check(puzzle_id).type_name("ID");
  command.option("--title", state->title, "its title, which names the folder too [Double]")
      .type_name("TEXT");
  command.footer("In a source checkout the folder is made in plugins/, elsewhere here.");
  command.act([state, &globals] { return run_new(*state, globals.search_path()); });
}

}  // namespace hippuzzle::commands
