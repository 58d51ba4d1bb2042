// Compiling HIP programs for the CPU: the system's compiler preprocesses a source, the rewriter
// puts its launches into C++, the compiler does the rest and links the runtime library.
//
// Launches in the user's headers are rewritten as well, because the preprocessor's output contains
// the headers. Its line markers keep the file of each line, so that messages and debuggers name the
// user's files.
#pragma once

#include <filesystem>
#include <string>

#include "hip_cc/driver/command_line.hpp"
#include "hip_cc/driver/compiler_options.hpp"
#include "hip_cc/driver/removed_when_ended.hpp"
#include "support/files/temporary_folder.hpp"
#include "toolchain/toolchain.hpp"

namespace hippuzzle::cc {

struct BuildMessages {
  bool succeeded = false;
  bool lacks_part = false;  // of the toolchain, so that nothing compiles on this machine
  std::string text;         // messages of compiler and linker
  std::string output;       // output that the user asked for: the preprocessor's
};

class ProgramBuild {
 public:
  // toolchain: of the platform "cpu". Throws Error(unsupported) when it cannot check and is to.
  ProgramBuild(const Toolchain& toolchain, CommandLine line, const ProgramSettings& settings);

  // Compiles and links up to the last step that the command line wants. Throws Error(load_failed)
  // for a launch that cannot be read, and std::system_error.
  BuildMessages run();

  // The program's text once it is preprocessed, of all sources, and the commands that compile it:
  // equal fingerprints mean equal programs.
  std::string fingerprint();

 private:
  using Path = std::filesystem::path;

  struct Preprocessed {
    Path file;
    std::string text;  // of the file
    bool succeeded = false, keeps_macros = false;
  };

  void take_standard_input();
  bool make(const Path& source, const Path& output, bool in_c);
  bool compile(const Path& source, const Path& output, const Words& more);
  bool compile_in_c(const Path& source, const Path& output, const Words& more);
  bool define_dynamic_shared_memory(const Path& object);
  bool link(const Words& objects);
  Words preprocessor(const Path& source, bool in_c) const;
  bool preprocess(const Path& source, const Words& more, const Path& output);
  Preprocessed preprocess_for_compiler(const Path& source, const Words& more);
  bool preprocess_only(const Path& source, bool in_c);
  Words compile_options() const;
  Words dependency_options(const Path& output, const Path& file) const;
  Path dependencies_of(const Path& output) const;
  Path made_for(const Path& output);
  Path output_of(const Path& source) const;
  Path temporary(const char* extension);
  std::string assembly_file(const std::string& text);
  bool is_users(const std::string& name, const std::string& line) const;
  bool start(const Words& command);

  const Toolchain& toolchain_;
  CommandLine line_;
  ProgramSettings settings_;
  TemporaryFolder folder_;
  RemovedWhenEnded ending_;
  int temporaries_ = 0;
  BuildMessages messages_;
};

}  // namespace hippuzzle::cc
