// The interfaces of <hip_cpu/check.h> and <hip_cpu/trace.h>.
#include <algorithm>
#include <new>

#include "hip_cpu/check/machine/access_counts.hpp"
#include "hip_cpu/check/machine/allocations.hpp"
#include "hip_cpu/check/machine/machine.hpp"

namespace hip_cpu::check {
namespace {

int32_t start(uint64_t max_steps) {
  if (first_grid) return 1;
  try {
    first_grid = new Grid(*new GlobalMemory);
  } catch (const std::bad_alloc&) {
    return 0;
  }
  if (max_steps != 0) first_grid->max_steps = max_steps;
  install_allocator();
  catch_faults();
  give_signal_stack_to_this_thread();
  return 1;
}

void describe(const hip_cpu_array* array) {
  if (first_grid)
    first_grid->memory.describe(array->begin, array->bytes, array->name, array->is_output != 0);
}

// One finding per output: bytes of it that nobody has written, counted.
void find_unwritten(const Array& array) {
  Region& region = first_grid->memory.region();
  Report report = first_grid->report(HIP_CPU_UNWRITTEN);
  report.array = &array;
  for (std::size_t i = 0; i < array.bytes; ++i) {
    if (region.is_written(array.begin + i)) continue;
    report.address = array.begin + i;
    first_grid->findings.add(report);
  }
}

void finish() {
  // A thread that was stopped has not written what it would have.
  if (!first_grid || first_grid->any_stopped) return;
  for (const auto& [allocation, array] : first_grid->memory.arrays())
    if (array.output && !array.freed) find_unwritten(array);
}

uint32_t finding_count() {
  return first_grid ? static_cast<uint32_t>(first_grid->findings.size()) : 0;
}

const hip_cpu_finding* finding(uint32_t index) {
  return index < finding_count() ? first_grid->findings.at(index) : nullptr;
}

void footprint(uint64_t* record_bytes, uint64_t* checked_bytes) {
  *record_bytes = *checked_bytes = 0;
  if (!first_grid) return;
  *checked_bytes = first_grid->memory.used();
  *record_bytes = first_grid->memory.region().footprint(first_grid->memory.used());
}

void count(uint32_t on, const hip_cpu_limit* limits, uint32_t limit_count) {
  if (!first_grid) return;
  first_grid->counts.reset();
  if (on != 0) first_grid->counts = std::make_unique<Counts>(*first_grid, limits, limit_count);
}

uint32_t launch_count() {
  return first_grid && first_grid->counts ? first_grid->counts->launch_count() : 0;
}

const hip_cpu_launch_counts* launch(uint32_t index) {
  return index < launch_count() ? first_grid->counts->launch(index) : nullptr;
}

void start_trace(const hip_cpu_trace_request* request) {
  if (first_grid) first_grid->trace = std::make_unique<Trace>(*request);
}

void run_in_parallel(uint64_t least_threads) {
  if (first_grid) first_grid->worth_workers = least_threads;
}

uint64_t parallel_launch_count() { return first_grid ? first_grid->parallel_launches : 0; }

uint32_t traced_launch_count() {
  return first_grid && first_grid->trace ? static_cast<uint32_t>(first_grid->trace->launch_count())
                                         : 0;
}

const hip_cpu_traced_launch* traced_launch(uint32_t index) {
  return index < traced_launch_count() ? first_grid->trace->launch(index) : nullptr;
}

uint32_t frames(uint32_t site, hip_cpu_frame* to) {
  hip_cpu_frame found[HIP_CPU_FRAMES] = {};
  const uint32_t count = first_grid ? fill_frames(first_grid->sites, site, found) : 0;
  std::copy_n(found, count, to);
  return count;
}

}  // namespace
}  // namespace hip_cpu::check

const hip_cpu_trace hip_cpu_tracer = {
    sizeof(hip_cpu_trace),         hip_cpu::check::start_trace, hip_cpu::check::traced_launch_count,
    hip_cpu::check::traced_launch, hip_cpu::check::frames,
};

const hip_cpu_check hip_cpu_checker = {
    sizeof(hip_cpu_check),
    hip_cpu::check::start,
    hip_cpu::check::describe,
    hip_cpu::check::finish,
    hip_cpu::check::finding_count,
    hip_cpu::check::finding,
    hip_cpu::check::footprint,
    hip_cpu::check::count,
    hip_cpu::check::launch_count,
    hip_cpu::check::launch,
    &hip_cpu_tracer,
    hip_cpu::check::run_in_parallel,
    hip_cpu::check::parallel_launch_count,
};

void hip_cpu_check_outside_shape(const char* detail) {
  using hip_cpu::check::grid;
  if (!hip_cpu::check::active) return;
  hip_cpu::check::Report report = grid->report(HIP_CPU_OUTSIDE_SHAPE);
  report.detail = detail;
  report.side_count = 1;
  report.sides[0] = grid->side(grid->current->index, HIP_CPU_NO_ACCESS,
                               grid->site_of_frames(__builtin_frame_address(0)));
  grid->findings.add(report);
  grid->stop_thread();
}
