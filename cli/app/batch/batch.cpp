#include "cli/app/batch/batch.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <utility>

#include "cli/app/batch/batch_message.hpp"
#include "cli/app/batch/repeating_command.hpp"
#include "cli/report/verdict/verdict_text.hpp"
#include "cli/terminal/screen/logging.hpp"
#include "cli/terminal/screen/output_file.hpp"
#include "engine/platforms/platforms.hpp"

namespace hippuzzle {
// Keeps a session's results, so that a worker can send them to the batch.
class ResultCollector {
 public:
  void add(const VariantResult& result) {
    const auto now = std::chrono::steady_clock::now();
    BatchResult batch;
    batch.result = result;
    batch.seconds = std::chrono::duration<double>(now - since_).count();
    since_ = now;
    results.push_back(std::move(batch));
  }

  void begin() {
    results.clear();
    since_ = std::chrono::steady_clock::now();
  }

  std::vector<BatchResult> results;

 private:
  std::chrono::steady_clock::time_point since_;
};

Batch::Batch(const BatchSettings& settings, const SearchPath& search_path, const Catalog& catalog,
             std::vector<ResultOutput>& outputs)
    : settings_(settings),
      outputs_(outputs),
      learner_(Learner::here(catalog, settings.run)),
      last_failed_(learner_),
      collector_(std::make_shared<ResultCollector>()),
      session_(std::make_unique<Session>(
          search_path, settings.run,
          [this](const VariantResult& result) { collector_->add(result); },
          learner_ ? &*learner_ : nullptr)),
      plan_(settings, search_path, catalog, learner_, last_failed_, session_->backends()),
      begun_(plan_.tasks().size()) {
  say_whose_kernels_run(learner_, settings.run);
}

bool Batch::uses_gpu(const BatchTask& task) const {
  if (task.backend != "auto") return !is_simulated(task.backend);
  return std::ranges::any_of(platforms(), [](const Platform& platform) {
    return !platform.is_simulated && !platform.missing_hardware();
  });
}

std::optional<size_t> Batch::next_task() const {
  for (size_t i = 0; i < plan_.tasks().size(); ++i) {
    if (begun_[i] == 0 && !(gpu_is_busy_ && uses_gpu(plan_.tasks()[i]))) return i;
  }
  return std::nullopt;
}

Outcome Batch::run() {
  for (ResultOutput& output : outputs_) output.expect(plan_.results());
  {
    const auto where = settings_.jobs > 1 ? WorkerPool::Where::in_workers : WorkerPool::Where::here;
    WorkerPool pool(static_cast<size_t>(settings_.jobs), where,
                    [this](size_t task) { return work(task); });
    for (;;) {
      const bool stop = settings_.fail_fast && failures_ > 0;
      for (std::optional<size_t> task; !stop && pool.has_idle() && (task = next_task());) {
        begun_[*task] = 1;
        gpu_is_busy_ = gpu_is_busy_ || uses_gpu(plan_.tasks()[*task]);
        pool.start(*task);
      }
      show_progress();
      if (!pool.is_busy()) break;
      take(pool.wait());
    }
  }
  for (const auto& [selected, error] : plan_.not_begun()) {
    const bool nothing_to_run =
        error.outcome() == Outcome::not_started || error.outcome() == Outcome::not_built;
    const bool strict = selected.by_name || settings_.all || settings_.run.workspace;
    take_own(selected.id, error, !nothing_to_run || strict);
  }
  progress_.clear();
  if (settings_.last_failed && plan_.tasks().empty())
    logging::info("nothing failed in the last run here");
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
  for (size_t i = 0; i < plan_.tasks().size(); ++i) {
    const BatchTask& task = plan_.tasks()[i];
    const auto answers = [&](const VariantRef& ref) {
      return is_answered_by(place, ref, task.backend);
    };
    if (begun_[i] != 0 && std::ranges::any_of(task.refs, answers)) return true;
  }
  return false;
}

// The work of a worker.
std::string Batch::work(size_t number) {
  const BatchTask& task = plan_.tasks()[number];
  ResultCollector& collector = *collector_;
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
  std::vector<std::string> unanswered = plan_.answers_of(task);
  for (BatchResult& batch : collector.results) {
    const auto ref = std::ranges::find(task.refs, batch.result.variant, &VariantRef::flag);
    if (ref != task.refs.end()) {
      batch.answers = {plan_.answers_of(task)[static_cast<size_t>(ref - task.refs.begin())]};
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
  const BatchTask& task = plan_.tasks()[finished.task];
  ++tasks_done_;
  if (uses_gpu(task)) gpu_is_busy_ = false;
  if (!finished.died.empty()) {
    const auto answers = plan_.answers_of(task);
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
  if (plan_.tasks().empty()) return;
  progress_.show(fmt::format("{} of {}{}", tasks_done_, plan_.tasks().size(),
                             failures_ > 0 ? fmt::format(", {} failed", failures_) : ""),
                 static_cast<double>(tasks_done_) / static_cast<double>(plan_.tasks().size()));
}

}  // namespace hippuzzle
