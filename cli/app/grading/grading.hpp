// Grades a folder of submissions: each is judged confined, by workers, and a journal is kept from
// which an interrupted grading goes on.
#pragma once

#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "cli/app/grading/grade_settings.hpp"
#include "cli/app/grading/graded_puzzles.hpp"
#include "cli/app/grading/grading_platform.hpp"
#include "cli/app/grading/installation.hpp"
#include "cli/app/grading/marks.hpp"
#include "cli/app/grading/submission_judge.hpp"
#include "cli/app/grading/submissions.hpp"
#include "cli/app/reentry/isolation.hpp"
#include "cli/report/grades/grade_report.hpp"
#include "cli/terminal/screen/progress_bar.hpp"
#include "engine/judge/catalog/catalog.hpp"
#include "support/files/file_descriptor.hpp"
#include "support/files/temporary_folder.hpp"

namespace hippuzzle {

class Grading {
 public:
  // Takes the submissions. Throws Error(usage), Error(unsupported) where nothing can be confined.
  Grading(const GradeSettings& settings, const SearchPath& search_path, const Catalog& catalog);

  // Grades the submissions that the journal lacks, and writes grades.json, grades.csv and a file of
  // feedback for each student.
  void run();

  const std::vector<Grade>& grades() const { return grades_; }
  GradingFacts facts() const;
  Outcome worst_outcome() const;

 private:
  using Twins = std::map<size_t, std::vector<size_t>>;  // by the place of the judged twin
  struct Before {
    std::vector<Grade> grades;
    bool finished = false;
  };

  void cut_shard();
  std::map<std::string, size_t> to_compile() const;
  Before read_journal();
  void go_on();
  void begin_journal(const std::vector<Grade>& kept);
  void append_to_journal(const std::string& line) const;
  void keep(Grade grade, size_t place);
  std::vector<size_t> to_do(Twins& twins) const;
  void stop_if_full() const;
  void stop_if_replaced() const;
  void name_same_texts();
  void compare_sources();
  void write_feedback() const;
  const std::filesystem::path& work() const { return work_->path(); }
  std::filesystem::path journal() const { return settings_.results / "journal.jsonl"; }
  std::string options_text() const;

  const GradeSettings& settings_;
  GradingPlatform platform_;
  Isolation isolation_;
  GradedPuzzles puzzles_;
  std::string platform_name_;
  Installation installation_;
  FileDescriptor results_;               // the folder, locked
  std::optional<TemporaryFolder> work_;  // for compiled modules
  std::vector<Submission> submissions_;
  std::optional<SubmissionJudge> judge_;
  std::optional<Marks> marks_;
  ResultPlan plan_;
  std::vector<Grade> grades_;  // of the submissions, in their order; no puzzle: not graded yet
  uint64_t seed_ = 0;
  FileDescriptor journal_file_;
  ProgressBar progress_;
};

}  // namespace hippuzzle
