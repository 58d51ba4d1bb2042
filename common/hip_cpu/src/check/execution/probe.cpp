#include "hip_cpu/check/execution/probe.hpp"

#include <algorithm>
#include <utility>

#include "hip_cpu/check/execution/private_memory.hpp"
#include "hip_cpu/simt/thread_block.hpp"

namespace hip_cpu::check {

Probe::Probe(Machine& machine, std::uint64_t steps) : machine_(machine), steps_(steps) {
  machine_.launch.is_unlooked_at = true;
  machine_.os_threads.leave_kernel();
  machine_.requests = nullptr;
  machine_.launch.probe = this;
}

Probe::~Probe() {
  machine_.launch.is_unlooked_at = false;
  machine_.launch.probe = nullptr;
}

BlockTraits Probe::look_at(std::uint64_t number) {
  const LaunchState& launch = machine_.launch;
  seen_ = {};
  unsigned index[3];
  set_position(index, number, launch.request->grid);
  blockIdx = uint3(index[0], index[1], index[2]);
  if (launch.module->shared()) launch.module->begin_block(launch.request->dynamic_shared_bytes);
  if (setjmp(end_) == 0) {
    block_of_this_thread().run(*launch.request, launch.thread_count);
  } else {
    discard_block_of_this_thread();
  }
  return {seen_.steps, seen_.accesses, seen_.whole_threads, seen_.offsets};
}

// Some threads of a large block tell enough: the first and the last, and others whose places in
// rows and columns of any length differ (multiples of the golden ratio).
bool Probe::is_looked_at(unsigned thread) const {
  const unsigned count = machine_.launch.thread_count;
  if (count <= most_threads || thread == 0 || thread + 1 == count) return true;
  const std::uint64_t place = (thread * 0x9e3779b1u) >> 16;
  return place * count < std::uint64_t{most_threads - 2} << 16;
}

Thread& Probe::current() const { return machine_.block.threads[linear_thread_index()]; }

void Probe::run_thread(void (*run)(const void*), const void* call) {
  if (!is_looked_at(linear_thread_index())) return;
  Thread& thread = current();
  thread.steps_left = steps_;
  thread.stack = static_cast<const char*>(__builtin_frame_address(0));
  if (setjmp(thread.end) == 0) {
    run(call);
    ++seen_.whole_threads;
  }
}

void Probe::step() {
  if (current().steps_left-- == 0) stop_thread();
  ++seen_.steps;
}

void Probe::access(Address address, std::size_t bytes, Kind kind) {
  const LaunchState& launch = machine_.launch;
  const ShadowMemory* const memory = launch.memory_at(address);
  if (!memory) {
    machine_.current = &current();
    const bool is_constant = kind == Kind::read && launch.module->contains(address);
    if (!is_constant && !is_private(machine_, address)) stop_thread();
    return;
  }
  if (memory->shared()) {
    if (!launch.module->holds_shared(address, bytes)) stop_thread();
    ++seen_.accesses;
    return;
  }
  seen_.offsets += address % 32;
  if (kind != Kind::read || memory->state(address, static_cast<unsigned>(bytes)) == outside)
    stop_thread();
  ++seen_.accesses;
}

void Probe::stop_thread() { std::longjmp(current().end, 1); }

void Probe::stop_block() { std::longjmp(end_, 1); }

std::vector<SampledBlock> sample_by_probes(Machine& machine, std::uint64_t most,
                                           std::uint64_t seed) {
  // Half a second in all, and enough of a thread to see which of its guards hold.
  constexpr std::uint64_t steps_in_all = std::uint64_t{1} << 25, fewest = 512, enough = 2048;
  const dim3 grid = machine.launch.request->grid;
  const std::uint64_t blocks = machine.launch.block_count();
  const std::uint64_t threads = std::min(machine.launch.thread_count, Probe::most_threads);
  const std::uint64_t probed =
      std::clamp(steps_in_all / (threads * fewest), std::min(4 * most, blocks), blocks);
  // Output that was printed cannot be undone.
  if (machine.launch.module->prints()) return sample_blocks(grid, most, seed);

  std::vector<ProbedBlock> looks;
  {
    Probe look(machine, std::clamp(steps_in_all / (threads * probed), fewest, enough));
    for (const SampledBlock& block : sample_blocks(grid, probed, seed))
      looks.push_back({block, look.look_at(block.number)});
  }
  const bool all_alike = std::all_of(looks.begin(), looks.end(), [&](const ProbedBlock& one) {
    return one.traits == looks.front().traits;
  });
  return all_alike ? sample_blocks(grid, most, seed)
                   : sample_blocks(grid, std::move(looks), most, seed);
}

}  // namespace hip_cpu::check
