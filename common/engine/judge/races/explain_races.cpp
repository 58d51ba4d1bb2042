#include "engine/judge/races/explain_races.hpp"

#include <algorithm>
#include <set>
#include <tuple>
#include <utility>

#include "engine/judge/cases/size.hpp"
#include "engine/judge/races/racing_accesses.hpp"

namespace hippuzzle {
namespace {

// So that the search takes seconds: launches that are tried, and the threads of one of them.
constexpr size_t most_launches = 48;
constexpr uint64_t most_threads_tried = 4096;
constexpr size_t most_launches_traced = 12;  // for one whose order of accesses matters

constexpr const char* not_in_the_trace =
    "the trace, in which threads run in the order of their numbers, does not show both accesses";

bool is_race(const Finding& f) {
  return f.kind == FindingKind::race || f.kind == FindingKind::race_same_value;
}

// The cause of a race by lines of the source, so that it is known again in another launch.
auto cause_of(const Finding& f) {
  std::set<std::tuple<std::string, int, Access>> lines;
  for (const FindingSide& s : f.sides) lines.insert({s.place.file, s.place.line, s.access});
  return std::tuple(f.kind, f.kernel, f.array, lines);
}

// The reason why the trace of one launch cannot show it; "" when it may.
std::string why_not(const Finding& f) {
  const bool is_of_host = f.detail == "streams" || f.detail == "pool" || f.detail == "host" ||
                          f.detail == "host earlier" || f.detail == "hosts";
  if (f.detail == "launches" || is_of_host)
    return "one side is another launch or the host's, so that no order within one launch "
           "can be shown";
  if (f.detail == "copy")
    return "one side is an asynchronous copy, which writes at no moment of its own";
  if (f.sides.size() != 2 || f.case_index == unknown_case) return "its two sides are not known";
  return "";
}

LaunchShape shape_of(const Case& c, const hippuzzle_variant& variant) {
  const auto [grid, block, shared_bytes] = c.job.configuration;
  return {size_text(c.extents, variant), {grid.x, grid.y, grid.z}, {block.x, block.y, block.z}};
}

uint64_t bytes_of(const Case& c) {
  uint64_t bytes = 0;
  for (const JobBuffer& buffer : c.job.buffers) bytes += buffer.bytes;
  return bytes;
}

auto weight_of(const Case& c) {
  const auto [grid, block, shared_bytes] = c.job.configuration;
  return std::tuple(uint64_t{grid.x} * grid.y * grid.z, uint64_t{block.x} * block.y * block.z,
                    bytes_of(c));
}

class RaceExplainer {
 public:
  RaceExplainer(VariantResult& result, const JudgeModule& puzzle, const hippuzzle_variant& variant,
                const Candidate& candidate, const RunOptions& options, const RunJob& run_job)
      : result_(result),
        puzzle_(puzzle),
        variant_(variant),
        candidate_(candidate),
        options_(options),
        run_job_(run_job) {
    options_.quiet = true;
    options_.asks_gpu_compilers = false;
    options_.only = {"race"};
  }

  void explain(size_t most) {
    for (size_t i = 0; i < result_.findings.size() && result_.explained.size() < most; ++i) {
      const Finding& f = result_.findings[i];
      if (!is_race(f) || !f.suppressed.empty()) continue;
      ExplainedRace race{.finding = i, .why_not = why_not(f)};
      try {
        if (race.why_not.empty()) explain(f, race);
      } catch (const std::exception& error) {
        race.why_not = error.what();
      }
      result_.explained.push_back(std::move(race));
    }
  }

 private:
  void explain(const Finding& found, ExplainedRace& race) {
    if (!smaller_) try_smaller_launches();
    const std::optional<CaseSet> own = case_of(found);
    const Case* shows = own ? &own->cases.front() : nullptr;
    const CaseSet* set = own ? &*own : nullptr;
    race.race = found;
    const auto most =
        shows == nullptr ? std::tuple(~uint64_t{0}, ~uint64_t{0}, ~uint64_t{0}) : weight_of(*shows);
    const auto same = std::ranges::find_if(
        small_findings_, [&](const Finding& f) { return cause_of(f) == cause_of(found); });
    const size_t end = same == small_findings_.end() ? smaller_->cases.size() : same->case_index;
    for (size_t i = 0; i < end && weight_of(smaller_->cases[i]) < most; ++i)
      race.tried.push_back(shape_of(smaller_->cases[i], variant_));
    if (end < smaller_->cases.size() && weight_of(smaller_->cases[end]) <= most) {
      explain_in_small_launches(*same, end, most, race);
      return;
    }
    if (shows == nullptr) {
      race.why_not = "no smaller launch shows it, and its own case is too large to be traced";
      return;
    }
    record(race, {{shows, 1}, set->memory});
    if (race.accesses.empty()) race.why_not = not_in_the_trace;
  }

  // In the first launch from there on in which the order of both accesses changes a value, or else
  // in the first that shows them.
  template <class Weight>
  void explain_in_small_launches(const Finding& first, size_t begin, const Weight& most,
                                 ExplainedRace& race) const {
    std::optional<ExplainedRace> shown;
    std::vector<LaunchShape> without_effect;
    const size_t end = std::min(smaller_->cases.size(), begin + most_launches_traced);
    for (size_t i = begin; i < end && weight_of(smaller_->cases[i]) <= most; ++i) {
      const Case& c = smaller_->cases[i];
      const CaseView one{{&c, 1}, smaller_->memory};
      const std::optional<Finding> found = i == begin ? first : found_again(first, one);
      if (!found) continue;
      ExplainedRace here = race;
      here.race = *found;
      here.size = shape_of(c, variant_);
      record(here, one);
      if (here.accesses.empty()) continue;
      if (order_matters(here.trace, here.accesses)) {
        race = std::move(here);
        race.without_effect = std::move(without_effect);
        return;
      }
      without_effect.push_back(shape_of(c, variant_));
      if (!shown) shown = std::move(here);
      if (first.kind == FindingKind::race_same_value) break;
    }
    if (shown) {
      race = *std::move(shown);
    } else {
      race.why_not = not_in_the_trace;
    }
  }

  // The race of that cause in another launch.
  std::optional<Finding> found_again(const Finding& race, const CaseView& one) const {
    const std::vector<Finding> findings = judged(options_.mode, one).findings;
    const auto same = std::ranges::find_if(
        findings, [&](const Finding& f) { return cause_of(f) == cause_of(race); });
    return same == findings.end() ? std::nullopt : std::optional(*same);
  }

  // The case in which the check found it.
  std::optional<CaseSet> case_of(const Finding& found) const {
    if (!result_.size.empty()) return std::nullopt;  // it is tried with the smaller launches
    CaseSet set = make_cases(variant_, options_.seed, options_.example);
    std::erase_if(set.cases, [&](const Case& c) { return c.name != found.case_name; });
    if (set.cases.empty()) return std::nullopt;
    if (const uint64_t tile = tile_of(set.cases.front().extents); tile != 0) {
      if (!options_.prepare_tiles) return std::nullopt;
      options_.prepare_tiles(candidate_, {tile});
    }
    return set;
  }

  void try_smaller_launches() {
    uint64_t end = 0;
    std::vector<Case> cases;
    for (const hippuzzle_extents& extents : sizes()) {
      if (refusal(variant_, extents)) continue;
      Case c = plan_random_case(variant_, extents, end);
      const LaunchShape shape = shape_of(c, variant_);
      if (tile_of(c.extents) != 0 || shape.blocks() * shape.threads() > most_threads_tried)
        continue;
      c.is_judged = false;
      cases.push_back(std::move(c));
    }
    std::ranges::stable_sort(cases, {}, weight_of);
    if (cases.size() > most_launches) cases.resize(most_launches);
    smaller_.emplace(CaseSet{std::move(cases), SharedMemory(end)});
    for (const Case& c : smaller_->cases)
      static_cast<void>(fill_random_inputs(variant_, c, smaller_->memory, options_.seed));
    if (smaller_->cases.empty()) return;
    small_findings_ = judged(options_.mode, smaller_->view()).findings;
  }

  // The sizes that the puzzle judges, and all small ones.
  std::vector<hippuzzle_extents> sizes() const {
    std::vector<hippuzzle_extents> all(variant_.sizes, variant_.sizes + variant_.size_count);
    all.push_back(variant_.example);
    if (variant_.warp_extent != 0) all.push_back(variant_.example_64);
    if (!result_.size.empty()) all.push_back(parse_size(result_.size, variant_));
    for (const uint64_t n : {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 12, 15, 16, 17, 24, 32, 33, 48, 64, 65})
      all.push_back(parse_size(std::to_string(n), variant_));
    const size_t given = all.size();
    for (size_t i = 0; i < given; ++i)
      all.push_back(for_warps_of(warp_widths[1], variant_, all[i]));
    const auto key = [](const hippuzzle_extents& e) { return std::to_array(e.n); };
    std::ranges::sort(all, {}, key);
    all.erase(std::ranges::unique(all, {}, key).begin(), all.end());
    return all;
  }

  VariantResult judged(const RunMode& mode, const CaseView& cases) const {
    RunOptions options = options_;
    options.mode = mode;
    return judge_cases(puzzle_, variant_, candidate_, options, cases, run_job_);
  }

  // Traces whole blocks, to show what surrounds the accesses; only the threads where that is too
  // much.
  void record(ExplainedRace& race, const CaseView& one) const {
    const FindingSide &first = race.race.sides[0], &second = race.race.sides[1];
    std::vector<Traced> asked = {{.block = first.block}};
    if (second.block != first.block) asked.push_back({.block = second.block});
    race.trace = recorded(asked, one);
    if (std::ranges::any_of(race.trace.launches, &TracedLaunch::is_cut)) {
      asked.clear();
      for (const FindingSide* side : {&first, &second})
        asked.push_back({.block = side->block,
                         .first_thread = flat(side->thread, shape_of(one.cases[0], variant_).block),
                         .thread_count = 1});
      race.trace = recorded(asked, one);
    }
    race.accesses = racing_accesses(race.trace, race.race);
  }

  static uint32_t flat(const std::array<uint32_t, 3>& t, const std::array<uint32_t, 3>& size) {
    return (t[2] * size[1] + t[1]) * size[0] + t[0];
  }

  Trace recorded(const std::vector<Traced>& asked, const CaseView& one) const {
    Trace all;
    for (const Traced& mode : asked) {
      VariantResult result = judged(mode, one);
      if (!result.trace) throw Error(result.outcome, "its kernels do not come to an end");
      std::ranges::move(result.trace->launches, std::back_inserter(all.launches));
      result.trace->launches = std::move(all.launches);
      all = std::move(*result.trace);
    }
    all.puzzle = result_.puzzle;
    all.variant = result_.variant;
    all.kernels = result_.kernels;
    return all;
  }

  VariantResult& result_;
  const JudgeModule& puzzle_;
  const hippuzzle_variant& variant_;
  const Candidate& candidate_;
  RunOptions options_;
  const RunJob& run_job_;
  std::optional<CaseSet> smaller_;  // ascending
  std::vector<Finding> small_findings_;
};

}  // namespace

void explain_races(VariantResult& result, const JudgeModule& puzzle,
                   const hippuzzle_variant& variant, const Candidate& candidate,
                   const RunOptions& options, size_t most, const RunJob& run_job) {
  RaceExplainer(result, puzzle, variant, candidate, options, run_job).explain(most);
}

}  // namespace hippuzzle
