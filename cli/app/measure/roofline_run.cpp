#include "cli/app/measure/roofline_run.hpp"

#include <fmt/format.h>

#include <memory>
#include <optional>

#include "cli/app/measure/bench_run.hpp"
#include "cli/app/measure/device_here.hpp"
#include "cli/app/measure/traffic_count.hpp"
#include "cli/app/run/run_settings.hpp"
#include "cli/app/run/runner_choice.hpp"
#include "cli/app/run/sizes.hpp"
#include "cli/app/run/variant_run.hpp"
#include "cli/report/advice_text.hpp"
#include "cli/terminal/screen/logging.hpp"
#include "cli/terminal/screen/progress_bar.hpp"
#include "engine/judge/catalog/backend.hpp"
#include "engine/platforms/platforms.hpp"

namespace hippuzzle {
namespace {

DeviceDescription device_of(const RooflineSettings& settings, const GlobalOptions& globals,
                            const std::string& platform) {
  return device_here(globals.search_path(), platform, settings.measure.run.device);
}

// Ceilings that were measured beside other programs must not pass for the device's.
Ceilings warned_of(Ceilings ceilings) {
  if (const auto names = uncertain_ceilings(ceilings); !names.empty()) {
    logging::warning(
        "the measured roofs of {} are uncertain ({}), because other programs ran at that time; "
        "measure them again on a quiet machine with `hippuzzle roofline --again`",
        ceilings.device, fmt::join(names, ", "));
  }
  return ceilings;
}

// Returns the cached ceilings, or measures them.
Ceilings ceilings_here(const RooflineSettings& settings, const GlobalOptions& globals,
                       const std::string& platform, const DeviceDescription& d) {
  if (!settings.again) {
    if (const auto remembered = remembered_ceilings(platform, d)) return warned_of(*remembered);
  }
  ProgressBar bar;
  return warned_of(measure_ceilings(
      globals.search_path(), platform, settings.measure.run.device, d,
      [&](const std::string& step, double fraction) { bar.show(step, fraction); }));
}

// The first platform of --backend that a device may be on.
std::string platform_here(const RooflineSettings& settings) {
  const std::string backend = settings.measure.run.backend.value_or("auto");
  if (backend != "auto") {
    require_platform(backend);
    return backend;
  }
  for (const Platform& platform : platforms()) {
    if (!platform.missing_hardware()) return platform.name;
  }
  return cpu_platform().name;
}

// Places a kernel under the device's roofs; warns, and places nothing, where the device lacks the
// roof that the kernel's arithmetic needs.
std::optional<Placed> place_or_warn(const VariantRef& ref, const std::string& name,
                                    const hippuzzle_extents& extents, TrafficCount count,
                                    const TimedOn& timed, const Ceilings& ceilings) {
  try {
    Placed placed = place(*ref.variant, name, extents, count.traffic, timed, ceilings);
    placed.why_not_counted = std::move(count.why_not);
    return placed;
  } catch (const Error& error) {
    if (error.outcome() != Outcome::unsupported) throw;
    logging::warning("{} is left out: {}", name, in_words(error));
    return std::nullopt;
  }
}

std::string name_of(const VariantRef& ref) { return ref.flag.empty() ? ref.id : ref.flag; }

// The variants that a roof says something about. Warns of the others; throws Error(usage) if there
// are only others.
std::vector<VariantRef> with_operations(const std::vector<VariantRef>& refs,
                                        const hippuzzle_extents& extents) {
  std::vector<VariantRef> kept;
  std::vector<std::string> only_move_data;
  for (const VariantRef& ref : refs) {
    if (counts_operations(*ref.variant, extents)) {
      kept.push_back(ref);
    } else {
      only_move_data.push_back(name_of(ref));
    }
  }
  if (only_move_data.empty()) return kept;
  const std::string who = fmt::format("{}", fmt::join(only_move_data, ", "));
  const bool is_one = only_move_data.size() == 1;
  if (kept.empty()) {
    throw Error(Outcome::usage,
                fmt::format("{} count{} no operations and only move{} data, so no roof says "
                            "anything about {}; `hippuzzle bench {}` shows the bytes a second",
                            who, is_one ? "s" : "", is_one ? "s" : "", is_one ? "it" : "them",
                            refs.front().id));
  }
  logging::warning("{} {} left out: no operations, only data that moves", who,
                   is_one ? "is" : "are");
  return kept;
}

// The learner whose kernels are counted. On a device that is not here nothing of theirs is run, and
// a puzzle that they have not started is the reference's.
std::optional<Learner> counted_learner(const RooflineSettings& settings,
                                       const GlobalOptions& globals, const std::string& puzzle,
                                       bool is_here) {
  const RunSettings& run = settings.measure.run;
  if (is_here) return Learner::of(puzzle, globals.catalog(), run);
  auto learner = Learner::here(globals.catalog(), run);
  if (learner && !learner->has_started(puzzle)) learner.reset();
  return learner;
}

// An H200's, where no GPU is spoken of: kernels that ask are made for one, and a machine with few
// processors would count the grids of nobody.
constexpr uint32_t usual_multiprocessors = 132;

uint32_t counted_multiprocessors(const std::string& platform, int of_device) {
  return is_simulated(platform) ? usual_multiprocessors : static_cast<uint32_t>(of_device);
}

uint32_t multiprocessors_of(const Ceilings& data_sheet) {
  const auto found = data_sheet.sizes.find("multiprocessors");
  return found == data_sheet.sizes.end() ? usual_multiprocessors
                                         : static_cast<uint32_t>(found->second);
}

// Counts the memory accesses of a puzzle's variants.
class TrafficCounter {
 public:
  TrafficCounter(const RooflineSettings& settings, const GlobalOptions& globals,
                 const std::string& puzzle, uint32_t multiprocessors, bool is_here)
      : search_path_(globals.search_path()),
        learner_(counted_learner(settings, globals, puzzle, is_here)),
        options_(run_options(settings.measure.run)),
        how_{settings.blocks, multiprocessors} {}

  Kernels kernels() const { return learner_ ? Kernels::yours : Kernels::reference; }

  // The verdict on the learner's kernels by the CPU platform, passed for the reference's: requests
  // to memory of a kernel that computes something else say nothing.
  VariantResult judged(const VariantRef& ref, RunSettings settings) {
    if (!learner_) return {};
    settings.no_check = true;
    return VariantRun(search_path_, settings, &*learner_)(cpu_platform().name, ref);
  }

  TrafficCount count(const VariantRef& ref, const std::string& name,
                     const hippuzzle_extents& extents) {
    bar_.show(fmt::format("{}: counting its memory accesses", name), 0);
    return count_traffic(ref, extents, search_path_, learner_ ? &*learner_ : nullptr, options_,
                         how_);
  }

 private:
  const SearchPath& search_path_;
  std::optional<Learner> learner_;
  RunOptions options_;
  CountSettings how_;
  ProgressBar bar_;
};

// Adds the profiler's counts of one launch.
void add_counters(const RooflineSettings& settings, const VariantRef& ref,
                  const hippuzzle_extents& extents, const Candidate& on, const Profiler& profiler,
                  const Ceilings& ceilings, Placed& placed) {
  ProgressBar bar;
  bar.show(fmt::format("{}: counting by {}", placed.name, profiler.name()), 0);
  try {
    add_measured(placed,
                 profile_launch(ref, extents, on, profiler, settings.measure.run.seed,
                                run_options(settings.measure.run).timeout),
                 ceilings);
  } catch (const Error& error) {
    throw Error(error.outcome(), fmt::format("'{}' was not counted: {}", placed.name, error.what()),
                error.advice());
  }
}

// The profiler of the platform that the kernels run on, where --measured asks for counters.
std::unique_ptr<Profiler> profiler_here(const RooflineSettings& settings,
                                        const std::string& platform,
                                        const DeviceDescription& device) {
  if (!settings.counters) return nullptr;
  std::unique_ptr<Profiler> profiler = find_profiler(platform, device.architecture);
  if (profiler && find_platform(platform)->profilers_are_untried) {
    logging::warning("counting by {} was written after its documentation and has never been run",
                     profiler->name());
  }
  return profiler;
}

}  // namespace

Roofline roofline_here(const RooflineSettings& settings, const GlobalOptions& globals) {
  const std::string platform = platform_here(settings);
  const DeviceDescription device = device_of(settings, globals, platform);
  return {.ceilings = ceilings_here(settings, globals, platform, device)};
}

Roofline roofline_here(const RooflineSettings& settings, const GlobalOptions& globals,
                       const std::vector<VariantRef>& all_refs) {
  const MeasureSettings& measure = settings.measure;
  Chosen chosen = choose_candidate(measure.run, globals, all_refs.front().puzzle->id());
  const Candidate& on = chosen.candidate;
  const hippuzzle_variant& first = *all_refs.front().variant;
  const hippuzzle_extents extents =
      or_default(read_sizes(measure.sizes, first), first, on.platform)[0];
  const std::vector<VariantRef> refs = with_operations(all_refs, extents);
  compile_tiles(chosen, refs, {extents});
  const DeviceDescription device = device_of(settings, globals, on.platform);
  const auto profiler = profiler_here(settings, on.platform, device);
  Roofline roofline{.ceilings = ceilings_here(settings, globals, on.platform, device)};
  say_whose_kernels_run(globals.catalog(), measure.run);
  const Bench bench =
      measure_size(refs, extents, chosen, bench_options(measure.run, measure.budget),
                   runner_choice(measure.run, chosen.whose()));
  TrafficCounter counter(settings, globals, refs.front().puzzle->id(),
                         counted_multiprocessors(on.platform, device.multiprocessors), true);
  roofline.kernels = chosen.kernels();
  TimedOn timed{.multiprocessors = is_simulated(on.platform) ? 0. : device.multiprocessors,
                .launch_milliseconds = roofline.ceilings.value("launch"),
                .is_simulated = is_simulated(on.platform)};
  for (size_t i = 0; i < refs.size(); ++i) {
    const Measurement& m = bench.results[i];
    if (m.time.count == 0) {
      logging::warning("{} is left out: {}: {}", m.name, to_string(m.outcome), reason_in_words(m));
      continue;
    }
    timed.milliseconds = m.time.median;
    auto p = place_or_warn(refs[i], m.name, extents, counter.count(refs[i], m.name, extents), timed,
                           roofline.ceilings);
    if (!p) continue;
    if (profiler) add_counters(settings, refs[i], extents, on, *profiler, roofline.ceilings, *p);
    roofline.placed.push_back(*std::move(p));
  }
  roofline.size = bench.size;
  roofline.outcome = outcome_of({bench});
  if (roofline.placed.empty() && roofline.outcome == Outcome::passed) {
    roofline.outcome = Outcome::unsupported;
  }
  return roofline;
}

Roofline roofline_of(const std::string& device, const RooflineSettings& settings,
                     const GlobalOptions& globals, const std::vector<VariantRef>& all_refs) {
  Roofline roofline{.ceilings = ceilings_from_file(globals.search_path(), device)};
  if (all_refs.empty()) return roofline;
  const hippuzzle_variant& first = *all_refs.front().variant;
  const auto& sizes = settings.measure.sizes;
  const hippuzzle_extents extents =
      sizes.empty() ? all_refs.front().extents() : read_sizes(sizes, first)[0];
  const std::vector<VariantRef> refs = with_operations(all_refs, extents);
  say_whose_kernels_run(globals.catalog(), settings.measure.run);
  TrafficCounter counter(settings, globals, refs.front().puzzle->id(),
                         multiprocessors_of(roofline.ceilings), false);
  roofline.kernels = counter.kernels();
  std::vector<Outcome> outcomes;
  for (const VariantRef& ref : refs) {
    const std::string name = name_of(ref);
    if (const auto why_not = refusal(*ref.variant, extents)) {
      logging::warning("{} is left out: {}", name, *why_not);
      continue;
    }
    const VariantResult verdict = counter.judged(ref, settings.measure.run);
    if (verdict.outcome != Outcome::passed) {
      logging::warning("{} is left out: {}: {}; a roofline is for kernels that are right", name,
                       to_string(verdict.outcome), reason_in_words(verdict));
      outcomes.push_back(verdict.outcome);
      continue;
    }
    if (auto p = place_or_warn(ref, name, extents, counter.count(ref, name, extents), {},
                               roofline.ceilings)) {
      roofline.placed.push_back(*std::move(p));
    }
  }
  roofline.size = size_text(extents, *refs.front().variant);
  roofline.outcome = worst(outcomes);
  if (roofline.placed.empty() && outcomes.empty()) roofline.outcome = Outcome::unsupported;
  return roofline;
}

Links links_here(const RooflineSettings& settings, const GlobalOptions& globals) {
  const std::string platform = platform_here(settings);
  if (const auto missing = missing_hardware(platform)) throw Error(Outcome::unsupported, *missing);
  return measure_links(globals.search_path(), platform, settings.measure.run.device);
}

}  // namespace hippuzzle
