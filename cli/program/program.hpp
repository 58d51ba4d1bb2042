// The main function of every program of hippuzzle: a runner when a judge started it, else one
// command of those that the program links.
#pragma once

#include <optional>
#include <span>

#include "cli/commands/command_entries.hpp"

namespace hippuzzle {

struct Program {
  std::span<const commands::Adder> adders;

  // Runs a command line whose words the parser would misread; nullopt for any other one.
  std::optional<Outcome> (*unparsed)(int argc, char** argv, const GlobalOptions& globals) = nullptr;
};

// Returns the process's exit code.
int run_program(int argc, char** argv, const Program& program);

}  // namespace hippuzzle
