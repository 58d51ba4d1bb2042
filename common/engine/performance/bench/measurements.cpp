#include "engine/performance/bench/measurements.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <sstream>

#include "engine/judge/mismatch_text.hpp"

namespace hippuzzle {
namespace {

void require(bool in_order) {
  if (in_order) return;
  throw Error(Outcome::crashed,
              "the measuring process reported an unrequested result; a kernel module "
              "must not touch file descriptors");
}

void withhold(Measurement& result, const Error& error) {
  if (result.outcome != Outcome::passed) return;  // the first reason counts
  result.outcome = error.outcome();
  result.reason = error.what();
  result.advice = error.advice();
}

void withhold(Measurement& result, Outcome outcome, const std::string& reason) {
  withhold(result, Error(outcome, reason));
}

void add_words(const std::string& text, std::vector<std::string>& all) {
  std::istringstream words(text);
  for (std::string word; words >> word;) {
    if (std::ranges::find(all, word) == all.end()) all.push_back(word);
  }
}

uint64_t output_elements(const BenchInputs& inputs, const TimedVariant& timed) {
  return output_count(*timed.variant, inputs.first_case(timed).extents);
}

}  // namespace

std::string baseline_name(const std::string& library, const Measurement& product) {
  return fmt::format("{} {}{}", library, to_string(*product.math),
                     product.b_transposed ? ", transposed B" : "");
}

BenchRecord::BenchRecord(std::vector<Entry> entries, const BenchInputs& inputs,
                         const BenchOptions& options, const BenchProgress& progress, Bench& bench)
    : entries_(std::move(entries)),
      inputs_(inputs),
      options_(options),
      progress_(progress),
      bench_(bench) {}

void BenchRecord::read(const Event& event) { require(hand_to(*this, event)); }

void BenchRecord::take(const DeviceFound& device) {
  bench_.device = device.name;
  bench_.architecture = device.architecture;
  bench_.driver = device.driver;
  bench_.toolkit = device.toolkit;
}

void BenchRecord::take(const Failed& failed) { fail(to_error(failed)); }

void BenchRecord::take(const Done&) {
  done_ = true;
  bench_.seconds = seconds();
}

BenchRecord::Entry& BenchRecord::entry(uint32_t index) {
  require(index < entries_.size());
  return entries_[index];
}

void BenchRecord::take(const KernelReady& ready) {
  Measurement& result = *entry(ready.index).result;
  if (ready.refusal) {
    withhold(result, to_error(*ready.refusal));
  } else if (result.is_baseline) {
    result.name = baseline_name(ready.library, result);
  }
  started_ = std::chrono::steady_clock::now();
}

void BenchRecord::take(const WayTimed& timed) {
  std::vector<TimedWay>& ways = entry(timed.index).result->ways;
  const auto way = std::ranges::find(ways, timed.number, &TimedWay::number);
  require(way != ways.end());
  way->milliseconds = timed.milliseconds;
}

double BenchRecord::seconds() const {
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - started_).count();
}

void BenchRecord::take(const Sensors& now) {
  if (!sensed_) {
    bench_.before = now;
    started_ = std::chrono::steady_clock::now();
  }
  sensed_ = true;
  bench_.after = now;
  if (now.clock_mhz > 0 && any_sample_) {
    bench_.lowest_clock_mhz = bench_.lowest_clock_mhz > 0
                                  ? std::min(bench_.lowest_clock_mhz, now.clock_mhz)
                                  : now.clock_mhz;
  }
  add_words(now.throttled, bench_.throttled);
}

void BenchRecord::take(const Sampled& sampled) {
  Measurement& result = *entry(sampled.index).result;
  any_sample_ = true;
  bench_.enqueued = bench_.enqueued && sampled.enqueued;
  if (sampled.slowed) {
    ++result.repeated;
    return;
  }
  result.samples.push_back(sampled.milliseconds);
  if (sampled.unwritten > 0) {
    withhold(result, Outcome::wrong_answer,
             fmt::format("timed launch {} left {} elements unwritten, though the first launch was "
                         "right; every launch must do all of the work",
                         result.samples.size(), sampled.unwritten));
  }
  progress_("measuring", fraction());
}

// The share of the budget that is spent, or of the samples that must be taken, whichever is less.
double BenchRecord::fraction() const {
  double least = std::min(1.0, seconds() / options_.budget_seconds);
  for (const Entry& e : entries_) {
    if (options_.min_samples_hard == 0 || e.result->outcome != Outcome::passed) continue;
    least =
        std::min(least, static_cast<double>(e.result->samples.size()) / options_.min_samples_hard);
  }
  return least;
}

void BenchRecord::take(const BatchTimed& batch) {
  Measurement& result = *entry(batch.index).result;
  if (!result.sustained) {
    result.sustained.emplace();
    progress_("sustained",
              static_cast<double>(++sustained_) / static_cast<double>(entries_.size()));
  }
  Sustained& s = *result.sustained;
  s.samples.push_back(batch.milliseconds);
  s.launches += batch.launches;
  s.settled = s.settled && batch.settled;
  s.clocks_mhz.push_back(batch.sensors.clock_mhz);
  s.power_w = batch.sensors.power_w;
  add_words(batch.sensors.throttled, s.throttled);
  if (batch.unwritten == 0) return;
  withhold(result, Outcome::wrong_answer,
           fmt::format("the last of {} launches without pauses left {} elements unwritten, though "
                       "the first launch was right; every launch must do all of the work",
                       batch.launches, batch.unwritten));
}

void BenchRecord::take(const OutputRetained& retained) {
  Entry& e = entry(retained.index);
  require(retained.slot == e.retained.size() && retained.slot < input_sets);
  e.retained.push_back(retained);
}

// Outputs of timed launches; no kernel could foresee which ones would be judged.
void BenchRecord::judge_retained(const Entry& e) const {
  Measurement& result = *e.result;
  for (const OutputRetained& retained : e.retained) {
    if (result.outcome != Outcome::passed || retained.samples == 0) return;
    const Comparison comparison =
        inputs_.compare_retained(*e.timed, retained.slot, retained.mixture);
    result.worst_error = std::max(result.worst_error, comparison.worst);
    if (comparison.wrong == 0) continue;
    withhold(result, Outcome::wrong_answer,
             fmt::format("a timed launch was wrong{}: {}; every launch must do all of the work",
                         result.is_baseline ? "" : ", though the first one was right",
                         describe(comparison, output_elements(inputs_, *e.timed))));
  }
}

void BenchRecord::close(const RunnerEnd& end, std::chrono::milliseconds patience) {
  if (done_ || failed_) return;
  switch (end.how) {
    case RunnerEnd::How::timed_out:
      return fail(
          {Outcome::timed_out,
           fmt::format("not measured within {:g} s", static_cast<double>(patience.count()) / 1000),
           Advice{Advice::allow_more_time}});
    case RunnerEnd::How::out_of_memory:
      return fail({Outcome::crashed, "more memory used than is allowed while it was measured"});
    case RunnerEnd::How::too_many_threads:
      return fail({Outcome::crashed, "more threads started than is allowed while it was measured"});
    case RunnerEnd::How::signalled:
      return fail({Outcome::crashed, fmt::format("signal {} ({}) while it was measured", end.code,
                                                 strsignal(end.code))});
    case RunnerEnd::How::exited:
      return fail(
          {Outcome::crashed, fmt::format("the process that measured called exit({})", end.code)});
  }
}

void BenchRecord::fail(const Error& error) {
  failed_ = true;
  for (Entry& e : entries_) withhold(*e.result, error);
}

void BenchRecord::finish() {
  if (!done_ && !failed_) fail({Outcome::crashed, "the process that measured reported no end"});
  for (Entry& e : entries_) {
    progress_("judging the timed launches",
              static_cast<double>(&e - entries_.data()) / static_cast<double>(entries_.size()));
    finish(e);
  }
}

void BenchRecord::finish(Entry& e) const {
  Measurement& result = *e.result;
  if (result.samples.empty()) {
    withhold(result, Error(Outcome::timed_out, "the budget ended before its turn",
                           Advice{Advice::allow_more_measuring}));
  } else if (e.retained.size() != input_sets) {
    withhold(result, Outcome::crashed, "the process that measured returned no output to check");
  } else {
    judge_retained(e);
  }
  if (result.outcome != Outcome::passed) {
    result.sustained.reset();
    return;
  }
  if (result.sustained) result.sustained->time = summarise(result.sustained->samples);
  result.time = summarise(result.samples);
  result.converged = result.samples.size() >= options_.min_samples &&
                     result.time.relative_error < options_.relative_error;
}

}  // namespace hippuzzle
