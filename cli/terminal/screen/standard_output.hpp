// Standard output, where results go.
#pragma once

#include <string_view>

namespace hippuzzle {

// Opens standard streams that the caller closed, such that using them fails: otherwise the next
// file or pipe would get their number, and output meant for them.
void open_standard_streams();

// Prints the text and flushes, because the next program may write to the same place. A failure is
// left to the stream's error mark, which the end of the program reports.
void print(std::string_view text);

}  // namespace hippuzzle
