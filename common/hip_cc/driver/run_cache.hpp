// Programs that were compiled to be run once, kept for the next time: <folder>/<fingerprint>.
#pragma once

#include <filesystem>

#include "hip_cc/driver/program_build.hpp"

namespace hippuzzle::cc {

struct CachedProgram {
  std::filesystem::path program;  // empty when it does not compile
  std::string text;               // the compiler's messages, this time
  bool lacks_part = false;        // the reason: nothing compiles on this machine
};

// Compiles the program of the command line unless the folder has it; two processes that do so at
// once both get a whole program. Throws the same errors as ProgramBuild.
CachedProgram cached_program(const Toolchain& toolchain, const CommandLine& line,
                             const ProgramSettings& settings, const std::filesystem::path& folder);

}  // namespace hippuzzle::cc
