// The modules of the kernels in a workspace, compiled if the kernels changed.
#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <set>
#include <string>

#include "cli/app/reentry/isolation.hpp"
#include "engine/judge/catalog/backend.hpp"
#include "engine/judge/catalog/catalog.hpp"
#include "lessons/workspace.hpp"
#include "toolchain/kernel_build.hpp"
#include "toolchain/precompiled_headers.hpp"

namespace hippuzzle {

class LearnerModules {
 public:
  LearnerModules(const Workspace& workspace, const Catalog& catalog)
      : workspace_(workspace), catalog_(catalog) {}

  // Makes the learner's kernels the choice's candidate, compiling them if they changed; prints on
  // standard error each step, and the compiler's messages about the learner's file. A choice
  // for which there is no compiler loses its candidate. Throws Error(load_failed) when the kernels
  // do not compile.
  void take_part(Choice& choice, const std::string& puzzle);

  // The module of the learner's kernels for a platform, compiled if they changed; prints as
  // take_part() does. Throws Error(unsupported) where there is no compiler for it, and
  // Error(load_failed) when the kernels do not compile.
  std::filesystem::path module_for(const std::string& platform, const std::string& puzzle);

  // The same optimised and with source lines, as shipped modules are, for readers of machine code.
  std::filesystem::path module_with_lines(const std::string& platform, const std::string& puzzle);

  // The kernels are a stranger's: their compilers run confined, and no GPU takes part.
  void confine(Isolation isolation) { isolation_ = std::move(isolation); }
  const Isolation* isolation() const { return isolation_ ? &*isolation_ : nullptr; }

  // Kernels for the CPU will be checked as well: compiles them for that at the same time.
  void expect_checks() { expects_checks_ = true; }

  // A debugger may stop the kernels, so they are compiled with the names of lines and variables.
  void expect_debugger() { expects_debugger_ = true; }

  // The same with the learner's kernels compiled to be checked. Prints nothing when they compile.
  // Returns why they cannot be checked here, "" when they can.
  std::string check_part(Candidate& candidate, const std::string& puzzle);

  // Warns once, after check_part(), of a module that `hippuzzle grade` refuses or cannot verify.
  void warn_of_grading(const std::string& puzzle);

  // Begins to compile the kernels of a module that take_part() or check_part() made for tiles of
  // other sides as well, while others run.
  void begin_tiles(const Candidate& candidate, const std::string& puzzle,
                   const std::set<uint64_t>& tiles);

  // Compiles them, or waits for a running compilation. Prints the compiler's messages when they do
  // not compile, and throws Error(load_failed).
  void compile_tiles(const Candidate& candidate, const std::string& puzzle,
                     const std::set<uint64_t>& tiles);

  // Ends the builds that nobody waited for: each holds a lock that other processes wait for.
  void end_unused_builds() { begun_.clear(); }

 private:
  std::string name_of(const std::string& puzzle) const;  // as the reader's edition calls it

  std::filesystem::path build(const std::string& platform, const std::string& puzzle);
  std::filesystem::path build_checked(const std::string& puzzle);
  std::filesystem::path checked_module(const std::string& puzzle) const;
  BuildResult finish(const std::filesystem::path& module);
  PrecompiledHeaders headers(const std::string& platform, bool checked, const Lesson& lesson) const;
  Toolchain confined(Toolchain toolchain, const KernelSources& sources) const;
  KernelBuild start(PrecompiledHeaders headers, const Lesson& lesson, const std::string& module,
                    uint64_t tile = 0) const;

  Workspace workspace_;
  const Catalog& catalog_;
  std::optional<Isolation> isolation_;
  bool expects_checks_ = false;
  bool expects_debugger_ = false;
  std::map<std::string, std::filesystem::path> built_;  // modules of this run, by platform and id
  std::map<std::filesystem::path, KernelBuild> begun_;  // whose compilers are at work, by module
  std::set<std::string> warned_of_;                     // puzzles
  std::map<std::filesystem::path, BuildResult> done_;   // of modules nobody has asked for yet
};

}  // namespace hippuzzle
