// The manual's pages, from the parser's data: one for `hippuzzle`, one for each command.
#pragma once

#include <string>
#include <vector>

#include "cli/args/command.hpp"

namespace hippuzzle {

struct ManPage {
  std::string name;  // "hippuzzle-check"
  std::string text;  // in the man macros of roff
};

std::vector<ManPage> man_pages(Command command_line);

}  // namespace hippuzzle
