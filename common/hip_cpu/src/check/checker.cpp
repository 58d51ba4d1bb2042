// The interfaces of <hip_cpu/check.h> and <hip_cpu/trace.h>.
#include <algorithm>
#include <new>

#include "counts.hpp"
#include "grid.hpp"

namespace hip_cpu::check {
namespace {

int32_t start(uint64_t max_steps) {
  if (grid) return 1;
  try {
    grid = new Grid;
  } catch (const std::bad_alloc&) {
    return 0;
  }
  if (max_steps != 0) grid->max_steps = max_steps;
  catch_faults();
  return 1;
}

void describe(const hip_cpu_array* array) {
  if (grid) grid->memory.describe(array->begin, array->bytes, array->name, array->is_output != 0);
}

// One finding per output: bytes of it that nobody has written, counted.
void find_unwritten(const Array& array) {
  Region& region = grid->memory.region();
  Report report = grid->report(HIP_CPU_UNWRITTEN);
  report.array = &array;
  for (std::size_t i = 0; i < array.bytes; ++i) {
    if (region.is_written(array.begin + i)) continue;
    report.address = array.begin + i;
    grid->findings.add(report);
  }
}

void finish() {
  // A thread that was stopped has not written what it would have.
  if (!grid || grid->any_stopped) return;
  for (const auto& [allocation, array] : grid->memory.arrays())
    if (array.output && !array.freed) find_unwritten(array);
}

uint32_t finding_count() { return grid ? static_cast<uint32_t>(grid->findings.size()) : 0; }

const hip_cpu_finding* finding(uint32_t index) {
  return index < finding_count() ? grid->findings.at(index) : nullptr;
}

void footprint(uint64_t* record_bytes, uint64_t* checked_bytes) {
  *record_bytes = *checked_bytes = 0;
  if (!grid) return;
  *checked_bytes = grid->memory.used();
  *record_bytes = grid->memory.region().footprint(grid->memory.used());
}

void count(uint32_t on, const hip_cpu_limit* limits, uint32_t limit_count) {
  if (!grid) return;
  grid->counts.reset();
  if (on != 0) grid->counts = std::make_unique<Counts>(*grid, limits, limit_count);
}

uint32_t launch_count() { return grid && grid->counts ? grid->counts->launch_count() : 0; }

const hip_cpu_launch_counts* launch(uint32_t index) {
  return index < launch_count() ? grid->counts->launch(index) : nullptr;
}

void start_trace(const hip_cpu_trace_request* request) {
  if (grid) grid->trace = std::make_unique<Trace>(*request);
}

uint32_t traced_launch_count() {
  return grid && grid->trace ? static_cast<uint32_t>(grid->trace->launch_count()) : 0;
}

const hip_cpu_traced_launch* traced_launch(uint32_t index) {
  return index < traced_launch_count() ? grid->trace->launch(index) : nullptr;
}

uint32_t frames(uint32_t site, hip_cpu_frame* to) {
  hip_cpu_frame found[HIP_CPU_FRAMES] = {};
  const uint32_t count = grid ? fill_frames(grid->sites, site, found) : 0;
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
