// Completion scripts of shells.
#pragma once

#include <string>

#include "cli/args/completion/typed_words.hpp"

namespace hippuzzle {

std::string bash_completion(const CommandLine& line);
std::string zsh_completion(const CommandLine& line);
std::string fish_completion(const CommandLine& line);

}  // namespace hippuzzle
