#include "benchmark.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <random>
#include <set>
#include <sstream>
#include <tuple>

#include "bench_inputs.hpp"
#include "runner.hpp"
#include "runner_process.hpp"

namespace hippuzzle {
namespace {

class Benchmark {
 public:
  Benchmark(const hippuzzle_extents& extents, const Candidate& candidate,
            const BenchOptions& options, const BenchProgress& progress, Bench& bench)
      : extents_(extents),
        inputs_(extents),
        candidate_(candidate),
        options_(options),
        progress_(progress),
        bench_(bench) {}

  void run(const std::vector<Exercise>& exercises) {
    for (const Exercise& exercise : exercises) add(exercise);
    if (options_.baseline) add_baselines();
    make_inputs();
    for (size_t i = 0; i < subjects_.size(); ++i) verify(i);
    measure();
  }

 private:
  void add(const Exercise& exercise) {
    const hippuzzle_variant& variant = *exercise.variant;
    Measured& result = bench_.results.emplace_back();
    result.name = exercise.flag.empty() ? exercise.id : exercise.flag;
    if (const auto why_not = refusal(variant, extents_)) {
      result.outcome = Outcome::unsupported;
      result.reason = *why_not;
    }
    describe(variant, result);
    subjects_.push_back({&exercise, &variant, inputs_.question_of(variant), "", {}});
  }

  void describe(const hippuzzle_variant& variant, Measured& result) const {
    result.flops = variant.flops(&extents_);
    result.bytes = variant.bytes(&extents_);
    if (variant.product == nullptr) return;
    hippuzzle_product product = {};
    variant.product(&extents_, &product);
    result.math = product.math;
    result.b_transposed = product.b_transposed != 0;
  }

  // The product of each of the platform's libraries for each kind of inputs and arithmetic, held to
  // the first variant's bound.
  void add_baselines() {
    using Fill = decltype(hippuzzle_variant::fill_random);
    std::set<std::tuple<Fill, const hippuzzle_buffer*, int>> present;
    const size_t variants = subjects_.size();
    for (size_t i = 0; i < variants; ++i) {
      const Subject subject = subjects_[i];
      if (subject.variant->product == nullptr) continue;
      if (bench_.results[i].outcome != Outcome::passed) continue;
      const auto key = std::tuple(subject.variant->fill_random, subject.variant->buffers,
                                  static_cast<int>(*bench_.results[i].math));
      if (!present.insert(key).second) continue;
      for (const std::string& library : vendor_libraries(bench_.platform)) {
        Measured& result = bench_.results.emplace_back();
        result.is_baseline = true;
        describe(*subject.variant, result);
        result.name = fmt::format("{} {}", library, to_string(*result.math));
        subjects_.push_back({nullptr, subject.variant, subject.question, library, {}});
      }
    }
  }

  void make_inputs() {
    const std::string step = "making inputs and what is right for them";
    progress_(step, 0);
    std::vector<Subject*> well;
    for (size_t i = 0; i < subjects_.size(); ++i) {
      if (is_well(i)) well.push_back(&subjects_[i]);
    }
    inputs_.make(well, options_.seed, [&](double fraction) { progress_(step, fraction); });
  }

  // One launch by the engine's ordinary way, in a process of its own.
  void verify(size_t i) {
    const Subject& subject = subjects_[i];
    if (subject.exercise == nullptr || !is_well(i)) return;
    Measured& result = bench_.results[i];
    progress_(fmt::format("verifying {}", result.name),
              static_cast<double>(i) / static_cast<double>(subjects_.size()));
    Case c = inputs_.first_case(subject);
    c.job.configuration = subject.variant->configure(&extents_);
    RunOptions options;
    options.seed = options_.seed;
    options.timeout = options_.timeout;
    options.in_process = options_.in_process;
    const VariantResult verdict = judge_cases(*subject.exercise->puzzle, *subject.variant,
                                              candidate_, options, {{&c, 1}, inputs_.memory()});
    result.outcome = verdict.outcome;
    result.reason = verdict.reason;
    if (!verdict.cases.empty()) result.worst_error = verdict.cases.front().comparison.worst;
    if (!verdict.device.empty()) {
      bench_.device = verdict.device;
      bench_.toolkit = verdict.toolkit;
    }
  }

  void measure() {
    MeasurePlan plan;
    for (size_t i = 0; i < subjects_.size(); ++i) {
      if (!is_well(i)) continue;
      measured_.push_back(i);
      plan.items.push_back(inputs_.item(subjects_[i]));
    }
    const bool any_variant =
        std::ranges::any_of(measured_, [&](size_t i) { return subjects_[i].exercise != nullptr; });
    if (!any_variant) {
      for (size_t i : measured_) withhold(i, Outcome::unsupported, "no variant was measured");
      return;
    }
    plan.input_sets = input_sets;
    plan.cold = options_.cold;
    plan.sustained_seconds = options_.sustained_seconds;
    plan.budget_seconds = options_.budget_seconds;
    plan.relative_error = options_.relative_error;
    plan.least_samples = options_.least_samples;
    plan.most_samples = options_.most_samples;
    plan.launches_may_wait = options_.launches_may_wait;
    plan.seed = std::random_device()();
    Job job{bench_.puzzle,     "", candidate_.platform, "", candidate_.module, candidate_.runtime,
            candidate_.device, {}, std::move(plan)};
    progress_("measuring", 0);
    try {
      const EventSink sink = [&](const Event& event) { take(event); };
      if (options_.in_process) {
        run_job(job, inputs_.memory().bytes(), sink);
      } else {
        const std::chrono::milliseconds patience = patience_of(measured_.size());
        close(run_in_process(job, inputs_.memory(), patience, sink), patience);
      }
    } catch (const Error& error) {
      fail(error.outcome(), error.what());
    }
    if (!done_ && !failed_) fail(Outcome::crashed, "the process that measured reported no end");
    for (size_t i : measured_) finish(i);
  }

  // Turns of what is sustained last seconds each, most of them spent on a clock that settles.
  std::chrono::milliseconds patience_of(size_t items) const {
    const double turns =
        options_.sustained_seconds > 0 ? static_cast<double>(items) * input_sets : 0;
    const double seconds =
        options_.budget_seconds + turns * (options_.sustained_seconds + most_settle_seconds);
    return options_.timeout + std::chrono::milliseconds(static_cast<int64_t>(2000 * seconds));
  }

  void take(const Event& event) {
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
        return fail(event.outcome, event.sentence);
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

  static void require(bool in_order) {
    if (in_order) return;
    throw Error(Outcome::crashed,
                "the process that measured reported what it was not asked for; a kernel module "
                "must not touch file descriptors");
  }

  size_t subject(const Event& event) const {
    require(event.index < measured_.size());
    return measured_[event.index];
  }

  void begin(const Event& event) {
    const size_t i = subject(event);
    Measured& result = bench_.results[i];
    if (event.outcome != Outcome::passed) {
      withhold(i, event.outcome, event.sentence);
    } else if (result.is_baseline) {
      result.name = fmt::format("{} {}", event.sentence, to_string(*result.math));
    }
    started_ = std::chrono::steady_clock::now();
  }

  double seconds() const {
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - started_).count();
  }

  void sense(const Sensors& now) {
    if (!sensed_) {
      bench_.before = now;
      started_ = std::chrono::steady_clock::now();
    }
    sensed_ = true;
    bench_.after = now;
    if (now.clock_mhz > 0 && !bench_.results.empty() && any_sample_) {
      bench_.lowest_clock_mhz = bench_.lowest_clock_mhz > 0
                                    ? std::min(bench_.lowest_clock_mhz, now.clock_mhz)
                                    : now.clock_mhz;
    }
    add_words(now.throttled, bench_.throttled);
  }

  static void add_words(const std::string& text, std::vector<std::string>& all) {
    std::istringstream words(text);
    for (std::string word; words >> word;) {
      if (std::ranges::find(all, word) == all.end()) all.push_back(word);
    }
  }

  void sampled(const Event& event) {
    const size_t i = subject(event);
    any_sample_ = true;
    bench_.held = bench_.held && event.held;
    bench_.results[i].samples.push_back(event.milliseconds);
    if (event.unwritten > 0) {
      withhold(
          i, Outcome::wrong_answer,
          fmt::format("timed launch {} left {} elements unwritten, though the first launch was "
                      "right; every launch must do all of the work",
                      bench_.results[i].samples.size(), event.unwritten));
    }
    progress_("measuring", std::min(1.0, seconds() / options_.budget_seconds));
  }

  void lap(const Event& event) {
    const size_t i = subject(event);
    Measured& result = bench_.results[i];
    if (!result.sustained) {
      result.sustained.emplace();
      progress_("sustained",
                static_cast<double>(++sustained_) / static_cast<double>(measured_.size()));
    }
    Sustained& s = *result.sustained;
    s.samples.push_back(event.milliseconds);
    s.launches += event.samples;
    s.settled = s.settled && event.settled;
    s.clocks_mhz.push_back(event.sensors.clock_mhz);
    s.power_w = event.sensors.power_w;
    add_words(event.sensors.throttled, s.throttled);
    if (event.unwritten == 0) return;
    withhold(
        i, Outcome::wrong_answer,
        fmt::format("the last of {} launches without pauses left {} elements unwritten, though "
                    "the first launch was right; every launch must do all of the work",
                    event.samples, event.unwritten));
  }

  // The output of a launch that was timed, which nobody could know would be looked at.
  void check_kept(const Event& event) {
    const size_t i = subject(event);
    Measured& result = bench_.results[i];
    require(event.input_set < input_sets);
    ++kept_[i];
    if (result.outcome != Outcome::passed || event.samples == 0) return;
    const Comparison comparison = inputs_.compare_kept(subjects_[i], event.input_set);
    result.worst_error = std::max(result.worst_error, comparison.worst);
    if (comparison.wrong == 0) return;
    withhold(i, Outcome::wrong_answer,
             fmt::format("a timed launch was wrong{}: {}; every launch must do all of the work",
                         result.is_baseline ? "" : ", though the first one was right",
                         hippuzzle::describe(comparison, elements(i))));
  }

  void close(const RunnerEnd& end, std::chrono::milliseconds patience) {
    if (done_ || failed_) return;
    switch (end.how) {
      case RunnerEnd::How::timed_out:
        return fail(Outcome::timed_out,
                    fmt::format("not measured within {:g} s; give it longer with --timeout",
                                static_cast<double>(patience.count()) / 1000));
      case RunnerEnd::How::signalled:
        return fail(Outcome::crashed, fmt::format("signal {} ({}) while it was measured", end.code,
                                                  strsignal(end.code)));
      case RunnerEnd::How::exited:
        return fail(Outcome::crashed,
                    fmt::format("the process that measured called exit({})", end.code));
    }
  }

  // What ends the measuring ends it for all.
  void fail(Outcome outcome, const std::string& sentence) {
    failed_ = true;
    for (size_t i : measured_) {
      if (is_well(i)) withhold(i, outcome, sentence);
    }
  }

  void finish(size_t i) {
    Measured& result = bench_.results[i];
    if (is_well(i) && result.samples.empty()) {
      withhold(i, Outcome::timed_out,
               "the budget ended before its turn; give it more with --budget");
    } else if (is_well(i) && kept_[i] != input_sets) {
      withhold(i, Outcome::crashed, "the process that measured handed over no output to check");
    }
    if (!is_well(i)) {
      result.sustained.reset();
      return;
    }
    if (result.sustained) result.sustained->time = summarise(result.sustained->samples);
    result.time = summarise(result.samples);
    result.converged = result.samples.size() >= options_.least_samples &&
                       result.time.relative_error < options_.relative_error;
  }

  void withhold(size_t i, Outcome outcome, const std::string& reason) {
    Measured& result = bench_.results[i];
    if (result.outcome != Outcome::passed) return;  // the first reason counts
    result.outcome = outcome;
    result.reason = reason;
  }

  bool is_well(size_t i) const { return bench_.results[i].outcome == Outcome::passed; }
  uint64_t elements(size_t i) const {
    const Case& c = inputs_.first_case(subjects_[i]);
    return element_count(c.shapes[output_buffer(*subjects_[i].variant)]);
  }

  const hippuzzle_extents extents_;
  BenchInputs inputs_;
  const Candidate& candidate_;
  const BenchOptions& options_;
  const BenchProgress& progress_;
  Bench& bench_;
  std::vector<Subject> subjects_;    // as bench_.results
  std::vector<size_t> measured_;     // subjects, in the plan's order
  std::map<size_t, uint32_t> kept_;  // events for each subject
  size_t sustained_ = 0;             // subjects whose turns have begun
  std::chrono::steady_clock::time_point started_;
  bool done_ = false, failed_ = false, sensed_ = false, any_sample_ = false;
};

}  // namespace

Bench benchmark(const std::vector<Exercise>& exercises, const hippuzzle_extents& extents,
                const Candidate& candidate, const BenchOptions& options,
                const BenchProgress& progress) {
  Bench bench;
  bench.puzzle = exercises.front().puzzle->id();
  bench.platform = candidate.platform;
  bench.extents = extents;
  bench.size = size_text(extents);
  bench.cold = options.cold;
  bench.sustained_seconds = options.sustained_seconds;
  bench.seed = options.seed;
  Benchmark(extents, candidate, options, progress, bench).run(exercises);
  return bench;
}

}  // namespace hippuzzle
