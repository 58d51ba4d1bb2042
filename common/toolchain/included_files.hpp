// The files that a source includes by #include "…", looked at before a compiler is started.
#pragma once

#include <filesystem>
#include <optional>
#include <string>

namespace hippuzzle {

// A sentence about the first of them, or of those that they include, that is no regular file, such
// as a FIFO: a compiler would wait for it. Names that macros make are not seen.
std::optional<std::string> fault_of_included(const std::filesystem::path& source);

}  // namespace hippuzzle
