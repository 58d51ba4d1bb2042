#include "engine/bench/benchmark.hpp"

#include <fmt/format.h>

#include <random>
#include <set>
#include <tuple>

#include "engine/bench/inputs.hpp"
#include "engine/bench/record.hpp"

namespace hippuzzle {
namespace {

class Benchmark {
 public:
  Benchmark(const hippuzzle_extents& extents, const Candidate& candidate,
            const BenchOptions& options, const BenchProgress& progress, const RunJob& run_job,
            Bench& bench)
      : extents_(extents),
        inputs_(extents),
        candidate_(candidate),
        options_(options),
        progress_(progress),
        run_job_(run_job),
        bench_(bench) {}

  void run(const std::vector<VariantRef>& refs) {
    for (const VariantRef& ref : refs) add(ref);
    if (options_.baseline) add_baselines();
    make_inputs();
    for (size_t i = 0; i < subjects_.size(); ++i) verify(i);
    measure();
  }

 private:
  void add(const VariantRef& ref) {
    const hippuzzle_variant& variant = *ref.variant;
    Measurement& result = bench_.results.emplace_back();
    result.name = ref.flag.empty() ? ref.id : ref.flag;
    if (const auto why_not = refusal(variant, extents_)) {
      result.outcome = Outcome::unsupported;
      result.reason = *why_not;
    }
    describe(variant, result);
    subjects_.push_back({&ref, &variant, inputs_.question_of(variant), "", {}});
  }

  void describe(const hippuzzle_variant& variant, Measurement& result) const {
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
        Measurement& result = bench_.results.emplace_back();
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
    inputs_.require_memory(well, bench_.platform == "cpu");
    inputs_.make(well, options_.seed, [&](double fraction) { progress_(step, fraction); });
  }

  // One launch by the engine's ordinary way, in a process of its own.
  void verify(size_t i) {
    const Subject& subject = subjects_[i];
    if (subject.ref == nullptr || !is_well(i)) return;
    Measurement& result = bench_.results[i];
    progress_(fmt::format("verifying {}", result.name),
              static_cast<double>(i) / static_cast<double>(subjects_.size()));
    Case c = inputs_.first_case(subject);
    c.job.configuration = subject.variant->configure(&extents_);
    RunOptions options;
    options.seed = options_.seed;
    options.timeout = options_.timeout;
    const VariantResult verdict = judge_cases(*subject.ref->puzzle, *subject.variant, candidate_,
                                              options, {{&c, 1}, inputs_.memory()}, run_job_);
    result.outcome = verdict.outcome;
    result.reason = verdict.reason;
    result.advice = verdict.advice;
    if (!verdict.cases.empty()) result.worst_error = verdict.cases.front().comparison.worst;
    if (!verdict.device.empty()) {
      bench_.device = verdict.device;
      bench_.toolkit = verdict.toolkit;
    }
  }

  void measure() {
    MeasurePlan plan;
    std::vector<BenchRecord::Entry> entries;
    bool any_variant = false;
    for (size_t i = 0; i < subjects_.size(); ++i) {
      if (!is_well(i)) continue;
      any_variant = any_variant || subjects_[i].ref != nullptr;
      plan.items.push_back(inputs_.item(subjects_[i]));
      entries.push_back({&subjects_[i], &bench_.results[i]});
    }
    BenchRecord record(std::move(entries), inputs_, options_, progress_, bench_);
    if (!any_variant) return record.fail({Outcome::unsupported, "no variant was measured"});
    plan.input_sets = input_sets;
    plan.cold = options_.cold;
    plan.sustained_seconds = options_.sustained_seconds;
    plan.budget_seconds = options_.budget_seconds;
    plan.relative_error = options_.relative_error;
    plan.least_samples = options_.least_samples;
    plan.most_samples = options_.most_samples;
    plan.launches_may_wait = options_.launches_may_wait;
    plan.seed = std::random_device()();
    const std::chrono::milliseconds patience = patience_of(plan);
    Job job{bench_.puzzle,     "", candidate_.platform, "", candidate_.module, candidate_.runtime,
            candidate_.device, {}, std::move(plan)};
    job.quiet = true;
    progress_("measuring", 0);
    try {
      const EventSink sink = [&](const Event& event) { record.take(event); };
      record.close(run_job_(job, inputs_.memory(), patience, sink), patience);
    } catch (const Error& error) {
      record.fail(error);
    }
    record.finish();
  }

  // Turns of what is sustained last seconds each, most of them spent on a clock that settles.
  std::chrono::milliseconds patience_of(const MeasurePlan& plan) const {
    const double turns =
        plan.sustained_seconds > 0 ? static_cast<double>(plan.items.size()) * input_sets : 0;
    const double seconds =
        plan.budget_seconds + turns * (plan.sustained_seconds + most_settle_seconds);
    return options_.timeout + std::chrono::milliseconds(static_cast<int64_t>(2000 * seconds));
  }

  bool is_well(size_t i) const { return bench_.results[i].outcome == Outcome::passed; }

  const hippuzzle_extents extents_;
  BenchInputs inputs_;
  const Candidate& candidate_;
  const BenchOptions& options_;
  const BenchProgress& progress_;
  const RunJob& run_job_;
  Bench& bench_;
  std::vector<Subject> subjects_;  // as bench_.results
};

}  // namespace

Bench benchmark(const std::vector<VariantRef>& refs, const hippuzzle_extents& extents,
                const Candidate& candidate, const BenchOptions& options,
                const BenchProgress& progress, const RunJob& run_job) {
  Bench bench;
  bench.puzzle = refs.front().puzzle->id();
  bench.platform = candidate.platform;
  bench.extents = extents;
  bench.size = size_text(extents);
  bench.cold = options.cold;
  bench.sustained_seconds = options.sustained_seconds;
  bench.seed = options.seed;
  Benchmark(extents, candidate, options, progress, run_job, bench).run(refs);
  return bench;
}

}  // namespace hippuzzle
