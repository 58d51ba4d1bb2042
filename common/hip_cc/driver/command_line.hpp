// The command line of a compiler of HIP programs, as g++, clang and hipcc take it, in the parts
// that the steps of a compilation need.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace hippuzzle::cc {

enum class LastStep { preprocess, dependencies, check_syntax, assembly, object, link };

struct CommandLine {
  LastStep last_step = LastStep::link;
  std::vector<std::filesystem::path> sources;  // in C++ with HIP; "-" is standard input
  std::vector<std::filesystem::path> in_c;     // in C: they call HIP's host functions at most
  std::string output;                          // "" when it is not named

  std::vector<std::string> options;       // of every step that compiles
  std::vector<std::string> dependencies;  // -MD and similar ones, of the preprocessor
  std::string dependencies_file;          // -MF's; "" when it is not named
  bool names_target = false;              // -MT or -MQ is among the dependencies
  std::vector<std::string> link;          // objects, libraries and options, in their order

  bool optimises = false;         // -O is among the options
  bool chooses_language = false;  // -std is among the options

  bool asks_compiler = false;  // about itself: its version, its folders

  bool has_input() const { return !sources.empty() || !in_c.empty() || !link.empty(); }
};

// Options that only a compiler for GPUs understands, such as a target's name, are left out. Throws
// Error(usage) for an option without its value and for two sources with one output.
CommandLine read_command_line(const std::vector<std::string>& arguments);

}  // namespace hippuzzle::cc
