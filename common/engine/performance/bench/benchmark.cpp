#include "engine/performance/bench/benchmark.hpp"

#include <fmt/format.h>

#include <cmath>
#include <hippuzzle/puzzle.hpp>
#include <random>
#include <set>
#include <tuple>

#include "engine/judge/catalog/backend.hpp"
#include "engine/performance/bench/inputs.hpp"
#include "engine/performance/bench/measurements.hpp"
#include "engine/platforms/platforms.hpp"

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
    if (options_.baseline && !bench_.is_emulated) add_baselines();
    make_inputs();
    for (size_t i = 0; i < timed_.size(); ++i) verify(i);
    if (!bench_.is_emulated) measure();
  }

 private:
  uint32_t most_devices() const {
    uint32_t most = 1;
    for (const TimedVariant& timed : timed_) most = std::max(most, timed.variant->devices);
    return most;
  }

  void add(const VariantRef& ref) {
    const hippuzzle_variant& variant = *ref.variant;
    Measurement& result = bench_.results.emplace_back();
    result.name = ref.flag.empty() ? ref.id : ref.flag;
    if (const auto why_not = refusal(variant, extents_)) {
      result.outcome = Outcome::unsupported;
      result.reason = *why_not;
    }
    const hippuzzle_extents in_tiles = with_tile(variant, extents_);
    result.configuration = variant.configure(&in_tiles);
    result.tile = tile_of(in_tiles);
    describe(variant, result);
    timed_.push_back({.ref = &ref, .variant = &variant, .problem = inputs_.problem_of(variant)});
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
    const size_t variants = timed_.size();
    for (size_t i = 0; i < variants; ++i) {
      const TimedVariant one = timed_[i];
      if (one.variant->product == nullptr) continue;
      if (bench_.results[i].outcome != Outcome::passed) continue;
      const auto key = std::tuple(one.variant->fill_random, one.variant->buffers,
                                  static_cast<int>(*bench_.results[i].math));
      if (!present.insert(key).second) continue;
      for (const std::string& library : vendor_libraries(bench_.platform)) {
        Measurement& result = bench_.results.emplace_back();
        result.is_baseline = true;
        describe(*one.variant, result);
        result.name = baseline_name(library, result);
        timed_.push_back({.variant = one.variant, .problem = one.problem, .library = library});
      }
    }
  }

  void make_inputs() {
    const std::string step = "making inputs and their expected outputs";
    progress_(step, 0);
    std::vector<TimedVariant*> well;
    for (size_t i = 0; i < timed_.size(); ++i) {
      if (is_well(i)) well.push_back(&timed_[i]);
    }
    inputs_.require_memory(well, is_simulated(bench_.platform));
    inputs_.make(well, options_.seed, [&](double fraction) { progress_(step, fraction); });
  }

  // One launch by the engine's ordinary way, in a process of its own.
  void verify(size_t i) {
    const TimedVariant& one = timed_[i];
    if (one.ref == nullptr || !is_well(i)) return;
    Measurement& result = bench_.results[i];
    progress_(fmt::format("verifying {}", result.name),
              static_cast<double>(i) / static_cast<double>(timed_.size()));
    Case c = inputs_.first_case(one);
    c.extents = c.job.extents = with_tile(*one.variant, extents_);
    c.job.configuration = one.variant->configure(&c.extents);
    const RunOptions options{.seed = options_.seed, .timeout = options_.timeout};
    const VariantResult verdict = judge_cases(*one.ref->puzzle, *one.variant, candidate_, options,
                                              {{&c, 1}, inputs_.memory()}, run_job_);
    result.outcome = verdict.outcome;
    result.reason = verdict.reason;
    result.advice = verdict.advice;
    if (!verdict.cases.empty()) {
      result.worst_error = verdict.cases.front().comparison.worst;
      result.elements = some_elements(c, *one.variant);
    }
    if (!verdict.device.empty()) {
      bench_.device = verdict.device;
      bench_.toolkit = verdict.toolkit;
    }
  }

  // Elements of the first verified output, at places that follow from the seed.
  std::vector<ShownElement> some_elements(const Case& c, const hippuzzle_variant& variant) const {
    const uint32_t output = outputs(variant).front();
    const hippuzzle_type type = variant.buffers[output].type;
    const hippuzzle_shape& shape = c.shapes[output];
    const CaseView view{{&c, 1}, inputs_.memory()};
    Random random(options_.seed);
    std::vector<ShownElement> shown;
    for (uint64_t i = 0; i < options_.elements; ++i) {
      const uint64_t place = random.bits() % element_count(shape);
      ShownElement element{.index = {}, .expected = c.right_value(place)};
      element.found = to_doubles(type, view.contents(c, output).subspan(place * element_size(type),
                                                                        element_size(type)))[0];
      uint64_t rest = place;
      for (uint32_t d = shape.rank; d-- > 0; rest /= shape.n[d]) {
        element.index.insert(element.index.begin(), rest % shape.n[d]);
      }
      shown.push_back(std::move(element));
    }
    return shown;
  }

  void measure() {
    MeasurePlan plan{.cold = options_.cold,
                     .sustained_seconds = options_.sustained_seconds,
                     .budget_seconds = options_.budget_seconds,
                     .relative_error = options_.relative_error,
                     .min_samples = std::max(options_.min_samples, options_.min_samples_hard),
                     .min_samples_hard = options_.min_samples_hard,
                     .most_samples = options_.most_samples,
                     .launches_may_wait = options_.launches_may_wait,
                     .seed = std::random_device()()};
    std::vector<BenchRecord::Entry> entries;
    bool any_variant = false;
    for (size_t i = 0; i < timed_.size(); ++i) {
      if (!is_well(i)) continue;
      any_variant = any_variant || timed_[i].ref != nullptr;
      plan.kernels.push_back(inputs_.kernel_to_time(timed_[i]));
      plan.kernels.back().ways = ways_to_time(timed_[i], bench_.results[i]);
      entries.push_back({.timed = &timed_[i], .result = &bench_.results[i]});
    }
    BenchRecord record(std::move(entries), inputs_, options_, progress_, bench_);
    if (!any_variant) return record.fail({Outcome::unsupported, "no variant was measured"});
    const std::chrono::milliseconds patience = patience_of(plan);
    const Job job{.candidate = candidate_,
                  .quiet = true,
                  .task = Measure{.puzzle = timed_.front().ref->puzzle->id(),
                                  .plan = std::move(plan),
                                  .devices = most_devices()}};
    progress_("measuring", 0);
    try {
      const EventSink sink = [&](const Event& event) { record.read(event); };
      record.close(run_job_(job, inputs_.memory(), patience, sink), patience);
    } catch (const Error& error) {
      record.fail(error);
    }
    record.finish();
    for (size_t i = 0; i < timed_.size(); ++i) {
      const Measurement& result = bench_.results[i];
      const bool all_timed = std::ranges::all_of(
          result.ways, [](const TimedWay& way) { return way.milliseconds > 0; });
      if (result.outcome == Outcome::passed && result.ways_searched && all_timed)
        options_.ways->keep(*timed_[i].ref, extents_, result.ways);
    }
  }

  // The ways among which the runner chooses: the fastest one alone where all are known.
  std::vector<uint32_t> ways_to_time(const TimedVariant& one, Measurement& result) const {
    if (one.ref == nullptr || options_.ways == nullptr) return {};
    result.ways = options_.ways->ways(*one.ref, extents_);
    if (result.ways.size() < 2) return {};
    if (const TimedWay* best = fastest(result.ways)) return {best->number};
    result.ways_searched = true;
    std::vector<uint32_t> numbers;
    for (const TimedWay& way : result.ways) numbers.push_back(way.number);
    return numbers;
  }

  // Sustained trials last seconds each, most of them spent on a clock that settles.
  std::chrono::milliseconds patience_of(const MeasurePlan& plan) const {
    const double trials =
        plan.sustained_seconds > 0 ? static_cast<double>(plan.kernels.size()) * input_sets : 0;
    const double seconds =
        plan.budget_seconds + trials * (plan.sustained_seconds + most_settle_seconds);
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
  std::vector<TimedVariant> timed_;  // as bench_.results
};

}  // namespace

double ShownElement::relative_error() const {
  const double difference = std::abs(found - expected);
  return difference == 0 ? 0 : difference / std::abs(expected);
}

Bench benchmark(const std::vector<VariantRef>& refs, const hippuzzle_extents& asked,
                const Candidate& candidate, const BenchOptions& options,
                const BenchProgress& progress, const RunJob& run_job) {
  const hippuzzle_extents extents =
      for_warps_of(device_warp_lanes(candidate), *refs.front().variant, asked);
  Bench bench;
  bench.puzzle = refs.front().id;
  bench.platform = candidate.platform;
  bench.is_emulated = !candidate.emulator.empty();
  bench.extents = extents;
  bench.size = size_text(extents, *refs.front().variant);
  bench.cold = options.cold;
  bench.sustained_seconds = options.sustained_seconds;
  bench.seed = options.seed;
  Benchmark(extents, candidate, options, progress, run_job, bench).run(refs);
  return bench;
}

}  // namespace hippuzzle
