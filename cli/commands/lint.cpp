// `hippuzzle lint`: faults in the folders of puzzles, for their authors.
#include <filesystem>
#include <memory>

#include "cli/commands/commands.hpp"
#include "cli/report/authoring/lint_text.hpp"
#include "cli/report/output.hpp"
#include "engine/judge/cases/gradients.hpp"
#include "engine/judge/cases/judge_module.hpp"
#include "lessons/authoring/puzzle_shape.hpp"

namespace hippuzzle::commands {
namespace {

// Adds outputs of a backward pass that are not the derivatives of the forward pass. Folders whose
// puzzles are not built are left out.
void add_gradient_faults(const std::vector<std::filesystem::path>& folders,
                         const SearchPath& search_path, std::vector<ShapeFault>& faults) {
  for (const std::filesystem::path& folder : folders) {
    const auto id = puzzle_id(folder);
    const auto module = id ? search_path.judge_module(*id) : std::nullopt;
    if (!module) continue;
    const JudgeModule puzzle(*module, *id);
    for (const GradientFault& g : gradient_faults(puzzle.variants())) {
      faults.push_back({folder / "puzzle.cpp", 0, gradient_sentence(g)});
    }
  }
}

Outcome run_lint(const std::vector<std::string>& names, const SearchPath& search_path) {
  const auto all = puzzle_folders(std::filesystem::current_path());
  const auto folders = names.empty() ? all : named_folders(all, names);
  auto faults = shape_faults(folders, all, editions_in(search_path.shared_data() / "editions"));
  add_gradient_faults(folders, search_path, faults);
  write_text(lint_text(faults, folders.size()));
  return faults.empty() ? Outcome::passed : Outcome::findings;
}

}  // namespace

void add_lint(Command command, const GlobalOptions& globals) {
  auto names = std::make_shared<std::vector<std::string>>();
  command.option("puzzle", *names, "ids or folders of puzzles, p40 [all]").type_name("PUZZLE");
  command.footer(
      "Reads the folders of puzzles, in plugins/ of a source checkout, elsewhere here, and builds\n"
      "nothing. If a puzzle is built, its hand-written gradients must agree with differences of "
      "the\n"
      "forward pass. Exit code 4: something is not as it should be.");
  command.act([names, &globals] { return run_lint(*names, globals.search_path()); });
}

}  // namespace hippuzzle::commands
