// The plan of a batch: which variants of which puzzles run, on which backends, how often and in
// which order.
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "cli/app/batch/last_failed.hpp"
#include "cli/app/batch/shard.hpp"
#include "cli/app/learner/learner.hpp"
#include "cli/app/run/puzzle_selection.hpp"
#include "cli/report/batch/result_plan.hpp"

namespace hippuzzle {

struct BatchSettings {
  std::vector<std::string> patterns, variants, tags;  // no variants, no tags: all of them
  int jobs = 1;
  int repeat = 1;
  bool all = false;  // puzzles that are not started or not built decide, too
  bool fail_fast = false, shuffle = false, last_failed = false;
  Shard shard;
  std::optional<std::string> durations;    // a file of results whose times balance the shards
  std::vector<std::string> before_puzzle;  // words of the command line that find the puzzles
  RunSettings run;
};

// Variants of one puzzle on one backend, one after the other: one, or all that are compiled
// together.
struct BatchTask {
  std::vector<VariantRef> refs;
  std::string backend;
  int repetition = 1;
};

class BatchPlan {
 public:
  // last_failed: read here where --last-failed asks for them. Throws Error(usage) for a pattern or
  // a variant that matches nothing.
  BatchPlan(const BatchSettings& settings, const SearchPath& search_path, const Catalog& catalog,
            const std::optional<Learner>& learner, LastFailed& last_failed,
            const std::vector<std::string>& backends);

  // The tasks of this shard, in the order in which they begin.
  const std::vector<BatchTask>& tasks() const { return tasks_; }

  // Puzzles of this shard without tasks, and why.
  const std::vector<std::pair<SelectedPuzzle, Error>>& not_begun() const { return not_begun_; }

  // The results of all shards.
  const ResultPlan& results() const { return results_; }

  // The name of each result of a task, as results() has it.
  std::vector<std::string> answers_of(const BatchTask& task) const;

  // "p16 --naive on cpu", a line each.
  std::vector<std::string> lines() const;

 private:
  void plan_puzzle(const SelectedPuzzle& selected);
  void plan_variants(const std::vector<VariantRef>& refs);
  bool is_wanted(const VariantRef& ref, const std::string& backend) const;
  void require_a_match() const;
  void cut_shard();
  void shuffle();

  const BatchSettings& settings_;
  const Catalog& catalog_;
  const std::optional<Learner>& learner_;
  const LastFailed& last_failed_;
  const std::vector<std::string> backends_;
  ChosenTags tags_;
  std::vector<BatchTask> tasks_;
  std::vector<std::pair<SelectedPuzzle, Error>> not_begun_;
  std::vector<std::pair<SelectedPuzzle, Error>> unmatched_;  // named, without a wanted variant
  ResultPlan results_;
  bool variant_matched_ = false;
};

}  // namespace hippuzzle
