// What may be printed on a stream: colour on a terminal, plain text elsewhere.
#pragma once

#include <cstdio>

namespace hippuzzle {

// A terminal or CLICOLOR_FORCE set, and neither NO_COLOR set nor TERM=dumb.
bool wants_colour(std::FILE* stream);

struct TerminalSize {
  int columns;
  int rows;
};

// Of the terminal on standard output; elsewhere 80 columns (or COLUMNS) and no end of rows.
TerminalSize terminal_size();

}  // namespace hippuzzle
