// Whether this process is to give up its rights and become another program: a compiler that reads
// what a stranger wrote.
#pragma once

#include <filesystem>
#include <optional>
#include <vector>

namespace hippuzzle {

// The hidden argument with which a confined compiler is started.
inline constexpr const char* confined_argument = "--confined-compiler";

// Files that compilers of the system read.
std::vector<std::filesystem::path> compiler_paths();

// Executes "--confined-compiler FOLDER READABLE… -- PROGRAM ARGUMENT…": confines this process to
// reading those paths and the system's compilers, to writing in FOLDER, and executes the program.
// Returns the exit code of a failure; nullopt for any other command line.
std::optional<int> become_confined(int argc, char** argv);

}  // namespace hippuzzle
