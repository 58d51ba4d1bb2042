// The options with which the compiler reads a program's sources.
#pragma once

#include <filesystem>
#include <string>

#include "hip_cc/driver/command_line.hpp"
#include "hip_cc/driver/command_words.hpp"
#include "toolchain/toolchain.hpp"

namespace hippuzzle::cc {

struct ProgramSettings {
  bool checked = false;             // instrument accesses for the checker; not optimised then
  bool colours = false;             // the compiler's messages
  std::string check_defaults = {};  // options of the checked program, as HIPPUZZLE_CHECK has them
};

// Options for every step that compiles C++.
Words options_for_cpp(const Toolchain& toolchain, const CommandLine& line,
                      const ProgramSettings& settings);

// Options for C sources, which may call HIP's host functions.
Words options_for_c(const Toolchain& toolchain, const CommandLine& line);

// The header that a source has without including it: a CUDA source has CUDA's runtime, as with
// nvcc.
Words unasked_header(const std::filesystem::path& source);

// The options for a step that reads the preprocessor's output, without the options that the
// preprocessor has obeyed: headers included first, and macros if none are left.
Words behind_preprocessor(const Words& options, bool keeps_macros);

// Whether a compiler writes more files because of an option, and calls them as its output.
bool names_files(const std::string& option);

}  // namespace hippuzzle::cc
