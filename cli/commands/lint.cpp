// `hippuzzle lint`: faults in the folders of puzzles, for their authors.
#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <memory>

#include "cli/commands/commands.hpp"
#include "cli/report/authoring/lint_text.hpp"
#include "cli/report/output.hpp"
#include "engine/judge/cases/gradients.hpp"
#include "engine/judge/cases/judge_module.hpp"
#include "lessons/authoring/puzzle_shape.hpp"
#include "support/outcome.hpp"

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

bool is_path(const std::string& name) { return name.find('/') != name.npos; }

// The folder of a puzzle, of a path to it.
std::filesystem::path folder_at(const std::string& path) {
  std::error_code unreadable;
  const auto folder = std::filesystem::canonical(path, unreadable);
  if (!unreadable && std::filesystem::exists(folder / "puzzle.cpp")) return folder;
  throw Error(Outcome::usage, fmt::format("{} has no puzzle.cpp, so it is not a puzzle's folder; "
                                          "name one, such as plugins/p16_matmul, or an id",
                                          path));
}

Outcome run_lint(const std::vector<std::string>& names, const SearchPath& search_path) {
  const auto path = std::ranges::find_if(names, is_path);
  const auto all = puzzle_folders(path == names.end() ? std::filesystem::current_path()
                                                      : folder_at(*path).parent_path());
  std::vector<std::string> folder_names;
  for (const std::string& name : names)
    folder_names.push_back(is_path(name) ? folder_at(name).filename().string() : name);
  const auto folders = names.empty() ? all : named_folders(all, folder_names);
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
