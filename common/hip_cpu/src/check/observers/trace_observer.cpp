#include "hip_cpu/check/observers/trace_observer.hpp"

#include <algorithm>
#include <cstring>
#include <set>
#include <span>

#include "hip_cpu/check/execution/machine.hpp"
#include "hip_cpu/check/requests/request_cost.hpp"

namespace hip_cpu::check {
namespace {

// The distance from the frame pointer of a function to its canonical frame address, which debug
// information counts from: the saved frame pointer and the return address are between the two. On
// other machines no variables are recorded.
#if defined(__x86_64__)
constexpr bool knows_frames = true;
#else
constexpr bool knows_frames = false;
#endif
constexpr std::ptrdiff_t frame_to_canonical = 16;

std::span<const hip_cpu_slot> slots_of(const hip_cpu_frame_layout& layout) {
  return {layout.slots, layout.slot_count};
}

void* address_of(const hip_cpu_slot& slot, const void* frame) {
  return const_cast<char*>(static_cast<const char*>(frame)) + frame_to_canonical + slot.offset;
}

}  // namespace

bool Trace::wants_launch() {
  return !request_.wants || request_.wants(request_.context, machine_.launch.kernel) != 0;
}

void Trace::begin_launch() {
  recording_ = false;
  LaunchRecord& launch = launches_.emplace_back();
  const LaunchRequest& from = *machine_.launch.request;
  launch.kernel = machine_.launch.kernel;
  launch.module = machine_.launch.module->path();
  hip_cpu_traced_launch& to = launch.handed_out;
  to.kernel_offset = reinterpret_cast<std::uintptr_t>(from.kernel) - machine_.launch.module->base();
  std::copy_n(&from.grid.x, 3, to.grid);
  std::copy_n(&from.block.x, 3, to.block);
  to.warp_lanes = static_cast<std::uint32_t>(warpSize);
  to.dynamic_shared_bytes = from.dynamic_shared_bytes;
  to.has_block = request_.block[0] < from.grid.x && request_.block[1] < from.grid.y &&
                 request_.block[2] < from.grid.z;
  const unsigned threads = machine_.launch.thread_count;
  recorded_ = {0, threads};
  if (request_.thread_count != 0) {
    recorded_.first = std::min(request_.first_thread, threads);
    recorded_.count = std::min(request_.thread_count, threads - recorded_.first);
  }
  to.first_thread = recorded_.first;
  to.thread_count = recorded_.count;
  layout_ = nullptr;
  slot_bytes_ = 0;
  if (!to.has_block || !knows_frames || !request_.layout) return;
  layout_ = request_.layout(request_.context, launch.module.c_str(), to.kernel_offset);
  if (!layout_) return;
  for (const hip_cpu_slot& slot : slots_of(*layout_)) slot_bytes_ += slot.bytes;
}

std::optional<std::uint64_t> Trace::wanted_block() const {
  const dim3 grid = machine_.launch.request->grid;
  const std::uint32_t(&at)[3] = request_.block;
  if (at[0] >= grid.x || at[1] >= grid.y || at[2] >= grid.z) return std::nullopt;
  return (std::uint64_t{at[2]} * grid.y + at[1]) * grid.x + at[0];
}

Trace::Interest Trace::begin_block() {
  const uint3 index = machine_.block.index;
  const bool is_it =
      index.x == request_.block[0] && index.y == request_.block[1] && index.z == request_.block[2];
  if (!is_it) return {};
  recording_ = true;
  announced_.clear();
  joining_.clear();
  const unsigned count = machine_.launch.thread_count;
  threads_.assign(count, {HIP_CPU_ELSEWHERE, 0, 0, 0});
  slots_.assign(std::size_t{count} * slot_bytes_, HIP_CPU_UNSET_BYTE);
  for (unsigned i = 0; i < count; ++i) threads_[i].slots = i * slot_bytes_;
  return {.requests = true, .steps = true};
}

void Trace::end_block() { recording_ = false; }

void Trace::end_launch(bool) { recording_ = false; }

// Threads run one after the other, and the trace has left out nothing of the launch so far, so the
// rest is the same as if fewer threads had been recorded from the beginning. False: it is one
// thread.
bool Trace::narrow() {
  if (request_.narrows == 0 || request_.thread_count != 0 || recorded_.count == 1) return false;
  LaunchRecord& launch = now();
  const auto warp = static_cast<std::uint32_t>(warpSize);
  const std::uint32_t threads = machine_.launch.thread_count;
  const std::uint32_t(&at)[3] = request_.thread;
  const std::uint32_t(&size)[3] = launch.handed_out.block;
  const bool is_in_block = at[0] < size[0] && at[1] < size[1] && at[2] < size[2];
  const std::uint32_t wanted = is_in_block ? (at[2] * size[1] + at[1]) * size[0] + at[0] : 0;
  const std::uint32_t count = recorded_.count > warp ? warp : 1;
  recorded_.first = wanted / count * count;
  recorded_.count = std::min(count, threads - recorded_.first);
  launch.keep(recorded_);
  forget_others(threads_, recorded_);
  joining_.clear();
  return true;
}

// Stops in the middle of a phase, or after one: the records of an incomplete phase are removed.
void Trace::stop() {
  LaunchRecord& launch = now();
  launch.handed_out.is_cut = 1;
  recording_ = false;
  launch.forget_unfinished_phase();
}

void Trace::access(const Array& array, std::uintptr_t address, unsigned bytes,
                   hip_cpu_access access, const void* code) {
  if (!recording_ || !recorded_.holds(machine_.current->index)) return;
  LaunchRecord& launch = now();
  while (launch.accesses.size() >= request_.most_accesses)
    if (!narrow()) return stop();
  if (!recorded_.holds(machine_.current->index)) return;
  const SiteId site = machine_.site(code);
  launch.accesses.push_back({static_cast<std::uint32_t>(launch.phases.size()),
                             machine_.current->index, site, access, launch.array_index(array),
                             bytes, address - array.begin, launch.values.size()});
  const auto* memory = reinterpret_cast<const std::uint8_t*>(address);
  if (access != HIP_CPU_WRITE) launch.values.insert(launch.values.end(), memory, memory + bytes);
  // A struct's copy announces its write first.
  if (access == HIP_CPU_READ && !announced_.empty())
    std::swap(launch.accesses.back(), *(launch.accesses.end() - 2));
  if (access == HIP_CPU_READ) return;
  announced_.push_back({address, bytes, launch.values.size(), code});
  launch.values.resize(launch.values.size() + bytes);
}

void Trace::take(const Request& request) {
  if (!recording_) return;
  bool is_wanted = false;
  request.for_each_lane([&](unsigned lane, std::uintptr_t) {
    is_wanted |= recorded_.holds(request.first_thread + lane);
  });
  if (!is_wanted) return;
  LaunchRecord& launch = now();
  hip_cpu_traced_request to = {};
  to.phase = static_cast<std::uint32_t>(launch.phases.size());
  to.warp = request.first_thread / request.width;
  to.site = request.site;
  to.access = request.access;
  to.is_shared = request.shared;
  to.bytes = request.bytes;
  to.first_lane = launch.lanes.size();
  std::set<std::uintptr_t> addresses;
  request.for_each_lane([&](unsigned lane, std::uintptr_t address) {
    // Lanes outside the arrays that the block has accessed are left out, as their accesses are.
    std::uint32_t array = 0;
    while (array < launch.arrays.size() &&
           address - launch.begins[array] >= launch.arrays[array].bytes)
      ++array;
    if (array == launch.arrays.size()) return;
    launch.lanes.push_back({request.first_thread + lane, array, address - launch.begins[array]});
    addresses.insert(address);
  });
  to.lane_count = static_cast<std::uint32_t>(launch.lanes.size() - to.first_lane);
  if (to.lane_count == 0) return;
  if (request.shared) {
    const Wavefronts cost = wavefronts(request);
    to.cost = cost.count;
    to.least = cost.least;
  } else {
    constexpr std::size_t sector = 32;
    to.cost = sectors(request);
    to.least = static_cast<std::uint32_t>((addresses.size() * request.bytes + sector - 1) / sector);
  }
  launch.requests.push_back(to);
}

// Lanes go on one after the other, and none of them reaches its next operation with another before
// that one has gone on. So a meeting is the one of this warp, place and lanes that waits for this
// lane.
void Trace::leave_meeting(const LanesMet& met) {
  const auto width = static_cast<std::uint32_t>(warpSize);
  const std::uint32_t warp = machine_.current->index / width,
                      lane = machine_.current->index % width;
  if (!recording_ || !recorded_.holds_warp(warp)) return;
  LaunchRecord& launch = now();
  const auto waits = [&](const Joining& joining) {
    const hip_cpu_traced_meeting& meeting = launch.meetings[joining.meeting];
    return meeting.warp == warp && meeting.site == met.site && meeting.lanes == met.lanes &&
           (meeting.is_vote != 0) == met.is_vote && (joining.lanes >> lane & 1) == 0;
  };
  auto found = std::ranges::find_if(joining_, waits);
  if (found == joining_.end()) {
    while (launch.meetings.size() * width >= request_.most_accesses)
      if (!narrow()) return stop();
    if (!recorded_.holds_warp(warp)) return;
    hip_cpu_traced_meeting meeting = {};
    meeting.phase = static_cast<std::uint32_t>(launch.phases.size());
    meeting.warp = warp;
    meeting.site = met.site;
    meeting.is_vote = met.is_vote;
    meeting.lanes = met.lanes;
    meeting.votes = met.is_vote ? met.votes : 0;
    joining_.push_back({launch.meetings.size(), 0});
    launch.meetings.push_back(meeting);
    found = joining_.end() - 1;
  }
  launch.meetings[found->meeting].sources[lane] =
      static_cast<std::uint8_t>(met.is_vote ? 0 : met.source);
  found->lanes |= std::uint64_t{1} << lane;
  if (found->lanes == met.lanes) joining_.erase(found);
}

void Trace::settle() {
  for (const Written& write : announced_)
    std::memcpy(&now().values[write.value], reinterpret_cast<const void*>(write.address),
                write.bytes);
  announced_.clear();
}

bool Trace::in_kernel(const void* code) const {
  if (!layout_) return false;
  const auto offset = reinterpret_cast<std::uintptr_t>(code) - machine_.launch.module->base();
  return offset > layout_->begin && offset <= layout_->end;
}

void Trace::enter(const void* code, const void* frame) {
  if (!recording_ || !in_kernel(code)) return;
  for (const hip_cpu_slot& slot : slots_of(*layout_))
    std::memset(address_of(slot, frame), HIP_CPU_UNSET_BYTE, slot.bytes);
}

void Trace::leave(const void* code, const void* frame) {
  if (recording_ && in_kernel(code)) record_variables(code, frame);
}

void Trace::set_state(hip_cpu_thread_state state) {
  if (recording_) threads_[machine_.current->index].state = state;
}

void Trace::arrive(SiteId site, const void* code, const void* frame) {
  if (!recording_) return;
  hip_cpu_traced_thread& thread = threads_[machine_.current->index];
  thread.state = HIP_CPU_AT_BARRIER;
  thread.site = site;
  for (int depth = 0; layout_ && depth < HIP_CPU_FRAMES; ++depth) {
    if (in_kernel(code)) return record_variables(code, frame);
    const auto* const words = static_cast<const void* const*>(frame);
    if (words[0] <= frame || words[0] > machine_.current->stack) return;
    frame = words[0];
    code = words[1];
  }
}

void Trace::record_variables(const void* code, const void* frame) {
  if (!recorded_.holds(machine_.current->index)) return;
  hip_cpu_traced_thread& thread = threads_[machine_.current->index];
  thread.code = reinterpret_cast<std::uintptr_t>(code) - machine_.launch.module->base();
  std::uint8_t* to = slots_.data() + thread.slots;
  for (const hip_cpu_slot& slot : slots_of(*layout_)) {
    std::memcpy(to, address_of(slot, frame), slot.bytes);
    to += slot.bytes;
  }
}

void Trace::end_phase() {
  if (!recording_) return;
  announced_.clear();  // by a thread that was stopped before it wrote
  LaunchRecord& launch = now();
  LaunchRecord::Phase& phase = launch.phases.emplace_back();
  for (std::size_t i = 0; i < launch.arrays.size(); ++i) {
    if (!launch.arrays[i].is_shared) continue;
    const auto* begin = reinterpret_cast<const std::uint8_t*>(launch.begins[i]);
    phase.shared.insert(phase.shared.end(), begin, begin + launch.arrays[i].bytes);
    for (std::uint64_t byte = 0; byte < launch.arrays[i].bytes; ++byte)
      phase.written.push_back(
          machine_.launch.module->shared()->is_written(launch.begins[i] + byte));
  }
  phase.threads = threads_;
  phase.slots = slots_;
  launch.bytes += phase.shared.size() + phase.slots.size();
  if (launch.bytes > request_.most_bytes) return stop();
  for (hip_cpu_traced_thread& thread : threads_) {
    if (thread.state != HIP_CPU_AT_BARRIER) continue;
    thread.state = HIP_CPU_ELSEWHERE;
    thread.site = 0;
  }
}

}  // namespace hip_cpu::check
