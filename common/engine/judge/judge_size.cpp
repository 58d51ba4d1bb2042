#include "engine/judge/judge_size.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <span>
#include <vector>

#include "support/process/free_memory.hpp"

namespace hippuzzle {
namespace {

uint64_t blocks_of(const hippuzzle_launch_configuration& configuration) {
  const hippuzzle_dim3 grid = configuration.grid;
  return uint64_t{grid.x} * grid.y * grid.z;
}

VariantResult judge_case(const JudgeModule& puzzle, const hippuzzle_variant& variant,
                         const hippuzzle_extents& extents, const Candidate& candidate,
                         const RunOptions& options, const BlockSample& sample,
                         const RunJob& run_job) {
  uint64_t end = 0;
  std::vector<Case> cases;
  bool leaves_out = false;
  for (const uint32_t lanes : variant.warp_extent == 0 ? std::span(warp_widths, 1) : warp_widths) {
    Case& c =
        cases.emplace_back(plan_random_case(variant, for_warps_of(lanes, variant, extents), end));
    c.number = cases.size();
    leaves_out = leaves_out || (sample.most != 0 && blocks_of(c.job.configuration) > sample.most);
  }
  require_memory(end, !leaves_out);
  const SharedMemory memory(end);
  for (Case& c : cases) {
    c.is_judged = !leaves_out || sample.runs_others;
    if (c.is_judged) {
      fill_random_case(variant, c, memory, options.seed);
    } else {
      fill_random_inputs(variant, c, memory, options.seed);
    }
  }
  return judge_cases(puzzle, variant, candidate, options, {cases, memory}, run_job);
}

}  // namespace

// Each byte of a buffer is there twice, in shared memory and on the device. The checker keeps one
// byte of records for it, and seven where kernels touch all of it.
void require_memory(uint64_t bytes, bool touches_all) {
  const double records = touches_all ? 7 : 1;
  const double needed = (2 + records) * static_cast<double>(bytes);
  if (const double available = free_memory(); needed > available) {
    throw Error(Outcome::unsupported,
                fmt::format("inputs and outputs of this size take {} of memory, and {} are free "
                            "here",
                            bytes_text(needed), bytes_text(available)),
                Advice{Advice::choose_smaller_size});
  }
}

uint64_t blocks_to_look_at(const hippuzzle_launch_configuration& configuration) {
  constexpr uint64_t least_blocks = 64, least_threads = 16'384;
  const hippuzzle_dim3 block = configuration.block;
  const uint64_t threads = std::max<uint64_t>(uint64_t{block.x} * block.y * block.z, 1);
  return std::max(least_blocks, least_threads / threads);
}

VariantResult judge_size(const JudgeModule& puzzle, const hippuzzle_variant& variant,
                         const hippuzzle_extents& extents, const Candidate& candidate,
                         const RunOptions& options, const RunJob& run_job) {
  try {
    return judge_case(puzzle, variant, extents, candidate, options,
                      std::get<Checked>(options.mode).sample, run_job);
  } catch (const Error& error) {
    VariantResult result;
    result.puzzle = puzzle.id();
    result.variant = variant.name;
    result.platform = candidate.platform;
    result.fail(error);
    return result;
  }
}

}  // namespace hippuzzle
