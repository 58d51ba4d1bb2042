#include "cli/app/run/check_run.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <set>

#include "cli/app/run/check_progress.hpp"
#include "cli/app/run/runner_choice.hpp"
#include "cli/report/verdict/verdict_text.hpp"
#include "engine/judge/cases/size.hpp"
#include "engine/judge/catalog/backend.hpp"
#include "engine/judge/check/compute_sanitizer.hpp"
#include "engine/judge/judge.hpp"
#include "engine/judge/judge_size.hpp"
#include "engine/judge/races/explain_races.hpp"
#include "engine/platforms/platforms.hpp"

namespace hippuzzle {
namespace {

// The kernels to check, where, and with which tool.
struct Place {
  Candidate candidate;
  Kernels kernels = Kernels::reference;  // whose
  std::filesystem::path sanitizer;       // on a GPU
  std::string why_not;                   // nothing can be checked there; "" when it can
};

Place on_cpu(const std::string& id, const SearchPath& search_path, Learner* learner) {
  Place place;
  place.candidate.platform = cpu_platform().name;
  place.kernels = learner != nullptr ? Kernels::yours : Kernels::reference;
  const auto runtime = search_path.device_runtime(cpu_platform().name);
  if (!runtime) {
    place.why_not = not_built(cpu_platform().name);
    return place;
  }
  place.candidate.runtime = *runtime;
  if (learner != nullptr) {
    place.why_not = learner->modules().check_part(place.candidate, id);
  } else if (const auto module = search_path.checked_module(id)) {
    place.candidate.module = *module;
  } else {
    place.why_not =
        fmt::format("there is no cpu/{}.check.so in {}; {} with g++", id, search_path.describe(),
                    search_path.in_build_tree() ? "`./dev build` builds it," : "build the puzzle");
  }
  return place;
}

Place on_gpu(const Platform& platform, const std::string& id, const SearchPath& search_path,
             Learner* learner, int device) {
  Place place;
  place.candidate.platform = platform.name;
  place.kernels = learner != nullptr ? Kernels::yours : Kernels::reference;
  Choice choice = choices(platform.name, search_path, id, {.number = device}).front();
  if (choice.candidate && learner != nullptr) learner->modules().take_part(choice, id);
  if (!choice.candidate) {
    place.why_not = choice.why_not;
  } else if (const auto sanitizer = find_cuda_tool("compute-sanitizer")) {
    place.candidate = *choice.candidate;
    place.sanitizer = *sanitizer;
  } else {
    place.why_not =
        "compute-sanitizer is neither on PATH nor in /usr/local/cuda/bin; install it (it comes "
        "with the CUDA toolkit), or check with --backend cpu, which needs no tool";
  }
  return place;
}

// Checks on the emulator, which looks on while machine code runs.
Place on_emulator(const Platform& platform, const std::string& id, const SearchPath& search_path,
                  Learner* learner, const WantedDevice& device) {
  Place place;
  place.candidate.platform = platform.name;
  place.kernels = learner != nullptr ? Kernels::yours : Kernels::reference;
  Choice choice = choices(platform.name, search_path, id, device).front();
  if (choice.candidate && learner != nullptr) learner->modules().take_part(choice, id);
  if (choice.candidate) {
    place.candidate = *choice.candidate;
  } else {
    place.why_not = choice.why_not;
  }
  return place;
}

Place place_of(const CheckSettings& settings, const std::string& id, const SearchPath& search_path,
               Learner* learner) {
  require_platform(settings.backend);
  const Platform& platform = *find_platform(settings.backend);
  switch (platform.checked_by) {
    case CheckedBy::sanitizer:
      return on_gpu(platform, id, search_path, learner, settings.device.number);
    case CheckedBy::emulator:
      return on_emulator(platform, id, search_path, learner, settings.device);
    case CheckedBy::compiler:
      break;
  }
  return on_cpu(id, search_path, learner);
}

// Compiles a learner's kernels for other tiles.
decltype(RunOptions::prepare_tiles) tiles_by(Learner* learner, const std::string& id) {
  if (learner == nullptr) return {};
  return [learner, id](const Candidate& candidate, const std::set<uint64_t>& tiles) {
    learner->modules().compile_tiles(candidate, id, tiles);
  };
}

// judged(candidate, options) with the modules and tools of a check, if it can be had. mode: on the
// CPU.
template <class Judged>
VariantResult run_checked(const VariantRef& ref, const Place& place, RunOptions options,
                          const RunMode& mode, const Judged& judged) {
  VariantResult result;
  if (place.why_not.empty()) {
    if (place.sanitizer.empty()) {
      options.mode = mode;
    } else {
      options.timeout /= check_takes;  // its tools have a factor of their own
      options.mode = Sanitized{.tool = place.sanitizer};
    }
    result = judged(place.candidate, options);
    if (const auto* checked = std::get_if<Checked>(&options.mode)) {
      result.schedules = checked->schedules.count;
    }
  } else {
    result.outcome = Outcome::unsupported;
    result.platform = place.candidate.platform;
    result.reason = place.why_not;
  }
  result.puzzle = ref.id;
  result.variant = ref.flag;
  result.kernels = place.kernels;
  return result;
}

BlockSample sample_of(const VariantRef& ref, const CheckSettings& settings, uint64_t seed) {
  BlockSample sample{.seed = seed, .runs_others = settings.runs_others};
  if (settings.blocks) {
    sample.most = *settings.blocks;
  } else if (settings.size && settings.counts) {
    const hippuzzle_extents in_tiles = with_tile(*ref.variant, *settings.size);
    sample.most = blocks_to_look_at(ref.variant->configure(&in_tiles));
  }
  return sample;
}

// How jobs run: on a terminal with a progress bar, unless the user asked for something else.
struct ShownJobs {
  std::optional<CheckProgress> bar;
  RunJob run_job;

  ShownJobs(const VariantRef& ref, const RunOptions& options, const Learner* learner) {
    if (options.quiet) {
      run_job = child_choice(learner, {});
      return;
    }
    bar.emplace(title(ref.id, ref.flag));
    const RunJob run = child_choice(learner, {.before_output = ProgressBar::clear_shown});
    run_job = [this, run](const Job& job, const SharedMemory& memory,
                          std::chrono::milliseconds timeout, const EventSink& sink) {
      return bar->run(run, job, memory, timeout, sink);
    };
  }
  ShownJobs(const ShownJobs&) = delete;
  ShownJobs& operator=(const ShownJobs&) = delete;
};

VariantResult at_size(const VariantRef& ref, const hippuzzle_extents& size,
                      const Candidate& candidate, const RunOptions& options,
                      const RunJob& run_job) {
  VariantResult result;
  if (const auto why = refusal(*ref.variant, size)) {
    result.fail(
        {Outcome::unsupported, fmt::format("at {} {}", size_text(size, *ref.variant), *why)});
  } else {
    if (options.prepare_tiles) {
      options.prepare_tiles(candidate, {tile_of(with_tile(*ref.variant, size))});
    }
    result = judge_size(*ref.puzzle, *ref.variant, size, candidate, options, run_job);
  }
  result.size = size_text(size, *ref.variant);
  return result;
}

}  // namespace

VariantResult check(const VariantRef& ref, const SearchPath& search_path, Learner* learner,
                    RunOptions options, const CheckSettings& settings) {
  options.example = ref.example;
  options.only = settings.only;
  const Checked mode{.max_steps = settings.max_steps,
                     .count_accesses = settings.counts,
                     .sample = sample_of(ref, settings, options.seed),
                     .schedules = {settings.schedules, options.seed},
                     .multiprocessors = settings.multiprocessors};
  const std::string& id = ref.puzzle->id();
  const ShownJobs shown(ref, options, learner);
  const Place place = place_of(settings, id, search_path, learner);
  return run_checked(
      ref, place, options, mode, [&](const Candidate& candidate, RunOptions checked) {
        checked.prepare_tiles = tiles_by(learner, id);
        return settings.size ? at_size(ref, *settings.size, candidate, checked, shown.run_job)
                             : judge(*ref.puzzle, *ref.variant, candidate, checked, shown.run_job);
      });
}

VariantResult quick_check(const VariantRef& ref, const SearchPath& search_path, Learner* learner,
                          RunOptions options) {
  constexpr uint64_t few_threads = 1024, few_blocks = 4, most_threads = 1 << 17;
  options.most_threads = most_threads;
  options.only_usual_tiles = true;  // others would have to be compiled for it
  options.quiet = true;             // the run has shown it
  const hippuzzle_dim3 block = ref.variant->configure(&ref.variant->example).block;
  const uint64_t threads = std::max<uint64_t>(uint64_t{block.x} * block.y * block.z, 1);
  CheckSettings settings;
  settings.blocks = std::max(few_threads / threads, few_blocks);
  settings.runs_others = true;
  return check(ref, search_path, learner, options, settings);
}

void explain_races(VariantResult& result, const VariantRef& ref, const SearchPath& search_path,
                   Learner* learner, RunOptions options, const CheckSettings& settings,
                   size_t most) {
  const std::string& id = ref.puzzle->id();
  const Place place = on_cpu(id, search_path, learner);
  if (!result.checked || !place.why_not.empty()) return;
  const ShownJobs shown(ref, options, learner);
  options.example = ref.example;
  options.mode = Checked{.max_steps = settings.max_steps,
                         .schedules = {settings.schedules, options.seed},
                         .multiprocessors = settings.multiprocessors};
  options.prepare_tiles = tiles_by(learner, id);
  explain_races(result, *ref.puzzle, *ref.variant, place.candidate, options, most, shown.run_job);
}

VariantResult trace(const VariantRef& ref, const SearchPath& search_path, Learner* learner,
                    const RunOptions& options, const Traced& mode, const CaseSet& cases,
                    size_t number) {
  const ShownJobs shown(ref, options, learner);
  const CaseView one{std::span(cases.cases).subspan(number - 1, 1), cases.memory};
  return run_checked(ref, on_cpu(ref.puzzle->id(), search_path, learner), options, mode,
                     [&](const Candidate& candidate, const RunOptions& checked) {
                       if (const auto prepare = tiles_by(learner, ref.puzzle->id())) {
                         prepare(candidate, {tile_of(one.cases.front().extents)});
                       }
                       return judge_cases(*ref.puzzle, *ref.variant, candidate, checked, one,
                                          shown.run_job);
                     });
}

}  // namespace hippuzzle
