// Files and folders that the user names for a command to write.
#pragma once

#include <string>

#include "engine/outcome.hpp"

namespace hippuzzle {

// What to do about a file that cannot be used, for the reason that the system gave, an errno.
std::string advice_for(int reason);

// "cannot write 'x.svg': No such file or directory; name a file in a folder that exists"
Error cannot_write(const std::string& file, int reason);

// Writes the whole file. Throws Error(usage).
void write_output_file(const std::string& file, const std::string& text);

}  // namespace hippuzzle
