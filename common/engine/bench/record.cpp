#include "engine/bench/record.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <sstream>

namespace hippuzzle {
namespace {

void require(bool in_order) {
  if (in_order) return;
  throw Error(Outcome::crashed,
              "the process that measured reported what it was not asked for; a kernel module "
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

uint64_t output_elements(const BenchInputs& inputs, const Subject& subject) {
  return element_count(inputs.first_case(subject).shapes[output_buffer(*subject.variant)]);
}

}  // namespace

BenchRecord::BenchRecord(std::vector<Entry> entries, const BenchInputs& inputs,
                         const BenchOptions& options, const BenchProgress& progress, Bench& bench)
    : entries_(std::move(entries)),
      inputs_(inputs),
      options_(options),
      progress_(progress),
      bench_(bench) {}

void BenchRecord::take(const Event& event) {
  switch (event.kind) {
    case Event::Kind::device:
      bench_.device = event.device_name;
      bench_.architecture = event.architecture;
      bench_.driver = event.driver;
      bench_.toolkit = event.toolkit;
      return;
    case Event::Kind::item:
      return begin(event);
    case Event::Kind::sensors:
      return sense(event.sensors);
    case Event::Kind::sampled:
      return sampled(event);
    case Event::Kind::lap:
      return lap(event);
    case Event::Kind::kept:
      return check_kept(event);
    case Event::Kind::failed:
      return fail(Error(event.outcome, event.sentence, event.advice));
    case Event::Kind::done:
      done_ = true;
      bench_.seconds = seconds();
      return;
    case Event::Kind::case_begun:
    case Event::Kind::case_done:
    case Event::Kind::finding:
    case Event::Kind::counted:
    case Event::Kind::traced:
    case Event::Kind::placed:
      require(false);
  }
}

BenchRecord::Entry& BenchRecord::entry(const Event& event) {
  require(event.index < entries_.size());
  return entries_[event.index];
}

void BenchRecord::begin(const Event& event) {
  Measurement& result = *entry(event).result;
  if (event.outcome != Outcome::passed) {
    withhold(result, Error(event.outcome, event.sentence, event.advice));
  } else if (result.is_baseline) {
    result.name = fmt::format("{} {}", event.sentence, to_string(*result.math));
  }
  started_ = std::chrono::steady_clock::now();
}

double BenchRecord::seconds() const {
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - started_).count();
}

void BenchRecord::sense(const Sensors& now) {
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

void BenchRecord::sampled(const Event& event) {
  Measurement& result = *entry(event).result;
  any_sample_ = true;
  bench_.held = bench_.held && event.held;
  result.samples.push_back(event.milliseconds);
  if (event.unwritten > 0) {
    withhold(result, Outcome::wrong_answer,
             fmt::format("timed launch {} left {} elements unwritten, though the first launch was "
                         "right; every launch must do all of the work",
                         result.samples.size(), event.unwritten));
  }
  progress_("measuring", std::min(1.0, seconds() / options_.budget_seconds));
}

void BenchRecord::lap(const Event& event) {
  Measurement& result = *entry(event).result;
  if (!result.sustained) {
    result.sustained.emplace();
    progress_("sustained",
              static_cast<double>(++sustained_) / static_cast<double>(entries_.size()));
  }
  Sustained& s = *result.sustained;
  s.samples.push_back(event.milliseconds);
  s.launches += event.samples;
  s.settled = s.settled && event.settled;
  s.clocks_mhz.push_back(event.sensors.clock_mhz);
  s.power_w = event.sensors.power_w;
  add_words(event.sensors.throttled, s.throttled);
  if (event.unwritten == 0) return;
  withhold(result, Outcome::wrong_answer,
           fmt::format("the last of {} launches without pauses left {} elements unwritten, though "
                       "the first launch was right; every launch must do all of the work",
                       event.samples, event.unwritten));
}

// The output of a launch that was timed, which nobody could know would be looked at.
void BenchRecord::check_kept(const Event& event) {
  Entry& e = entry(event);
  Measurement& result = *e.result;
  require(event.input_set < input_sets);
  ++e.kept;
  if (result.outcome != Outcome::passed || event.samples == 0) return;
  const Comparison comparison = inputs_.compare_kept(*e.subject, event.input_set);
  result.worst_error = std::max(result.worst_error, comparison.worst);
  if (comparison.wrong == 0) return;
  withhold(result, Outcome::wrong_answer,
           fmt::format("a timed launch was wrong{}: {}; every launch must do all of the work",
                       result.is_baseline ? "" : ", though the first one was right",
                       describe(comparison, output_elements(inputs_, *e.subject))));
}

void BenchRecord::close(const RunnerEnd& end, std::chrono::milliseconds patience) {
  if (done_ || failed_) return;
  switch (end.how) {
    case RunnerEnd::How::timed_out:
      return fail(
          {Outcome::timed_out,
           fmt::format("not measured within {:g} s", static_cast<double>(patience.count()) / 1000),
           Advice{Advice::allow_more_time}});
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
  for (Entry& e : entries_) finish(e);
}

void BenchRecord::finish(Entry& e) const {
  Measurement& result = *e.result;
  if (result.samples.empty()) {
    withhold(result, Error(Outcome::timed_out, "the budget ended before its turn",
                           Advice{Advice::allow_more_measuring}));
  } else if (e.kept != input_sets) {
    withhold(result, Outcome::crashed, "the process that measured handed over no output to check");
  }
  if (result.outcome != Outcome::passed) {
    result.sustained.reset();
    return;
  }
  if (result.sustained) result.sustained->time = summarise(result.sustained->samples);
  result.time = summarise(result.samples);
  result.converged = result.samples.size() >= options_.least_samples &&
                     result.time.relative_error < options_.relative_error;
}

}  // namespace hippuzzle
