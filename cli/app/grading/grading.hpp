// Grades a folder of submissions: compiles and runs each confined, judges it from outside, and
// keeps a journal from which an interrupted grading goes on.
#pragma once

#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "cli/app/batch/shard.hpp"
#include "cli/app/grading/grading_platform.hpp"
#include "cli/app/grading/isolation.hpp"
#include "cli/app/grading/submissions.hpp"
#include "cli/report/batch/grade_report.hpp"
#include "cli/terminal/screen/progress_bar.hpp"
#include "engine/catalog/catalog.hpp"
#include "engine/judge/result.hpp"
#include "engine/support/file_descriptor.hpp"
#include "engine/support/temporary_folder.hpp"
#include "workspace/toolchain.hpp"

namespace hippuzzle {

struct GradeSettings {
  std::filesystem::path folder, results;
  std::vector<std::string> puzzles;   // names and patterns; none for all that learners solve
  std::optional<std::string> secret;  // a file with the seed
  std::string isolation = "auto";
  int jobs = 1;
  Shard shard;
  std::optional<std::string> durations;  // a file of results, by whose times shards are cut
  double timeout_seconds = 10;
  uint64_t megabytes = 2048;
  std::optional<std::string> emulate;  // AMD's target; "" for the first that there is code for
  bool no_check = false;
  bool counts = false;  // what checked kernels ask of memory
  bool again = false;   // also what a finished grading has results of
};

class Grading {
 public:
  // Takes the submissions. Throws Error(usage), Error(unsupported) where nothing can be confined.
  Grading(const GradeSettings& settings, const SearchPath& search_path, const Catalog& catalog);

  // Grades what the journal does not have yet, and writes grades.json and grades.csv.
  void run();

  const std::vector<Grade>& grades() const { return grades_; }
  std::string isolation() const { return isolation_.name(); }
  // "amd (emulated gfx90a)", and "" for the CPU platform.
  const std::string& platform() const { return platform_name_; }
  std::string document() const;  // grades.json
  Outcome worst_outcome() const;

 private:
  void choose_puzzles(const Catalog& catalog);
  void copy_puzzles() const;
  void prepare_compilers();
  void cut_shard();
  struct Before {
    std::vector<Grade> grades;
    bool finished = false;
  };
  Before read_journal();
  void go_on();
  void begin_journal(const std::vector<Grade>& kept);
  void append_to_journal(const std::string& line) const;
  void keep(Grade grade, size_t place);
  std::vector<size_t> to_do(std::map<size_t, std::vector<size_t>>& twins) const;
  Grade grade(const Submission& submission) const;
  void grade_variants(Grade& grade, const Submission& submission) const;
  std::string build(const Submission& submission, bool checked, uint64_t tile,
                    const std::filesystem::path& module) const;
  VariantResult judge_one(const VariantRef& ref, const Submission& submission,
                          const std::filesystem::path& module, bool checked) const;
  Grade unjudged(const Submission& submission, const std::string& why) const;
  void stop_if_full() const;
  void name_same_texts();
  const std::filesystem::path& work() const { return work_->path(); }
  std::filesystem::path headers() const { return work() / "headers"; }
  std::filesystem::path journal() const { return settings_.results / "journal.jsonl"; }
  std::string options_text() const;

  const GradeSettings& settings_;
  const SearchPath& search_path_;
  GradingPlatform platform_;
  std::string platform_name_;
  Isolation isolation_;
  FileDescriptor results_;               // the folder, locked
  std::optional<TemporaryFolder> work_;  // in it: what is compiled and run
  std::vector<CatalogEntry> entries_;
  std::vector<Lesson> lessons_;
  std::vector<Submission> submissions_;
  std::map<std::string, Toolchain> run_compilers_, checked_compilers_;  // by puzzle
  ResultPlan plan_;
  std::vector<Grade> grades_;  // of the submissions, in their order; no puzzle: not graded yet
  uint64_t seed_ = 0;
  FileDescriptor journal_file_;
  ProgressBar progress_;
};

}  // namespace hippuzzle
