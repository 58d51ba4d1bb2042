// The text before a source that is compiled to be checked, and options for its compiler.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace hippuzzle {

// The beginning of a source that `grade` compiles, after the puzzle's headers, which are the
// checker's. The source cannot tell by a macro that it is compiled for the check, nor can a macro
// take a function from the checker, not even by a name that it pastes together: its macros are as
// in `hippuzzle run`. A header of ours that asks whether it is checked belongs before this text.
extern const char* const head_of_checked_source;

// Writes the headers that replace the system's for submissions. Returns their folder, which lies
// below `folder`.
std::filesystem::path write_headers_for_strangers(const std::filesystem::path& folder);

// The compiler options for a source that begins so; they follow the options of the check. The
// source sees the same macros as in an optimised build. It has no debug information, because
// nothing reads a stranger's.
extern const std::vector<std::string> options_of_checked_source;

}  // namespace hippuzzle
