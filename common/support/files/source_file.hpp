// A file of source code that a user wrote. Only a regular file of a plausible size is opened: a
// FIFO, a socket or a terminal would make its reader wait for ever.
#pragma once

#include <filesystem>
#include <optional>
#include <string>

namespace hippuzzle {

// nullopt when nothing has the name. Throws Error(load_failed) if it is not a regular file or is
// larger than 4 MiB, std::system_error when the file cannot be read.
std::optional<std::string> read_source_file(const std::filesystem::path& path);

// Removes a FIFO, a device, a socket or a folder that has the name of a file that hippuzzle makes:
// a compiler would wait for the writer of a FIFO.
void remove_unless_regular(const std::filesystem::path& path);

}  // namespace hippuzzle
