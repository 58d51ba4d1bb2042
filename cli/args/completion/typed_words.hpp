// The words that can follow `hippuzzle`, collected from the parser for the completion of shells.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "cli/args/command.hpp"
#include "engine/judge/catalog/catalog.hpp"

namespace hippuzzle {

enum class Value {
  none,
  puzzle,
  to_solve,  // a puzzle that has something to fill in
  command,   // or a puzzle
  directory,
  file,
  backend,
  shell,
  device,
  edition,
  variant,
  finding,
  tag,
  suite,
  word,  // of `hippuzzle explain`
  when,
  other
};

struct OptionWord {
  std::string name;  // "--backend"
  std::string help;  // one line
  Value value;       // of the following word
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
  std::vector<OptionWord> options;  // before or after any command
  std::vector<CommandWord> commands;
  std::vector<OptionWord> puzzle_options;  // of `hippuzzle p16`
  std::vector<PuzzleWord> puzzles;
  std::map<Value, std::vector<std::string>> words;  // of values that are one of some
};

// Opens every judge module. words: of values that the parser does not know: puzzles to solve,
// devices, editions, findings, tags, suites and explained words. Throws Error(load_failed).
CommandLine describe(Command command_line, const Catalog& catalog,
                     std::map<Value, std::vector<std::string>> words);

inline const std::vector<std::string> shell_words = {"bash", "zsh", "fish"};

}  // namespace hippuzzle
