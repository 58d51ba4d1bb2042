// The words that can follow `hippuzzle`, collected from the parser for the completion of shells.
#pragma once

#include <string>
#include <vector>

#include "cli/args/command.hpp"
#include "engine/catalog/catalog.hpp"

namespace hippuzzle {

enum class Value { none, puzzle, directory, file, backend, shell, device, other };

struct OptionWord {
  std::string name;  // "--backend"
  std::string help;  // one line
  Value value;       // of what follows it
};

struct CommandWord {
  std::string name;
  std::string help;
  std::vector<OptionWord> options;
  Value argument;               // of its arguments without a name
  bool takes_variants = false;  // of the puzzle that is among its arguments
};

struct PuzzleWord {
  std::string id;
  std::string title;
  std::vector<std::string> flags;  // "--naive"
};

struct CommandLine {
  std::vector<OptionWord> options;  // before or behind any command
  std::vector<CommandWord> commands;
  std::vector<OptionWord> puzzle_options;  // of `hippuzzle p16`
  std::vector<PuzzleWord> puzzles;
  std::vector<std::string> devices;  // that an option takes by name
};

// Opens every judge module. devices: the words for options whose value is called N|NAME. Throws
// Error(load_failed).
CommandLine describe(Command command_line, const Catalog& catalog,
                     std::vector<std::string> devices);

inline const std::vector<std::string> backend_words = {"auto", "cpu", "nvidia", "amd"};
inline const std::vector<std::string> shell_words = {"bash", "zsh"};

}  // namespace hippuzzle
