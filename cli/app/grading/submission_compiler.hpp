// Compiles one submission in confinement, once for runs and for the check, and reads its tokens and
// its machine code for what grading does not allow.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <map>
#include <set>
#include <stdexcept>
#include <string>
#include <vector>

#include "cli/app/grading/grade_settings.hpp"
#include "cli/app/grading/graded_puzzles.hpp"
#include "cli/app/grading/grading_platform.hpp"
#include "cli/app/grading/submissions.hpp"
#include "cli/app/grading/time_left.hpp"
#include "cli/app/reentry/isolation.hpp"
#include "cli/report/grades/grade_report.hpp"
#include "engine/modules/watched_code/watched_code.hpp"
#include "toolchain/toolchain.hpp"

namespace hippuzzle {

class SubmissionCompiler {
 public:
  struct Built {
    std::string fault;         // for the student; "" when the module may run
    bool is_explained = true;  // by a line of the student's, or a limit that it went beyond
  };

  // All of these are kept. work: the folder of compiled modules, which has the puzzles
  // below "puzzles".
  SubmissionCompiler(const GradeSettings& settings, const GradedPuzzles& puzzles,
                     const GradingPlatform& platform, const Isolation& isolation,
                     std::filesystem::path work);

  // Prepares compilers for that many submissions of each puzzle. Puzzles with equal headers share
  // the compiled form of these. seed: of all random cases from now on.
  void prepare(const std::map<std::string, size_t>& to_compile, uint64_t seed,
               const std::function<void(double fraction)>& show);

  // Gives the next submission its time. Its methods may be called in any process.
  void begin() const;

  // The module of the usual tile. It is run and checked, so that both see the same machine code:
  // it is compiled for the check, and also runs without it.
  std::filesystem::path module_of(const Submission& submission) const;

  // Whether modules are compiled for the check: the compiler puts a call of the checker before each
  // access.
  bool is_of_check() const;

  // Compiles and links once.
  Built compile(const Submission& submission, uint64_t tile,
                const std::filesystem::path& module) const;

  // Returns the error, for the student; "" when the module may run. Throws std::exception for
  // faults of the machine.
  std::string build(const Submission& submission, uint64_t tile,
                    const std::filesystem::path& module) const;

  // A token that grading does not allow, in a sentence; "" without one. Takes prints().
  std::string fault_of_tokens(const Submission& submission) const;

  // Why the machine code of its module is not known to call the checker for each access; ""
  // where it is, or where nothing disassembles it here.
  std::string unverified(const Submission& submission) const;

  // The stub as a submission, of this process.
  Submission stub_of(const std::string& puzzle) const;

  const std::vector<SourcePrint>& prints() const { return prints_; }
  uint64_t seed() const { return seed_; }

 private:
  Toolchain confined_compiler(const Submission& submission,
                              const std::filesystem::path& folder) const;
  std::filesystem::path headers() const { return work_ / "headers"; }

  const GradeSettings& settings_;
  const GradedPuzzles& puzzles_;
  const GradingPlatform& platform_;
  const Isolation& isolation_;
  std::filesystem::path work_;
  std::map<std::string, Toolchain> compilers_;       // by puzzle
  std::map<std::string, TrustedCode> trusted_code_;  // by puzzle
  uint64_t seed_ = 0;
  // The current submission's, for all of its variants together.
  mutable TimeLeft time_left_{{}};
  mutable std::vector<SourcePrint> prints_;
};

// Reduces the words of compilers and kernels to plain text of a few lines.
std::string shortened(std::string text);

// The error of a submission that fails in a way in which the shipped stub fails too.
std::runtime_error fault_of_machine(const std::string& what, const std::string& puzzle,
                                    const std::string& text);

}  // namespace hippuzzle
