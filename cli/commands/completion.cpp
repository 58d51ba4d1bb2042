// `hippuzzle completion bash|zsh|fish`: prints a shell's completion script.
#include <algorithm>
#include <filesystem>
#include <memory>

#include "cli/app/run/suite.hpp"
#include "cli/args/completion/shells.hpp"
#include "cli/args/completion/typed_words.hpp"
#include "cli/commands/commands.hpp"
#include "cli/report/output.hpp"
#include "engine/judge/catalog/device_list.hpp"
#include "engine/judge/catalog/edition.hpp"
#include "engine/judge/catalog/tags.hpp"
#include "engine/results/finding_kinds.hpp"
#include "lessons/lesson.hpp"
#include "lessons/word_list.hpp"
#include "support/files/text_file.hpp"
#include "support/text/toml.hpp"

namespace hippuzzle::commands {
namespace {

std::vector<std::string> edition_names(const SearchPath& search_path) {
  std::vector<std::string> names = {std::string(this_edition)};
  for (const Edition& edition : editions_in(search_path.shared_data() / "editions")) {
    names.push_back(edition.name());
  }
  return names;
}

// The words of `hippuzzle explain`, each as one word of a command line.
std::vector<std::string> words_to_type(const SearchPath& search_path) {
  std::vector<std::string> names;
  for (const ExplainedWord& word :
       explained_words(read_file(words_page(search_path)).value_or(""))) {
    names.push_back(word.word);
    std::ranges::replace(names.back(), ' ', '-');
  }
  return names;
}

// The puzzles that have a file in a workspace.
std::vector<std::string> puzzles_to_solve(const Catalog& catalog) {
  std::vector<std::string> ids;
  for (const std::string& id : catalog.ids()) {
    const std::string puzzle = catalog.open(id).refs.front().puzzle->id();
    try {
      if (Lesson(catalog, puzzle).has_stub()) ids.push_back(id);
    } catch (const Error&) {
      continue;  // modules without sources
    }
  }
  return ids;
}

}  // namespace

void add_completion(Command command, const GlobalOptions& globals) {
  auto shell = std::make_shared<std::string>();
  command.option("shell", *shell, "bash, zsh or fish")
      .required()
      .one_of(shell_words)
      .type_name("bash|zsh|fish");
  command.footer(
      "bash: eval \"$(hippuzzle completion bash)\" in ~/.bashrc\n"
      "zsh:  hippuzzle completion zsh >~/.zfunc/_hippuzzle, with ~/.zfunc in $fpath\n"
      "fish: hippuzzle completion fish >~/.config/fish/completions/hippuzzle.fish");
  command.act([shell, command, &globals] {
    const CommandLine line =
        describe(command.root(), globals.catalog(),
                 {{Value::to_solve, puzzles_to_solve(globals.catalog())},
                  {Value::tag, Tags(globals.search_path().shared_data() / "tags.toml").names()},
                  {Value::suite, suite_names(globals.catalog())},
                  {Value::device, devices_by_data_sheet(globals.search_path())},
                  {Value::edition, edition_names(globals.search_path())},
                  {Value::finding, finding_categories()},
                  {Value::word, words_to_type(globals.search_path())}});
    write_text(*shell == "bash"  ? bash_completion(line)
               : *shell == "zsh" ? zsh_completion(line)
                                 : fish_completion(line));
    return Outcome::passed;
  });
}

}  // namespace hippuzzle::commands
