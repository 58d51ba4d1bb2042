// `hippuzzle completion bash|zsh`: prints a shell's completion script.
#include <memory>

#include "cli/args/completion/command_line.hpp"
#include "cli/args/completion/shells.hpp"
#include "cli/commands/commands.hpp"
#include "cli/terminal/standard_output.hpp"
#include "engine/catalog/devices.hpp"

namespace hippuzzle::commands {

void add_completion(Command command, const GlobalOptions& globals) {
  auto shell = std::make_shared<std::string>();
  command.option("shell", *shell, "bash or zsh")
      .required()
      .one_of({"bash", "zsh"})
      .type_name("bash|zsh");
  command.footer(
      "bash: eval \"$(hippuzzle completion bash)\" in ~/.bashrc\n"
      "zsh:  hippuzzle completion zsh >~/.zfunc/_hippuzzle, with ~/.zfunc in $fpath");
  command.act([shell, command, &globals] {
    const CommandLine line =
        describe(command.root(), globals.catalog(), devices_by_data_sheet(globals.search_path()));
    print(*shell == "bash" ? bash_completion(line) : zsh_completion(line));
    return Outcome::passed;
  });
}

}  // namespace hippuzzle::commands
