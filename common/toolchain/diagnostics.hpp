// A compiler's messages, reduced to the learner's own files.
#pragma once

#include <filesystem>
#include <string>

namespace hippuzzle {

struct Diagnostics {
  std::string text;  // coloured if the compiler's was; each line ends with a line break
  int errors = 0;
  bool at_a_line = true;  // false: the error is elsewhere, because of a kernel that is not as bound
};

// Keeps the errors, warnings and notes that point into `folder`, whose path they then give relative
// to `shown_from`. An error elsewhere that the learner's file has caused (a kernel that is missing
// or has other parameters) stays as one line that names `file`. output: of g++, clang or nvcc.
Diagnostics learner_diagnostics(const std::string& output, const std::filesystem::path& file,
                                const std::filesystem::path& shown_from);

// The same for a linker's output: names that the kernels use and nobody defines.
Diagnostics linker_diagnostics(const std::string& output, const std::filesystem::path& file,
                               const std::filesystem::path& shown_from);

}  // namespace hippuzzle
