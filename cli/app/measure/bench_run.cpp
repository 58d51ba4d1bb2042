#include "cli/app/measure/bench_run.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <set>
#include <utility>

#include "cli/app/run/choose_platform.hpp"
#include "cli/app/run/run_settings.hpp"
#include "cli/args/option_values.hpp"
#include "cli/args/suggest.hpp"
#include "cli/terminal/screen/logging.hpp"
#include "cli/terminal/screen/progress_bar.hpp"
#include "engine/judge/catalog/backend.hpp"
#include "engine/performance/roofline/device_ceilings.hpp"
#include "engine/performance/roofline/time_floor.hpp"
#include "engine/platforms/platforms.hpp"

namespace hippuzzle {

namespace {

std::vector<std::string> words(const std::vector<std::string>& lists) {
  std::vector<std::string> all;
  for (const std::string& list : lists) {
    std::ranges::move(comma_separated(list), std::back_inserter(all));
  }
  return all;
}

// A processor's roofs vary with the programs beside it.
void refuse_times_below_floors(const std::vector<VariantRef>& refs, const Ceilings& ceilings,
                               Bench& bench) {
  const double fraction = is_simulated(bench.platform) ? 0.25 : 0.8;
  for (size_t i = 0; i < refs.size(); ++i) {
    Measurement& m = bench.results[i];
    if (m.time.count == 0) continue;
    const LeastWork work = least_work(*refs[i].variant, bench.extents);
    const double sustained = m.sustained ? m.sustained->time.median : 0;
    refuse_below(floor_of(work, bench.cold, ceilings), fraction, m.time.median, m);
    if (sustained > 0) refuse_below(floor_of(work, false, ceilings), fraction, sustained, m);
  }
}

}  // namespace

std::vector<VariantRef> choose_variants(const CatalogEntry& entry,
                                        const std::vector<std::string>& flags,
                                        const std::vector<std::string>& lists) {
  std::vector<std::string> names = flags;
  std::ranges::copy(words(lists), std::back_inserter(names));
  if (names.empty()) return entry.refs;
  std::vector<VariantRef> all;
  for (const std::string& name : names) {
    const auto found = std::ranges::find(entry.refs, name, &VariantRef::flag);
    if (found == entry.refs.end()) {
      std::vector<std::string> known;
      for (const VariantRef& ref : entry.refs) known.push_back(ref.flag);
      const std::string best = nearest(name, known);
      throw Error(Outcome::usage,
                  fmt::format("{} has no variant '{}'; {}", entry.id, name,
                              best.empty() ? fmt::format("see `hippuzzle {} --help`", entry.id)
                                           : fmt::format("did you mean '{}'?", best)));
    }
    all.push_back(*found);
  }
  return all;
}

Chosen choose_candidate(const RunSettings& settings, const GlobalOptions& globals,
                        const std::string& id) {
  auto learner = Learner::of(id, globals.catalog(), settings);
  const std::string backend = settings.backend.value_or(settings.emulate ? emulated_platform().name
                                                        : learner        ? learner->backend()
                                                                         : "auto");
  const auto any = [](const Candidate&) { return std::string(); };
  const PlatformChoice found =
      choose_platform(backend, globals.search_path(), id, wanted_device(settings),
                      learner ? &*learner : nullptr, any);
  const std::string passed_over = to_string(found.passed_over);
  if (!found.candidate) throw Error(Outcome::unsupported, passed_over);
  tell_choice(found.candidate->platform, found.passed_over, logging::Level::info);
  return {*found.candidate, std::move(learner)};
}

void compile_tiles(Chosen& chosen, const std::vector<VariantRef>& refs,
                   const std::vector<hippuzzle_extents>& sizes) {
  if (!chosen.learner) return;
  std::set<uint64_t> tiles;
  for (const hippuzzle_extents& extents : sizes) {
    for (const VariantRef& ref : refs) {
      if (!refusal(*ref.variant, extents)) tiles.insert(tile_of(with_tile(*ref.variant, extents)));
    }
  }
  chosen.learner->modules().compile_tiles(chosen.candidate, refs.front().puzzle->id(), tiles);
}

std::vector<hippuzzle_extents> or_default(std::vector<hippuzzle_extents> sizes,
                                          const hippuzzle_variant& variant,
                                          const std::string& platform) {
  if (sizes.empty()) sizes.push_back(usual_size(is_simulated(platform) ? "256" : "1024", variant));
  return sizes;
}

BenchOptions bench_options(const RunSettings& settings, double budget_seconds) {
  BenchOptions options;
  options.seed = settings.seed;
  options.timeout = run_options(settings).timeout;
  options.launches_may_wait = settings.in_process;  // --in-process is for profilers, which wait
  options.budget_seconds = budget_seconds;
  return options;
}

Bench measure_size(const std::vector<VariantRef>& refs, const hippuzzle_extents& extents,
                   const Chosen& chosen, const BenchOptions& options, const RunJob& run_job) {
  const Candidate& candidate = chosen.candidate;
  ProgressBar bar;
  Bench bench = benchmark(
      refs, extents, candidate, options,
      [&](const std::string& step, double fraction) {
        bar.show(fmt::format("{}: {}", size_text(extents, *refs.front().variant), step), fraction);
      },
      run_job);
  bench.kernels = chosen.kernels();
  const DeviceDescription device{bench.device, bench.architecture, bench.driver, 0};
  const auto ceilings = remembered_ceilings(candidate.platform, device);
  if (ceilings && uncertain_ceilings(*ceilings).empty()) {
    for (Measurement& m : bench.results) {
      if (m.flops > 0) m.peak_gflops = ceilings->value(m.math ? ceiling_of(*m.math) : "fp32");
    }
    refuse_times_below_floors(refs, *ceilings, bench);
  }
  return bench;
}

Outcome outcome_of(const std::vector<Bench>& sizes) {
  std::vector<Outcome> outcomes;
  for (const Bench& bench : sizes) {
    for (const Measurement& m : bench.results) {
      if (!m.is_baseline || m.outcome != Outcome::unsupported) outcomes.push_back(m.outcome);
    }
  }
  return worst(outcomes);
}

}  // namespace hippuzzle
