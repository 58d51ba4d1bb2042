// Text that comes from the user, a file's name or a stranger's program, on its way to a terminal.
#pragma once

#include <string>
#include <string_view>

namespace hippuzzle {

// The same with its control bytes shown, "\x1b", and not sent to the terminal. Line feeds and
// tabulators stay.
std::string without_control_bytes(std::string_view text);

// The same with those shown as well, for a name.
std::string in_one_line(std::string_view text);

}  // namespace hippuzzle
