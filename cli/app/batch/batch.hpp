// A batch: puzzles and variants on backends, by worker processes, with a result for every one of
// them whatever it does.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "cli/app/batch/last_failed.hpp"
#include "cli/app/batch/shard.hpp"
#include "cli/app/batch/worker_pool.hpp"
#include "cli/app/learner/learner.hpp"
#include "cli/app/run/selection.hpp"
#include "cli/app/run/session.hpp"
#include "cli/report/batch/result_output.hpp"
#include "cli/terminal/screen/progress_bar.hpp"

namespace hippuzzle {

struct BatchSettings {
  std::vector<std::string> patterns, variants, tags;  // no variants, no tags: all of them
  int jobs = 1;
  int repeat = 1;
  bool all = false;  // what is not started or not built decides, too
  bool fail_fast = false, shuffle = false, last_failed = false;
  Shard shard;
  std::optional<std::string> durations;    // a file of results, by whose times shards are cut
  std::vector<std::string> before_puzzle;  // words of the command line that find the puzzles
  RunSettings run;
};

class Batch {
 public:
  // outputs: at least one, and as long as the batch. Throws Error(usage) for a pattern or a variant
  // that matches nothing.
  Batch(const BatchSettings& settings, const SearchPath& search_path, const Catalog& catalog,
        std::vector<ResultOutput>& outputs);

  // "p16 --naive on cpu", a line each, in the order in which they would begin.
  std::vector<std::string> plan() const;

  // Runs everything and returns the worst outcome.
  Outcome run();

 private:
  // Variants of one puzzle on one backend, one after the other: one, or all that are compiled
  // together.
  struct Task {
    std::vector<VariantRef> refs;
    std::string backend;
    int repetition = 1;
  };

  void plan_puzzle(const SelectedPuzzle& selected);
  void plan_variants(const std::vector<VariantRef>& refs);
  bool is_wanted(const VariantRef& ref, const std::string& backend) const;
  void cut_shard();
  void put_in_order();
  bool uses_gpu(const Task& task) const;
  std::optional<size_t> next_task() const;
  std::string work(size_t task);
  void take(const WorkerPool::Finished& finished);
  void take_own(const std::string& id, const Error& error, bool counts);
  void take(BatchResult batch, const std::vector<std::string>& texts);
  std::vector<std::string> answers_of(const Task& task) const;
  BatchResult failure(const std::string& id, const Error& error) const;
  bool has_run(const std::string& place) const;
  void show_progress();

  const BatchSettings& settings_;
  const SearchPath& search_path_;
  const Catalog& catalog_;
  std::vector<ResultOutput>& outputs_;
  ChosenTags tags_;
  std::optional<Learner> learner_;
  LastFailed last_failed_;
  std::unique_ptr<Report> collector_;
  std::unique_ptr<Session> session_;
  std::vector<std::pair<SelectedPuzzle, Error>> not_begun_;
  ResultPlan plan_;
  std::vector<Task> tasks_;
  std::vector<char> begun_;  // by task
  bool variant_matched_ = false;
  bool gpu_is_busy_ = false;
  std::vector<BatchResult> results_;  // without outputs and cases
  size_t tasks_done_ = 0, failures_ = 0;
  ProgressBar progress_;
};

}  // namespace hippuzzle
