// A batch: puzzles and variants on backends, by worker processes, with a result for every one of
// them whatever it does.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "cli/app/batch/batch_plan.hpp"
#include "cli/app/batch/worker_pool.hpp"
#include "cli/app/run/session.hpp"
#include "cli/report/batch/result_output.hpp"
#include "cli/terminal/screen/progress_bar.hpp"

namespace hippuzzle {

class ResultCollector;

class Batch {
 public:
  // outputs: at least one, and as long as the batch. Throws Error(usage) for a pattern or a variant
  // that matches nothing.
  Batch(const BatchSettings& settings, const SearchPath& search_path, const Catalog& catalog,
        std::vector<ResultOutput>& outputs);

  // "p16 --naive on cpu", a line each, in the order in which they would begin.
  std::vector<std::string> plan() const { return plan_.lines(); }

  // Runs everything and returns the worst outcome.
  Outcome run();

 private:
  bool uses_gpu(const BatchTask& task) const;
  std::optional<size_t> next_task() const;
  std::string work(size_t task);
  void take(const WorkerPool::Finished& finished);
  void take_own(const std::string& id, const Error& error, bool counts);
  void take(BatchResult batch, const std::vector<std::string>& texts);
  BatchResult failure(const std::string& id, const Error& error) const;
  bool has_run(const std::string& place) const;
  void show_progress();

  const BatchSettings& settings_;
  std::vector<ResultOutput>& outputs_;
  std::optional<Learner> learner_;
  LastFailed last_failed_;
  std::shared_ptr<ResultCollector> collector_;
  std::unique_ptr<Session> session_;
  const BatchPlan plan_;
  std::vector<char> begun_;  // by task
  bool gpu_is_busy_ = false;
  std::vector<BatchResult> results_;  // without outputs and cases
  size_t tasks_done_ = 0, failures_ = 0;
  ProgressBar progress_;
};

}  // namespace hippuzzle
