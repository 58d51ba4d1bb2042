#include "cli/commands/completion.hpp"

#include <memory>

#include "cli/args/completion/command_line.hpp"
#include "cli/args/completion/shells.hpp"

namespace hippuzzle::commands {

void setup_completion(Command app, const GlobalOptions& globals, Outcome& outcome) {
  auto shell = std::make_shared<std::string>();
  const Command command = app.subcommand("completion", "Print a shell's completion script");
  command.option("shell", *shell, "bash or zsh")
      .required()
      .one_of({"bash", "zsh"})
      .type_name("bash|zsh");
  command.footer(
      "bash: eval \"$(hippuzzle completion bash)\" in ~/.bashrc\n"
      "zsh:  hippuzzle completion zsh >~/.zfunc/_hippuzzle, with ~/.zfunc in $fpath");
  command.act([shell, app, &globals, &outcome] {
    const CommandLine line = describe(app, globals.catalog());
    std::fputs((*shell == "bash" ? bash_completion(line) : zsh_completion(line)).c_str(), stdout);
    outcome = Outcome::passed;
  });
}

}  // namespace hippuzzle::commands
