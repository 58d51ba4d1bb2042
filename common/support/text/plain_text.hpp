// Text that comes from the user, a file's name or a stranger's program, on its way to a terminal.
#pragma once

#include <string>
#include <string_view>

namespace hippuzzle {

// The same with its control bytes, and bytes that are not UTF-8, shown, "\x1b", and not sent to the
// terminal. Line feeds and tabulators stay.
std::string without_control_bytes(std::string_view text);

// The same with those shown as well, for a name.
std::string in_one_line(std::string_view text);

// A name of any bytes as plain UTF-8, without loss: a backslash becomes "\\", each byte that is
// invisible or not UTF-8 becomes "\xNN". Two names never become one text.
std::string escaped_name(std::string_view bytes);

}  // namespace hippuzzle
