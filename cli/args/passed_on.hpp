// Options of a command line for another hippuzzle that the command starts.
#pragma once

#include <initializer_list>
#include <string>
#include <vector>

#include "cli/args/command.hpp"
#include "cli/args/global_options.hpp"

namespace hippuzzle {

// The folders of puzzles and the edition, and the named options of the command as they were given.
std::vector<std::string> passed_on(const GlobalOptions& globals, const Command& command,
                                   std::initializer_list<const char*> names);

}  // namespace hippuzzle
