// The compiler of kernels for a platform on this machine: lib/hippuzzle/toolchains/<platform>.toml,
// which hippuzzle's own build wrote.
#pragma once

#include <chrono>
#include <filesystem>
#include <string>
#include <vector>

namespace hippuzzle {

struct Toolchain {
  std::string platform;
  std::vector<std::string> environment;      // "NAME=value"
  std::vector<std::string> compile;          // the compiler and its options up to -I, -D, -c and -o
  std::vector<std::string> finished;         // options for a kernel without a gap
  std::vector<std::string> launch_headers;   // of the words for kernel<<<…>>>, if it needs others
  std::vector<std::string> check;            // options that compile kernels to be checked, or none
  std::vector<std::string> check_libraries;  // called by such kernels; before the others
  std::vector<std::string> precompile;       // options that make a precompiled header, or none
  std::vector<std::string> colour;           // options that colour its diagnostics
  std::vector<std::string> include;          // directories
  std::vector<std::string> link;             // the linker and its options
  std::vector<std::string> libraries;
  // Options of whole programs, which choose their own language, warnings and optimisation.
  std::vector<std::string> program;        // options after the compiler
  std::vector<std::string> preprocess;     // options of its preprocessor, and of the next step
  std::vector<std::string> program_link;   // options of the linker
  std::vector<std::string> program_check;  // starts the checker in it, before the others
  std::vector<std::string> debug;          // options for kernels that a debugger will stop
  std::chrono::milliseconds patience = std::chrono::minutes(5);  // with the compiler, of a file
  bool of_strangers = false;  // its source may name files that hold a compiler up

  // prefix: the folder that holds lib/hippuzzle. A program that is not where it was when hippuzzle
  // was built is taken from PATH. Throws Error(unsupported) when hippuzzle was built without the
  // platform or its compiler is not here, Error(load_failed) when the file is not well formed.
  static Toolchain read(const std::filesystem::path& prefix, const std::string& platform);

  // This toolchain, to compile kernels to be checked. Throws Error(unsupported) when it cannot, or
  // where the checker is not built yet.
  Toolchain checked() const;

  // This toolchain, to compile kernels that a debugger will stop.
  Toolchain for_debugger() const;
};

}  // namespace hippuzzle
