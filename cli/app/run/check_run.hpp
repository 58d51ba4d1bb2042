// The checked run of a variant, for `hippuzzle check` and after a variant has passed.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "cli/app/learner/learner.hpp"
#include "engine/judge/catalog/backend.hpp"
#include "engine/judge/catalog/catalog.hpp"
#include "engine/judge/judge.hpp"
#include "engine/modules/search_path.hpp"
#include "engine/platforms/platforms.hpp"

namespace hippuzzle {

// A check looks at each access, so it may take this many times as long as a run.
inline constexpr int check_takes = 12;

// The usual limit of a check or a trace that the user asks for.
inline constexpr double check_seconds = 120;

// The usual orders: blocks and threads by their numbers, the reverse, and one at random.
inline constexpr uint32_t usual_schedules = 3;

struct CheckSettings {
  std::vector<std::string> only;              // categories or rules; empty for all
  uint64_t max_steps = 0;                     // 0 for the usual number
  std::string backend = cpu_platform().name;  // a platform; it decides by what kernels are checked
  WantedDevice device = {};
  bool counts = false;                         // count the accesses of the first case's launches
  std::optional<hippuzzle_extents> size = {};  // one case of random inputs in place of the puzzle's
  std::optional<uint64_t> blocks = {};   // of a launch, at most; 0 for all. Else all, and of a
                                         // size's counts as many as are counted in seconds
  uint32_t schedules = usual_schedules;  // in which launches run whose result may depend on it
  bool runs_others = false;              // the blocks that are not checked
  uint32_t multiprocessors = 0;          // that the device says it has; 0 for the machine's
};

// Checks the learner's kernels, or without a learner the reference's. A check needs the CPU
// platform and a module compiled to be checked, or a GPU and compute-sanitizer; where they are
// missing the result is unsupported and says why. Throws Error(load_failed) when the learner's
// kernels do not compile. options: the timeout covers the whole check.
VariantResult check(const VariantRef& ref, const SearchPath& search_path, Learner* learner,
                    RunOptions options, const CheckSettings& settings);

// The check that a run makes unasked, so it must not take long: it looks at some blocks of large
// grids, and leaves out the largest ones.
VariantResult quick_check(const VariantRef& ref, const SearchPath& search_path, Learner* learner,
                          RunOptions options);

// Fills `explained` of the result of a check on the CPU platform, with these settings: of its first
// `most` races.
void explain_races(VariantResult& result, const VariantRef& ref, const SearchPath& search_path,
                   Learner* learner, RunOptions options, const CheckSettings& settings,
                   size_t most);

// The same as check() with one of the variant's cases, of which it records what a block does: the
// result has a trace when the kernels came to an end. number: of the case, from 1 on; it exists.
VariantResult trace(const VariantRef& ref, const SearchPath& search_path, Learner* learner,
                    const RunOptions& options, const Traced& mode, const CaseSet& cases,
                    size_t number);

}  // namespace hippuzzle
