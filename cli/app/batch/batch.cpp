#include "cli/app/batch/batch.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <random>
#include <utility>

#include "cli/app/batch/batch_message.hpp"
#include "cli/app/batch/repeating_command.hpp"
#include "cli/report/verdict/verdict_text.hpp"
#include "cli/results/recorded_durations.hpp"
#include "cli/terminal/screen/logging.hpp"
#include "cli/terminal/screen/output_file.hpp"

namespace hippuzzle {
namespace {

// Keeps what a session reports, for whoever sends it on.
class Collector : public Report {
 public:
  void variant(const VariantResult& result) override {
    const auto now = std::chrono::steady_clock::now();
    BatchResult batch;
    batch.result = result;
    batch.seconds = std::chrono::duration<double>(now - since_).count();
    since_ = now;
    results.push_back(std::move(batch));
  }
  void summary(std::span<const VariantResult>, Outcome) override {}

  void begin() {
    results.clear();
    since_ = std::chrono::steady_clock::now();
  }

  std::vector<BatchResult> results;

 private:
  std::chrono::steady_clock::time_point since_;
};

}  // namespace

Batch::Batch(const BatchSettings& settings, const SearchPath& search_path, const Catalog& catalog,
             std::vector<ResultOutput>& outputs)
    : settings_(settings),
      search_path_(search_path),
      catalog_(catalog),
      outputs_(outputs),
      tags_(search_path, settings.tags),
      learner_(Learner::here(catalog, settings.run)),
      last_failed_(learner_),
      collector_(std::make_unique<Collector>()),
      session_(std::make_unique<Session>(search_path, settings.run, *collector_,
                                         learner_ ? &*learner_ : nullptr)) {
  if (settings.last_failed) last_failed_.read();
  for (const SelectedPuzzle& puzzle : select_puzzles(settings.patterns, catalog, search_path)) {
    plan_puzzle(puzzle);
  }
  if (!variant_matched_ && tags_.any() && not_begun_.empty()) {
    throw Error(Outcome::usage, fmt::format("none of these puzzles has the tag '{}' and a variant "
                                            "that is wanted; `hippuzzle list --tags` shows them",
                                            fmt::join(settings.tags, "' or '")));
  }
  if (!variant_matched_ && !settings.variants.empty() && not_begun_.empty()) {
    throw Error(Outcome::usage, fmt::format("none of these puzzles has a variant '{}'; `hippuzzle "
                                            "list` shows them",
                                            fmt::join(settings.variants, "' or '")));
  }
  say_whose_kernels_run(learner_, settings.run);
  cut_shard();
  put_in_order();
  begun_.resize(tasks_.size());
}

void Batch::plan_puzzle(const SelectedPuzzle& selected) {
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
      return;  // a ladder: a pattern in a workspace means what the learner solves
    } else if (learner_ && settings_.run.workspace) {
      throw Error(Outcome::usage,
                  fmt::format("{} has nothing to fill in, so no workspace has kernels for it; "
                              "leave it or --workspace out",
                              id));
    }
    plan_variants(entry.refs);
  } catch (const Error& error) {  // one bad module must not end a batch
    if (!settings_.last_failed && tags_.might_match(id)) not_begun_.emplace_back(selected, error);
  } catch (const std::filesystem::filesystem_error& error) {  // nor a file that cannot be used
    not_begun_.emplace_back(selected, Error(Outcome::load_failed, sentence_of(error)));
  }
}

void Batch::plan_variants(const std::vector<VariantRef>& refs) {
  const bool compiled = learner_ && learner_->solves(refs.front().puzzle->id());
  for (const std::string& backend : session_->backends()) {
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

bool Batch::is_wanted(const VariantRef& ref, const std::string& backend) const {
  if (!matches_any(ref.flag, settings_.variants) || !tags_.match(ref)) return false;
  return !settings_.last_failed || last_failed_.has(ref, backend);
}

// What each result of a task is called in the plan.
std::vector<std::string> Batch::answers_of(const Task& task) const {
  std::vector<std::string> names;
  for (const VariantRef& ref : task.refs) {
    names.push_back(place_of(title(ref.id, ref.flag), task.backend));
    if (settings_.repeat > 1) names.back() += fmt::format(" #{}", task.repetition);
  }
  return names;
}

// Every shard plans everything, and keeps its part.
void Batch::cut_shard() {
  const RecordedDurations durations(settings_.durations);
  std::vector<double> seconds;
  for (const Task& task : tasks_) {
    double sum = 0;
    for (const VariantRef& ref : task.refs) {
      const std::string name = title(ref.id, ref.flag);
      sum += durations.seconds({place_of(name, task.backend), name, ref.id});
    }
    seconds.push_back(sum);
    for (std::string& name : answers_of(task)) plan_.planned.push_back(std::move(name));
  }
  for (const auto& [selected, error] : not_begun_) {
    seconds.push_back(0);
    plan_.planned.push_back(selected.id);
  }
  plan_.shard = settings_.shard.index;
  plan_.shards = settings_.shard.count;
  if (settings_.shard.count == 1) return;
  const std::vector<bool> own = pieces_of(settings_.shard, seconds);
  keep_pieces(not_begun_, own, tasks_.size());
  keep_pieces(tasks_, own);
}

void Batch::put_in_order() {
  if (!settings_.shuffle) return;
  std::mt19937_64 random(settings_.run.seed);
  for (size_t left = tasks_.size(); left > 1; --left) {
    std::swap(tasks_[left - 1], tasks_[random() % left]);
  }
}

std::vector<std::string> Batch::plan() const {
  std::vector<std::string> lines;
  for (const Task& task : tasks_) {
    for (const VariantRef& ref : task.refs) {
      lines.push_back(place_of(title(ref.id, ref.flag), task.backend));
    }
  }
  for (const auto& [selected, error] : not_begun_) {
    lines.push_back(fmt::format("{}: {}", selected.id, to_string(error.outcome())));
  }
  return lines;
}

bool Batch::uses_gpu(const Task& task) const {
  if (task.backend == "auto") return !missing_hardware("nvidia") || !missing_hardware("amd");
  return task.backend != "cpu";
}

std::optional<size_t> Batch::next_task() const {
  for (size_t i = 0; i < tasks_.size(); ++i) {
    if (begun_[i] == 0 && !(gpu_is_busy_ && uses_gpu(tasks_[i]))) return i;
  }
  return std::nullopt;
}

Outcome Batch::run() {
  for (ResultOutput& output : outputs_) output.expect(plan_);
  {
    const auto where = settings_.jobs > 1 ? WorkerPool::Where::in_workers : WorkerPool::Where::here;
    WorkerPool pool(static_cast<size_t>(settings_.jobs), where,
                    [this](size_t task) { return work(task); });
    for (;;) {
      const bool stop = settings_.fail_fast && failures_ > 0;
      for (std::optional<size_t> task; !stop && pool.has_idle() && (task = next_task());) {
        begun_[*task] = 1;
        gpu_is_busy_ = gpu_is_busy_ || uses_gpu(tasks_[*task]);
        pool.start(*task);
      }
      show_progress();
      if (!pool.is_busy()) break;
      take(pool.wait());
    }
  }
  for (const auto& [selected, error] : not_begun_) {
    const bool nothing_to_run =
        error.outcome() == Outcome::not_started || error.outcome() == Outcome::not_built;
    const bool strict = selected.by_name || settings_.all || settings_.run.workspace;
    take_own(selected.id, error, !nothing_to_run || strict);
  }
  progress_.clear();
  if (settings_.last_failed && tasks_.empty()) logging::info("nothing failed in the last run here");
  last_failed_.record(results_, [&](const std::string& place) { return has_run(place); });
  std::vector<Outcome> outcomes;
  for (const BatchResult& batch : results_) {
    if (batch.counts) outcomes.push_back(batch.result.outcome);
  }
  if (outcomes.empty()) {
    for (const BatchResult& batch : results_) outcomes.push_back(batch.result.outcome);
  }
  const Outcome outcome = worst(outcomes);
  for (ResultOutput& output : outputs_) output.finish(results_, outcome);
  const auto left = std::ranges::count(begun_, 0);
  if (left > 0) logging::info("{} not run after the first failure", left);
  return outcome;
}

// Whether a task that has begun says anew what was recorded to fail in that place.
bool Batch::has_run(const std::string& place) const {
  for (size_t i = 0; i < tasks_.size(); ++i) {
    const Task& task = tasks_[i];
    const auto answers = [&](const VariantRef& ref) {
      return is_answered_by(place, ref, task.backend);
    };
    if (begun_[i] != 0 && std::ranges::any_of(task.refs, answers)) return true;
  }
  return false;
}

// In a worker.
std::string Batch::work(size_t number) {
  const Task& task = tasks_[number];
  auto& collector = static_cast<Collector&>(*collector_);
  collector.begin();
  const std::string& id = task.refs.front().id;
  try {
    session_->run_on(task.backend, task.refs);
  } catch (const Error& error) {
    session_->add(id, error);
  } catch (const std::filesystem::filesystem_error& error) {
    session_->add(id, Error(Outcome::load_failed, sentence_of(error)));
  } catch (const std::exception& error) {
    session_->add(id, Error(Outcome::crashed, error.what()));
  }
  std::vector<BatchMessage> messages;
  std::vector<std::string> unanswered = answers_of(task);
  for (BatchResult& batch : collector.results) {
    const auto ref = std::ranges::find(task.refs, batch.result.variant, &VariantRef::flag);
    if (ref != task.refs.end()) {
      batch.answers = {answers_of(task)[static_cast<size_t>(ref - task.refs.begin())]};
      std::erase(unanswered, batch.answers.front());
    } else {  // why all the rest could not begin
      batch.answers = std::exchange(unanswered, {});
    }
    batch.repetition = task.repetition;
    if (batch.result.platform.empty())
      batch.result.platform = task.backend == "auto" ? "" : task.backend;
    batch.command = repeating_command(batch.result, settings_.run, settings_.before_puzzle);
    BatchMessage message{std::move(batch), {}};
    for (const ResultOutput& output : outputs_) {
      message.texts.push_back(output.format().one(message.batch));
    }
    messages.push_back(std::move(message));
  }
  return encode_messages(messages);
}

void Batch::take(const WorkerPool::Finished& finished) {
  const Task& task = tasks_[finished.task];
  ++tasks_done_;
  if (uses_gpu(task)) gpu_is_busy_ = false;
  if (!finished.died.empty()) {
    const auto answers = answers_of(task);
    for (size_t i = 0; i < task.refs.size(); ++i) {
      const VariantRef& ref = task.refs[i];
      BatchResult batch = failure(ref.id, Error(Outcome::crashed, finished.died));
      batch.answers = {answers[i]};
      batch.result.variant = ref.flag;
      batch.result.platform = task.backend == "auto" ? "" : task.backend;
      batch.repetition = task.repetition;
      batch.command = repeating_command(batch.result, settings_.run, settings_.before_puzzle);
      take(std::move(batch), {});
    }
    return;
  }
  for (BatchMessage& message : decode_messages(finished.message)) {
    take(std::move(message.batch), message.texts);
  }
}

void Batch::take_own(const std::string& id, const Error& error, bool counts) {
  BatchResult batch = failure(id, error);
  batch.counts = counts;
  batch.answers = {id};
  batch.command = repeating_command(batch.result, settings_.run, settings_.before_puzzle);
  take(std::move(batch), {});
}

BatchResult Batch::failure(const std::string& id, const Error& error) const {
  BatchResult batch;
  batch.result = failed_result(id, learner_ ? Kernels::yours : Kernels::reference, error);
  return batch;
}

// texts: by output, if they are made already.
void Batch::take(BatchResult batch, const std::vector<std::string>& texts) {
  failures_ += is_failure(batch);
  progress_.clear();
  for (size_t i = 0; i < outputs_.size(); ++i) {
    outputs_[i].add(texts.empty() ? outputs_[i].format().one(batch) : texts[i], batch);
  }
  results_.push_back(std::move(batch));
}

void Batch::show_progress() {
  if (tasks_.empty()) return;
  progress_.show(fmt::format("{} of {}{}", tasks_done_, tasks_.size(),
                             failures_ > 0 ? fmt::format(", {} failed", failures_) : ""),
                 static_cast<double>(tasks_done_) / static_cast<double>(tasks_.size()));
}

}  // namespace hippuzzle
