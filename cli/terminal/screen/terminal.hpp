// The capabilities of a stream: colour on a terminal, plain text elsewhere.
#pragma once

#include <cstdio>
#include <string>
#include <string_view>

namespace hippuzzle {

// Colour is wanted on a terminal, or with CLICOLOR_FORCE set; never with NO_COLOR set or TERM=dumb.
bool wants_colour(std::FILE* stream);

// The user's word on colour, in place of the environment's: also for the processes that this one
// starts. "auto", "always" or "never".
void choose_colour(std::string_view when);

// Whether what was printed can be drawn over: on a terminal, but not with TERM=dumb.
bool can_redraw(std::FILE* stream);

struct TerminalSize {
  int columns;
  int rows;
};

// Size of the terminal on standard output; elsewhere 80 columns (or COLUMNS) and unlimited rows.
TerminalSize terminal_size();

// Whether the locale of the environment says that text is UTF-8.
bool takes_utf8();

// The text as the stream's reader can see it: in ASCII on a terminal whose locale is not UTF-8;
// files and pipes always get UTF-8.
std::string shown_on(std::FILE* stream, std::string_view text);

}  // namespace hippuzzle
