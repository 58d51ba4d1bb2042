// The text before a source that is compiled to be checked, and options for its compiler.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace hippuzzle {

// The beginning of a checked source, behind the puzzle's headers: these are the checker's. The
// source cannot tell by a macro that it is checked, nor have a function left out by one, not even
// by a name that it pastes together: macros are what they are in the other build. A header of ours
// that asks whether it is checked belongs in front.
extern const char* const head_of_checked_source;

// Writes the headers that replace the system's for submissions. Returns their folder, which lies
// below `folder`.
std::filesystem::path write_headers_for_strangers(const std::filesystem::path& folder);

// And what its compiler is told behind its own options: to the source it optimises, as ever.
extern const std::vector<std::string> options_of_checked_source;

}  // namespace hippuzzle
