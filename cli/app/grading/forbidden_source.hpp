// Rules about what a kernel's source may say where it is graded, and the text that is put in front
// of it for the check.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace hippuzzle {

// The beginning of a checked source, behind the puzzle's headers: these are the checker's. The
// source cannot tell by a macro that it is checked, nor have a function left out by one, not even
// by a name that it pastes together. A header of ours that asks whether it is checked belongs in
// front.
extern const char* const head_of_checked_source;

// And what its compiler is told behind its own options: to the source it optimises, as ever.
extern const std::vector<std::string> options_of_checked_source;

// A sentence for the student about a name in a source that kernels may not use; "" when there is
// none.
std::string source_fault(const std::filesystem::path& kernels);

}  // namespace hippuzzle
