// Compiling a learner's kernels: their kernel.hip, through the puzzle's bindings.hip, into a kernel
// module that the runner can open. Compiles only when something that went into the module changed.
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "support/files/file_lock.hpp"
#include "support/process/process.hpp"
#include "toolchain/diagnostics.hpp"
#include "toolchain/toolchain.hpp"

namespace hippuzzle {

// The text of a stub where the learner is to write code.
inline constexpr std::string_view gap_marker = "FILL ME IN";

// Whether a source can include a file of that path: C++ has no escape for a quotation mark there.
bool can_be_included(const std::filesystem::path& file);

// Absolute paths.
struct KernelSources {
  std::filesystem::path kernels;  // the learner's kernel.hip
  std::filesystem::path puzzle;   // the puzzle's shipped folder, which has bindings.hip
  std::filesystem::path module;   // the result; files of the build lie next to it
  uint64_t tile = 0;              // the side that kernels are compiled for; 0: config.hpp's own
};

struct BuildResult {
  bool succeeded = false;
  bool compiled = false;    // else the module was up to date
  double seconds = 0;       // that it took
  Diagnostics diagnostics;  // of the learner's files; their warnings come again when up to date
  std::string missing;      // of the toolchain, a sentence; then the kernels are not to blame
};

// One build. Several may be under way at once: the compiler runs between construction and finish().
class KernelBuild {
 public:
  // Starts the compiler if it is needed. shown_from: the folder that paths in diagnostics are
  // relative to. Throws std::system_error, and Error(load_failed) for a puzzle without a binding
  // and for kernels whose path a compiler cannot read.
  KernelBuild(Toolchain toolchain, KernelSources sources, std::filesystem::path shown_from);

  // Waits for the compiler and links. To be called once. Throws std::system_error, and
  // Error(load_failed) when the compiler or the linker does not come to an end.
  BuildResult finish();

  // The preprocessed source, with markers of lines and files: the text that this toolchain's
  // compiler would read. Compiles nothing; nullopt if there is no such text.
  static std::optional<std::string> preprocessed(Toolchain toolchain, KernelSources sources,
                                                 std::filesystem::path shown_from);

 private:
  // The module's lock; what is not a file next to the module is removed, so that nobody waits for
  // it.
  FileLock locked() const;

  enum class Start { compiler, nothing };
  KernelBuild(Toolchain toolchain, KernelSources sources, std::filesystem::path shown_from,
              Start start);

  std::filesystem::path beside(const char* extension) const;
  std::filesystem::path compiled_file() const;  // the learner's, or a copy without launches
  void write_without_launches() const;
  std::vector<std::string> command_to(const std::vector<std::string>& end) const;
  std::vector<std::string> compile_command() const;
  std::vector<std::string> link_command() const;
  std::string key(const std::vector<std::string>& files) const;
  std::optional<BuildResult> up_to_date() const;
  int wait_for(Process& program, const char* what, std::string& output) const;
  std::string missing_in(const std::string& output) const;
  BuildResult link();
  void remember(const Diagnostics& diagnostics) const;

  Toolchain toolchain_;
  KernelSources sources_;
  std::filesystem::path shown_from_;
  FileLock lock_;
  std::optional<BuildResult> kept_;
  std::optional<Process> compiler_;
  std::filesystem::file_time_type began_;
};

}  // namespace hippuzzle
