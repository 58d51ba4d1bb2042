// Compiles, runs and checks one submission in confinement, and gives its grade. If the puzzle's own
// stub fails as well, the fault is the machine's, and no student's.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "cli/app/grading/grade_settings.hpp"
#include "cli/app/grading/graded_puzzles.hpp"
#include "cli/app/grading/grading_platform.hpp"
#include "cli/app/grading/isolation.hpp"
#include "cli/app/grading/submissions.hpp"
#include "cli/app/grading/time_left.hpp"
#include "cli/report/grades/grade_report.hpp"
#include "engine/judge/result.hpp"
#include "toolchain/kernel_build.hpp"
#include "toolchain/toolchain.hpp"

namespace hippuzzle {

class SubmissionJudge {
 public:
  // All of these are kept. work: the folder of compiled modules, which has the puzzles
  // below "puzzles".
  SubmissionJudge(const GradeSettings& settings, const GradedPuzzles& puzzles,
                  const GradingPlatform& platform, const Isolation& isolation,
                  std::filesystem::path work);

  // Prepares compilers for that many submissions of a puzzle, which share the compiled form of its
  // headers. seed: of all random cases from now on.
  void prepare(const std::map<std::string, size_t>& to_compile, uint64_t seed,
               const std::function<void(double fraction)>& show);

  // May be called in any process. Sets neither student nor puzzle of the grade.
  Grade grade(const Submission& submission) const;

  // The grade of a submission that could not be judged.
  Grade unjudged(const Submission& submission, const std::string& why) const;

 private:
  struct Built {
    std::string fault;         // for the student; "" when the module may run
    bool is_explained = true;  // by a line of the student's, or a limit that it went beyond
  };
  struct Modules {
    std::filesystem::path run, checked;
  };
  struct Judged {
    VariantResult result;
    bool is_explained = true;  // by a possible action of a kernel
  };

  Grade blank(const Submission& submission) const;
  void grade_variants(Grade& grade, const Submission& submission) const;
  Modules modules_of(const Submission& submission) const;
  Built compile(const Submission& submission, bool checked, uint64_t tile,
                const std::filesystem::path& module) const;
  Toolchain confined_compiler(const Submission& submission, bool checked,
                              const std::filesystem::path& folder) const;
  std::string fault_of_tokens(const Submission& submission,
                              const std::filesystem::path& module) const;
  std::string build(const Submission& submission, bool checked, uint64_t tile,
                    const std::filesystem::path& module) const;
  std::string unverified(const Submission& submission, const std::filesystem::path& module) const;
  Judged judge_once(const VariantRef& ref, const Submission& submission, bool checked) const;
  VariantResult judge_variant(const VariantRef& ref, const Submission& submission,
                              bool checked) const;
  Submission stub_of(const std::string& puzzle) const;
  std::filesystem::path headers() const { return work_ / "headers"; }

  const GradeSettings& settings_;
  const GradedPuzzles& puzzles_;
  const GradingPlatform& platform_;
  const Isolation& isolation_;
  std::filesystem::path work_;
  std::map<std::string, Toolchain> run_compilers_, checked_compilers_;  // by puzzle
  std::map<std::string, std::set<std::string>> unwatched_by_design_;    // functions, by puzzle
  uint64_t seed_ = 0;
  // The time left to the current submission, for all of its variants together.
  mutable TimeLeft for_kernels_{{}}, for_compilers_{{}};
  mutable std::vector<SourcePrint> prints_;  // of the current submission
};

}  // namespace hippuzzle
