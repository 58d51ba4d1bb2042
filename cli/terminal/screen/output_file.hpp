// Files and folders that the user names for a command to write.
#pragma once

#include <filesystem>
#include <string>

#include "support/outcome.hpp"

namespace hippuzzle {

// "progress.json: Permission denied; it must be readable and writable, or choose another place"
std::string sentence_of(const std::filesystem::filesystem_error& error);

// "cannot write 'x.svg': No such file or directory; choose a place in an existing folder"
Error cannot_write(const std::string& file, int reason);

// Writes the whole file. Throws Error(usage).
void write_output_file(const std::string& file, const std::string& text);

}  // namespace hippuzzle
