#include "hip_cpu/check/observers/access_counter.hpp"

#include <algorithm>
#include <bit>

#include "hip_cpu/check/execution/machine.hpp"
#include "hip_cpu/check/execution/reports.hpp"
#include "hip_cpu/simt/kernels/static_shared.hpp"

namespace hip_cpu::check {

AccessCounts::AccessCounts(Machine& machine, const hip_cpu_limit* limits, unsigned limit_count,
                           bool by_kernel)
    : machine_(machine), by_kernel_(by_kernel) {
  for (unsigned i = 0; i < limit_count; ++i) limits_.push_back({limits[i], 0, {}, {}});
}

void AccessCounts::begin_launch() {
  CountedLaunch& launch = launches_.emplace_back();
  launch.kernel = machine_.launch.kernel;
  hip_cpu_launch_counts& to = launch.counts;
  to.kernel = launch.kernel.c_str();
  const auto set = [](std::uint32_t(&dimensions)[3], const dim3& from) {
    dimensions[0] = from.x;
    dimensions[1] = from.y;
    dimensions[2] = from.z;
  };
  set(to.grid, machine_.launch.request->grid);
  set(to.block, machine_.launch.request->block);
  to.warp_size = static_cast<std::uint32_t>(warpSize);
  to.is_complete = 1;
  to.launches = 1;
  for (hip_cpu_range& range : to.counted) range.least = ~std::uint64_t{0};
  const LaunchRequest& request = *machine_.launch.request;
  const std::uint64_t shared = static_shared_bytes(request.kernel) + request.dynamic_shared_bytes;
  to.counted[HIP_CPU_SHARED_BYTES] = {shared, shared, shared};
  known_.clear();
  of_phase_.clear();
  repeats_ = {};
  of_sites_.clear();
}

AccessCounts::Interest AccessCounts::begin_block() {
  threads_.assign(machine_.launch.thread_count, {});
  repeats_.begin_block(machine_.launch.thread_count);
  warps_.assign(machine_.launch.thread_count / launches_.back().counts.warp_size + 1, {});
  for (Limit& limit : limits_) limit.sites.assign(machine_.launch.thread_count, 0);
  if (machine_.launch.is_sampled) {
    before_ = launches_.back().instructions;
    for (unsigned i = 0; i < of_warps_before_.size(); ++i)
      of_warps_before_[i] = launches_.back().counts.counted[HIP_CPU_BANK_CONFLICTS + i].total;
  }
  return {.requests = true};
}

// Lanes could share the work between two barriers; a barrier separates work for good.
void AccessCounts::end_phase() {
  const std::uint64_t width =
      std::min(launches_.back().counts.warp_size, machine_.launch.thread_count);
  for (const std::uint32_t number : of_phase_) {
    std::uint64_t& lanes = known_[number].lanes_of_phase;
    launches_.back().instructions[number].dense += (lanes + width - 1) / width;
    lanes = 0;
  }
  of_phase_.clear();
}

void AccessCounts::arrive(SiteId site, const void*, const void*) { count(HIP_CPU_BARRIERS, site); }
void AccessCounts::meet_warp(SiteId site) { count(HIP_CPU_WARP_OPERATIONS, site); }
void AccessCounts::begin_copy(SiteId site, std::uint64_t bytes) {
  count(HIP_CPU_ASYNC_COPY_BYTES, site, bytes);
}
void AccessCounts::read_beside_copies(SiteId site) { count(HIP_CPU_OPEN_GROUP_READS, site); }
void AccessCounts::multiply_matrices(SiteId site, unsigned products) {
  add_of_warp(HIP_CPU_MATRIX_OPERATIONS, products, machine_.current->index, site,
              HIP_CPU_NO_ACCESS);
}

// That many more of the running thread, which are no accesses.
void AccessCounts::count(unsigned what, SiteId site, std::uint64_t more) {
  const unsigned thread = machine_.current->index;
  threads_[thread][what] += more;
  check_limits(what, thread, site, HIP_CPU_NO_ACCESS, more);
}

std::uint32_t AccessCounts::instruction_of(const Request& request) {
  CountedLaunch& launch = launches_.back();
  if (request.site >= of_sites_.size()) of_sites_.resize(request.site + 1, none);
  std::uint32_t* number = &of_sites_[request.site];
  for (; *number != none; number = &known_[*number].next) {
    const hip_cpu_instruction& i = launch.instructions[*number];
    if (i.access == request.access && i.bytes == request.bytes &&
        (i.is_shared != 0) == request.shared)
      return *number;
  }
  *number = static_cast<std::uint32_t>(known_.size());
  known_.emplace_back();
  hip_cpu_instruction& instruction = launch.instructions.emplace_back();
  instruction.access = request.access;
  instruction.is_shared = request.shared;
  instruction.bytes = request.bytes;
  instruction.frame_count = fill_frames(machine_.call_sites, request.site, instruction.frames);
  return static_cast<std::uint32_t>(known_.size() - 1);
}

const Array* AccessCounts::array_around(std::uintptr_t address) const {
  const bool allocated = machine_.memory.shadow().contains(address);
  const Array* array =
      nearest(allocated ? machine_.memory.arrays() : machine_.launch.module->arrays(), address);
  return array && array->contains(address) ? array : nullptr;
}

void AccessCounts::take(const Request& request) {
  const std::uint32_t number = instruction_of(request);
  Known& known = known_[number];
  CountedLaunch& launch = launches_.back();
  hip_cpu_instruction& instruction = launch.instructions[number];
  const std::uintptr_t address = request.addresses[std::countr_zero(request.lanes)];
  if (!known.array || !known.array->contains(address)) {
    known.array = array_around(address);
    if (known.array && !instruction.array) {
      instruction.array = launch.arrays.emplace_back(known.array->name).c_str();
      const Module& module = *machine_.launch.module;
      if (!request.shared && module.contains(known.array->begin))
        instruction.variable = known.array->begin - module.base();
    }
  }
  if (known.array && known.array->internal) return;

  const auto lanes = static_cast<unsigned>(std::popcount(request.lanes));
  const bool is_whole =
      lanes == std::min(request.width, machine_.launch.thread_count - request.first_thread);
  instruction.accesses += lanes;
  ++instruction.requests;
  if (!is_whole) ++instruction.partial;
  if (known.lanes_of_phase == 0) of_phase_.push_back(number);
  known.lanes_of_phase += lanes;
  const Wavefronts cost = known.costs.of(request);
  if (request.shared) {
    instruction.wavefronts += cost.count;
    instruction.conflicts += cost.count - cost.least;
    if (cost.count > cost.least)
      add_of_warp(HIP_CPU_BANK_CONFLICTS, cost.count - cost.least, request);
  } else {
    instruction.sectors += cost.count;
    if (known.array) instruction.repeated += repeats_.of(request, *known.array);
    add_of_warp(HIP_CPU_GLOBAL_SECTORS, cost.count, request);
    add_of_warp(HIP_CPU_GLOBAL_REQUESTS, 1, request);
  }
  const unsigned what = counted(request.access, request.shared);
  const auto add = [&](PerThread& to) {
    ++to[what];
    to[what + bytes_behind] += request.bytes;
    if (request.access == HIP_CPU_ATOMIC) ++to[HIP_CPU_ATOMICS];
  };
  if (is_whole) {
    add(warps_[request.first_thread / request.width]);
  } else {
    request.for_each_lane(
        [&](unsigned lane, std::uintptr_t) { add(threads_[request.first_thread + lane]); });
  }
  if (limits_.empty()) return;
  check_limits(what, request);
  if (request.access == HIP_CPU_ATOMIC) check_limits(HIP_CPU_ATOMICS, request);
}

// Counts that the block has added count for all blocks that it stands for.
void AccessCounts::scale_instructions(std::uint64_t by) {
  CountedLaunch& launch = launches_.back();
  before_.resize(launch.instructions.size());
  for (std::size_t i = 0; i < before_.size(); ++i) {
    const hip_cpu_instruction& before = before_[i];
    hip_cpu_instruction& now = launch.instructions[i];
    const auto scale = [&](std::uint64_t hip_cpu_instruction::*member) {
      now.*member = before.*member + (now.*member - before.*member) * by;
    };
    scale(&hip_cpu_instruction::accesses);
    scale(&hip_cpu_instruction::requests);
    scale(&hip_cpu_instruction::partial);
    scale(&hip_cpu_instruction::dense);
    scale(&hip_cpu_instruction::sectors);
    scale(&hip_cpu_instruction::wavefronts);
    scale(&hip_cpu_instruction::conflicts);
    scale(&hip_cpu_instruction::repeated);
  }
  for (unsigned i = 0; i < of_warps_before_.size(); ++i) {
    std::uint64_t& total = launch.counts.counted[HIP_CPU_BANK_CONFLICTS + i].total;
    total = of_warps_before_[i] + (total - of_warps_before_[i]) * by;
  }
}

// To be called when a thread has done that many more of `what`.
void AccessCounts::check_limits(unsigned what, unsigned thread, SiteId site, hip_cpu_access access,
                                std::uint64_t more) {
  for (Limit& limit : limits_) {
    if (limit.limit.what != what) continue;
    const bool in_all = limit.limit.in_all != 0;
    if (in_all) limit.total += more;
    const std::uint64_t now = in_all ? limit.total : had(thread, what);
    const std::uint64_t most = limit.limit.most;
    if (now <= most || now - more > most) continue;
    if (in_all) {
      limit.first = side_of(machine_, thread, access, site);
    } else {
      limit.sites[thread] = site;
    }
  }
}

void AccessCounts::check_limits(unsigned what, const Request& request) {
  const auto is_meant = [&](const Limit& limit) { return limit.limit.what == what; };
  if (std::none_of(limits_.begin(), limits_.end(), is_meant)) return;
  request.for_each_lane([&](unsigned lane, std::uintptr_t) {
    check_limits(what, request.first_thread + lane, request.site, request.access);
  });
}

void AccessCounts::add_of_warp(hip_cpu_counted what, std::uint64_t more, const Request& request) {
  add_of_warp(what, more, request.first_thread, request.site, request.access);
}

void AccessCounts::add_of_warp(hip_cpu_counted what, std::uint64_t more, unsigned thread,
                               SiteId site, hip_cpu_access access) {
  launches_.back().counts.counted[what].total += more;
  for (Limit& limit : limits_) {
    if (limit.limit.what != what) continue;
    const bool was_crossed = limit.total > limit.limit.most;
    limit.total += more;
    if (!was_crossed && limit.total > limit.limit.most)
      limit.first = side_of(machine_, thread, access, site);
  }
}

void AccessCounts::end_block() {
  hip_cpu_launch_counts& launch = launches_.back().counts;
  const std::uint64_t stands_for = machine_.block.stands_for;
  ++launch.counted_blocks;
  if (machine_.launch.is_sampled) scale_instructions(stands_for);
  for (unsigned thread = 0; thread < machine_.launch.thread_count; ++thread) {
    for (unsigned what = 0; what < HIP_CPU_BANK_CONFLICTS; ++what) {
      const std::uint64_t number = had(thread, what);
      hip_cpu_range& range = launch.counted[what];
      range.least = std::min(range.least, number);
      range.most = std::max(range.most, number);
      range.total += number * stands_for;
    }
  }
  for (const Limit& limit : limits_) {
    if (limit.limit.in_all || limit.limit.what == HIP_CPU_SHARED_BYTES) continue;
    for (unsigned thread = 0; thread < machine_.launch.thread_count; ++thread) {
      const std::uint64_t number = had(thread, limit.limit.what);
      const bool has_too_few = number < limit.limit.least && !machine_.block.has_stopped;
      if (number > limit.limit.most || (has_too_few && counts_anything(thread)))
        report(limit, side_of(machine_, thread, HIP_CPU_NO_ACCESS, limit.sites[thread]), number);
    }
  }
  if (machine_.block.has_stopped) launch.is_complete = 0;
}

// Not a thread that its guard keeps from all work.
bool AccessCounts::counts_anything(unsigned thread) const {
  for (unsigned what = 0; what < HIP_CPU_BANK_CONFLICTS; ++what)
    if (had(thread, what) != 0) return true;
  return false;
}

void AccessCounts::end_launch(bool is_complete) {
  CountedLaunch& launch = launches_.back();
  if (!is_complete) launch.counts.is_complete = 0;
  for (hip_cpu_range& range : launch.counts.counted)
    range.least = std::min(range.least, range.most);
  std::erase_if(launch.instructions, [](const auto& i) { return i.requests == 0; });
  for (hip_cpu_instruction& instruction : launch.instructions)
    if (!instruction.array) instruction.array = "";
  launch.counts.instruction_count = static_cast<std::uint32_t>(launch.instructions.size());
  launch.counts.instructions = launch.instructions.data();
  for (const Limit& limit : limits_) {
    if (limit.limit.what == HIP_CPU_SHARED_BYTES) {
      const std::uint64_t shared = launch.counts.counted[HIP_CPU_SHARED_BYTES].most;
      if (shared > limit.limit.most || shared < limit.limit.least) report(limit, {}, shared);
    } else if (limit.limit.in_all && limit.total > limit.limit.most &&
               !machine_.launch.is_sampled) {
      report(limit, limit.first, limit.total);
    }
  }
  counts_all_ = counts_all_ && launch.counts.is_complete != 0 && !machine_.launch.is_sampled;
  if (!by_kernel_) return;
  const auto earlier = std::find_if(launches_.begin(), launches_.end() - 1, [&](const auto& other) {
    return is_of_same_kernel(other, launch);
  });
  if (earlier == launches_.end() - 1) return;
  join(*earlier, launch);
  launches_.pop_back();
}

void AccessCounts::finish() {
  if (!counts_all_ || launches_.empty()) return;
  for (const Limit& limit : limits_)
    if (limit.limit.in_all && limit.total < limit.limit.least) report(limit, {}, limit.total);
}

void AccessCounts::report(const Limit& limit, const Report::Side& side, std::uint64_t counted) {
  Report report = report_of(machine_, HIP_CPU_LIMIT);
  report.limit = limit.limit;
  if (launches_.size() == 1) report.kernel = launches_.back().counts.kernel;
  report.counted = counted;
  const bool is_too_many = counted > limit.limit.most;
  if (limit.limit.in_all && is_too_many && limit.limit.most > 0)
    report.detail = by_array(launches_, limit.limit.what);
  // Nobody does what is missing in all, and a block's memory is no thread's.
  const bool has_thread =
      limit.limit.what != HIP_CPU_SHARED_BYTES && (is_too_many || !limit.limit.in_all);
  report.side_count = has_thread ? 1 : 0;
  if (has_thread) report.sides[0] = side;
  machine_.findings.add(report);
}

}  // namespace hip_cpu::check
