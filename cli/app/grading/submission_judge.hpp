// Compiles, runs and checks one submission in confinement, and gives its grade. If the puzzle's own
// stub fails as well, the fault is the machine's, and no student's.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <map>
#include <string>

#include "cli/app/grading/grade_settings.hpp"
#include "cli/app/grading/graded_puzzles.hpp"
#include "cli/app/grading/grading_platform.hpp"
#include "cli/app/grading/submission_compiler.hpp"
#include "cli/app/grading/submissions.hpp"
#include "cli/app/grading/time_left.hpp"
#include "cli/app/reentry/isolation.hpp"
#include "cli/report/grades/grade_report.hpp"
#include "engine/judge/result.hpp"

namespace hippuzzle {

class SubmissionJudge {
 public:
  // All of these are kept. work: the folder of compiled modules, which has the puzzles
  // below "puzzles".
  SubmissionJudge(const GradeSettings& settings, const GradedPuzzles& puzzles,
                  const GradingPlatform& platform, const Isolation& isolation,
                  std::filesystem::path work);

  // Prepares compilers, as SubmissionCompiler::prepare(). Call it before grade().
  void prepare(const std::map<std::string, size_t>& to_compile, uint64_t seed,
               const std::function<void(double fraction)>& show) {
    compiler_.prepare(to_compile, seed, show);
  }

  // May be called in any process. Sets neither student nor puzzle of the grade.
  Grade grade(const Submission& submission) const;

  // The grade of a submission that could not be judged.
  Grade unjudged(const Submission& submission, const std::string& why) const;

 private:
  struct Judged {
    VariantResult result;
    bool is_explained = true;  // by a possible action of a kernel
  };

  Grade blank(const Submission& submission) const;
  void grade_variants(Grade& grade, const Submission& submission) const;
  Judged judge_once(const VariantRef& ref, const Submission& submission, bool checked) const;
  VariantResult judge_variant(const VariantRef& ref, const Submission& submission,
                              bool checked) const;

  const GradeSettings& settings_;
  const GradedPuzzles& puzzles_;
  const GradingPlatform& platform_;
  const Isolation& isolation_;
  SubmissionCompiler compiler_;
  mutable TimeLeft for_kernels_{{}};  // of the current submission, for all of its variants
};

}  // namespace hippuzzle
