// Files that editors need to understand kernels: clangd's flags, indentation, and the language of
// .hip files. A file that is there already is left as it is.
#pragma once

#include <filesystem>

namespace hippuzzle {

// Writes .editorconfig, .vscode/settings.json and .vscode/extensions.json into the folder of a
// workspace or of new puzzles.
void write_editor_settings(const std::filesystem::path& folder);

// `folder`/compile_flags.txt: the flags with which clangd reads the kernels in it as the CPU
// platform compiles them. prefix: the folder that holds lib/hippuzzle. puzzle: the folder with
// bindings.hip, whose includes kernels can rely on. Writes nothing where hippuzzle cannot compile
// for the CPU.
void write_compile_flags(const std::filesystem::path& folder, const std::filesystem::path& prefix,
                         const std::filesystem::path& puzzle);

}  // namespace hippuzzle
