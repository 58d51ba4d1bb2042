// `hippuzzle lint`: faults in the folders of puzzles, for their authors.
#include <filesystem>
#include <memory>

#include "cli/commands/commands.hpp"
#include "cli/report/authoring/lint_text.hpp"
#include "cli/report/output.hpp"
#include "lessons/authoring/puzzle_shape.hpp"

namespace hippuzzle::commands {
namespace {

Outcome run_lint(const std::vector<std::string>& names, const SearchPath& search_path) {
  const auto all = puzzle_folders(std::filesystem::current_path());
  const auto folders = names.empty() ? all : named_folders(all, names);
  const auto faults =
      shape_faults(folders, all, editions_in(search_path.shared_data() / "editions"));
  write_text(lint_text(faults, folders.size()));
  return faults.empty() ? Outcome::passed : Outcome::findings;
}

}  // namespace

void add_lint(Command command, const GlobalOptions& globals) {
  auto names = std::make_shared<std::vector<std::string>>();
  command.option("puzzle", *names, "ids or folders of puzzles, p40 [all]").type_name("PUZZLE");
  command.footer(
      "Reads the folders of puzzles, in plugins/ of a source checkout, elsewhere here, and builds\n"
      "nothing. Exit code 4: something is not as it should be.");
  command.act([names, &globals] { return run_lint(*names, globals.search_path()); });
}

}  // namespace hippuzzle::commands
