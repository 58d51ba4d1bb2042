// Long text on a terminal: through $PAGER when it does not fit.
#pragma once

#include <string>

namespace hippuzzle {

// Prints to standard output; through $PAGER (otherwise less) when that is a terminal with fewer
// rows than the text has lines. Returns whether it was.
bool print_paged(const std::string& text);

}  // namespace hippuzzle
