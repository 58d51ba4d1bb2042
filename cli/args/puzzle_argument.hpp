// The puzzle that a command is about, and its variants as flags.
#pragma once

#include <string>
#include <vector>

#include "cli/args/command.hpp"
#include "cli/args/global_options.hpp"

namespace hippuzzle {

struct PuzzleArgument {
  std::string id;                  // as the reader's edition calls it; "" when not given
  std::vector<std::string> flags;  // of variants, without dashes

  // Throws Error(usage) when there is no such puzzle.
  CatalogEntry entry(const GlobalOptions& globals) const;
};

enum class Variants { none, as_flags };

// Adds the positional argument PUZZLE and, for as_flags, the variants of the puzzle that the
// command line names. Returns the argument's option.
Option add_puzzle_argument(Command command, PuzzleArgument& argument, const GlobalOptions& globals,
                           Variants variants);

// The type names by which completion knows such arguments.
inline constexpr const char* puzzle_type = "PUZZLE";
inline constexpr const char* puzzle_with_variants_type = "PUZZLE [--VARIANT]";

}  // namespace hippuzzle
