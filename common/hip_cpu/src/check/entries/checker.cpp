// The interfaces of <hip_cpu/check.h> and <hip_cpu/trace.h>.
#include <hip_cpu/check.h>
#include <hip_cpu/check_programs.h>
#include <hip_cpu/config.h>
#include <hip_cpu/trace.h>

#include <algorithm>
#include <memory>
#include <new>
#include <utility>

#include "hip_cpu/check/detectors/api_errors.hpp"
#include "hip_cpu/check/detectors/initialisation.hpp"
#include "hip_cpu/check/entries/allocations.hpp"
#include "hip_cpu/check/entries/api_calls.hpp"
#include "hip_cpu/check/entries/host_turn.hpp"
#include "hip_cpu/check/entries/this_thread.hpp"
#include "hip_cpu/check/execution/reports.hpp"
#include "hip_cpu/check/observers/access_counter.hpp"
#include "hip_cpu/check/observers/trace_observer.hpp"

namespace hip_cpu::check {
namespace {

// The observers of the first machine that were asked for. Never destroyed, as the machine, which
// may be running when the process ends.
struct Attached {
  std::unique_ptr<AccessCounts> counts;
  std::unique_ptr<Trace> trace;
};
Attached& attached = *new Attached;

// Replaces the last observer by this one, or by none.
template <class Observer>
void observe(std::unique_ptr<Observer>& place, std::unique_ptr<Observer> observer) {
  if (place) first_machine->observers.remove(*place);
  place = std::move(observer);
  if (place) first_machine->observers.add(*place);
}

int32_t start(uint64_t max_steps) {
  if (first_machine) return 1;
  try {
    first_machine = new CheckedMachine(*new DeviceMemory, os_threads());
  } catch (const std::bad_alloc&) {
    return 0;
  }
  if (max_steps != 0) first_machine->max_steps = max_steps;
  install_allocator();
  listen_to_errors();
  catch_faults();
  catch_silent_loops();
  watch_this_thread();
  return 1;
}

void describe(const hip_cpu_array* array) {
  if (!first_machine) return;
  const HostTurn turn;
  first_machine->memory.describe(array->begin, array->bytes, array->name, array->is_output != 0);
}

void finish() {
  if (!first_machine) return;
  find_unwritten_outputs(*first_machine);
  ApiErrors::instance().report(*first_machine);
  if (attached.counts) attached.counts->finish();
}

uint32_t finding_count() {
  return first_machine ? static_cast<uint32_t>(first_machine->findings.size()) : 0;
}

const hip_cpu_finding* finding(uint32_t index) {
  return index < finding_count() ? first_machine->findings.at(index) : nullptr;
}

void footprint(uint64_t* record_bytes, uint64_t* checked_bytes) {
  *record_bytes = *checked_bytes = 0;
  if (!first_machine) return;
  *checked_bytes = first_machine->memory.used();
  *record_bytes = first_machine->memory.shadow().footprint(first_machine->memory.used());
}

void count(uint32_t on, const hip_cpu_limit* limits, uint32_t limit_count) {
  if (!first_machine) return;
  std::unique_ptr<AccessCounts> wanted;
  if (on != 0)
    wanted = std::make_unique<AccessCounts>(*first_machine, limits, limit_count,
                                            on == HIP_CPU_COUNT_KERNELS);
  observe(attached.counts, std::move(wanted));
}

uint32_t launch_count() { return attached.counts ? attached.counts->launch_count() : 0; }

const hip_cpu_launch_counts* launch(uint32_t index) {
  return index < launch_count() ? attached.counts->launch(index) : nullptr;
}

void start_trace(const hip_cpu_trace_request* request) {
  if (first_machine) observe(attached.trace, std::make_unique<Trace>(*first_machine, *request));
}

void run_in_parallel(uint64_t least_threads) {
  if (first_machine) first_machine->parallel.least_threads = least_threads;
}

void ask_for_sample(const hip_cpu_block_sample* sample) {
  if (first_machine) first_machine->sampling = {.asked = *sample};
}

void sampled_blocks(uint64_t* looked_at, uint64_t* in_all) {
  *looked_at = first_machine ? first_machine->sampling.looked_at : 0;
  *in_all = first_machine ? first_machine->sampling.in_all : 0;
}

void run_schedules(uint32_t count, uint64_t seed) {
  if (!first_machine) return;
  first_machine->schedules.count = count;
  first_machine->schedules.seed = seed;
}

uint64_t rescheduled_launch_count() {
  return first_machine ? first_machine->schedules.launches : 0;
}

void begin_with_schedule(uint32_t number) {
  if (first_machine) first_machine->schedules.first = number;
}

uint64_t begun_launch_count() { return first_machine ? first_machine->past.begun() : 0; }

uint64_t parallel_launch_count() { return first_machine ? first_machine->parallel.count : 0; }

uint32_t traced_launch_count() {
  return attached.trace ? static_cast<uint32_t>(attached.trace->launch_count()) : 0;
}

const hip_cpu_traced_launch* traced_launch(uint32_t index) {
  return index < traced_launch_count() ? attached.trace->launch(index) : nullptr;
}

uint32_t frames(uint32_t site, hip_cpu_frame* to) {
  hip_cpu_frame found[HIP_CPU_FRAMES] = {};
  const uint32_t count = first_machine ? fill_frames(first_machine->call_sites, site, found) : 0;
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
    hip_cpu::check::ask_for_sample,
    hip_cpu::check::sampled_blocks,
    hip_cpu::check::run_schedules,
    hip_cpu::check::rescheduled_launch_count,
    hip_cpu_set_multiprocessor_count,
    hip_cpu::check::begin_with_schedule,
    hip_cpu::check::begun_launch_count,
};

void hip_cpu_check_variables() { hip_cpu::check::ModuleVariables::turn_on(); }

void hip_cpu_visit_live_arrays(void (*visit)(void* user, const char* name, uint64_t bytes),
                               void* user) {
  if (!hip_cpu::check::first_machine) return;
  const hip_cpu::check::HostTurn turn;
  for (const auto& [begin, array] : hip_cpu::check::first_machine->memory.arrays())
    if (!array.freed) visit(user, array.name.c_str(), array.bytes);
}

void hip_cpu_check_outside_shape(const char* detail) {
  using namespace hip_cpu::check;
  if (!active) return;
  CheckedMachine& machine = *active;
  {  // a jump ends no lifetimes
    Report report = report_of(machine, HIP_CPU_OUTSIDE_SHAPE);
    report.detail = detail;
    report.side_count = 1;
    report.sides[0] = side_of(machine, machine.current->index, HIP_CPU_NO_ACCESS,
                              site_of_frames(machine, __builtin_frame_address(0)));
    machine.findings.add(report);
  }
  machine.stop_thread();
}
