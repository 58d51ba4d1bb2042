#include "cli/app/batch/batch_plan.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <random>

#include "cli/report/results/recorded_durations.hpp"
#include "cli/report/verdict/verdict_text.hpp"

namespace hippuzzle {

BatchPlan::BatchPlan(const BatchSettings& settings, const SearchPath& search_path,
                     const Catalog& catalog, const std::optional<Learner>& learner,
                     LastFailed& last_failed, const std::vector<std::string>& backends)
    : settings_(settings),
      catalog_(catalog),
      learner_(learner),
      last_failed_(last_failed),
      backends_(backends),
      tags_(search_path, settings.tags) {
  if (settings.last_failed) last_failed.read();
  for (const SelectedPuzzle& puzzle : select_puzzles(settings.patterns, catalog, search_path)) {
    plan_puzzle(puzzle);
  }
  require_a_match();
  std::ranges::move(unmatched_, std::back_inserter(not_begun_));
  cut_shard();
  shuffle();
}

void BatchPlan::require_a_match() const {
  if (variant_matched_ || !not_begun_.empty()) return;
  if (tags_.any()) {
    throw Error(Outcome::usage, fmt::format("none of these puzzles has the tag '{}' and a variant "
                                            "that is wanted; `hippuzzle list --tags` shows them",
                                            fmt::join(settings_.tags, "' or '")));
  }
  if (!settings_.variants.empty()) {
    throw Error(Outcome::usage, fmt::format("none of these puzzles has a variant '{}'; `hippuzzle "
                                            "list` shows them",
                                            fmt::join(settings_.variants, "' or '")));
  }
}

void BatchPlan::plan_puzzle(const SelectedPuzzle& selected) {
  const std::string& id = selected.id;
  try {
    const CatalogEntry entry = catalog_.open(id);
    const std::string& puzzle = entry.refs.front().puzzle->id();
    if (std::ranges::none_of(entry.refs, [&](const VariantRef& r) { return tags_.match(r); })) {
      return;
    }
    if (learner_ && learner_->solves(puzzle)) {
      learner_->require_started(puzzle);
    } else if (learner_ && !selected.by_name) {
      return;  // a ladder: a pattern in a workspace means puzzles that the learner solves
    } else if (learner_ && settings_.run.workspace) {
      throw Error(Outcome::usage,
                  fmt::format("{} has nothing to fill in, so no workspace has kernels for it; "
                              "leave it or --workspace out",
                              id));
    }
    // A pattern may match puzzles without the variant; a name that runs nothing is a mistake.
    if (selected.by_name && std::ranges::none_of(entry.refs, [&](const VariantRef& ref) {
          return matches_any(ref.flag, settings_.variants);
        })) {
      unmatched_.emplace_back(
          selected,
          Error(Outcome::usage,
                fmt::format("{} has no variant '{}', so nothing of it ran; `hippuzzle list {}` "
                            "shows them",
                            id, fmt::join(settings_.variants, "' or '"), id)));
      return;
    }
    plan_variants(entry.refs);
  } catch (const Error& error) {  // one bad module must not end a batch
    if (!settings_.last_failed && tags_.might_match(id)) not_begun_.emplace_back(selected, error);
  } catch (const std::filesystem::filesystem_error& error) {  // nor a file that cannot be used
    not_begun_.emplace_back(selected, Error(Outcome::load_failed, sentence_of(error)));
  }
}

void BatchPlan::plan_variants(const std::vector<VariantRef>& refs) {
  const bool compiled = learner_ && learner_->solves(refs.front().puzzle->id());
  for (const std::string& backend : backends_) {
    std::vector<VariantRef> wanted;
    for (const VariantRef& ref : refs) {
      if (is_wanted(ref, backend)) wanted.push_back(ref);
    }
    variant_matched_ = variant_matched_ || !wanted.empty();
    for (int repetition = 1; repetition <= settings_.repeat && !wanted.empty(); ++repetition) {
      if (compiled) {
        tasks_.push_back({wanted, backend, repetition});
      } else {
        for (const VariantRef& ref : wanted) tasks_.push_back({{ref}, backend, repetition});
      }
    }
  }
}

bool BatchPlan::is_wanted(const VariantRef& ref, const std::string& backend) const {
  if (!matches_any(ref.flag, settings_.variants) || !tags_.match(ref)) return false;
  return !settings_.last_failed || last_failed_.has(ref, backend);
}

std::vector<std::string> BatchPlan::answers_of(const BatchTask& task) const {
  std::vector<std::string> names;
  for (const VariantRef& ref : task.refs) {
    names.push_back(place_of(title(ref.id, ref.flag), task.backend));
    if (settings_.repeat > 1) names.back() += fmt::format(" #{}", task.repetition);
  }
  return names;
}

// Every shard plans everything, and keeps its part.
void BatchPlan::cut_shard() {
  const RecordedDurations durations(settings_.durations);
  std::vector<double> seconds;
  for (const BatchTask& task : tasks_) {
    double sum = 0;
    for (const VariantRef& ref : task.refs) {
      const std::string name = title(ref.id, ref.flag);
      sum += durations.seconds({place_of(name, task.backend), name, ref.id});
    }
    seconds.push_back(sum);
    for (std::string& name : answers_of(task)) results_.planned.push_back(std::move(name));
  }
  for (const auto& [selected, error] : not_begun_) {
    seconds.push_back(0);
    results_.planned.push_back(selected.id);
  }
  results_.shard = settings_.shard.index;
  results_.shards = settings_.shard.count;
  if (settings_.shard.count == 1) return;
  const std::vector<bool> own = pieces_of(settings_.shard, seconds);
  keep_pieces(not_begun_, own, tasks_.size());
  keep_pieces(tasks_, own);
}

void BatchPlan::shuffle() {
  if (!settings_.shuffle) return;
  std::mt19937_64 random(settings_.run.seed);
  for (size_t left = tasks_.size(); left > 1; --left) {
    std::swap(tasks_[left - 1], tasks_[random() % left]);
  }
}

std::vector<std::string> BatchPlan::lines() const {
  std::vector<std::string> lines;
  for (const BatchTask& task : tasks_) {
    for (const VariantRef& ref : task.refs) {
      lines.push_back(place_of(title(ref.id, ref.flag), task.backend));
    }
  }
  for (const auto& [selected, error] : not_begun_) {
    lines.push_back(fmt::format("{}: {}", selected.id, to_string(error.outcome())));
  }
  return lines;
}

}  // namespace hippuzzle
