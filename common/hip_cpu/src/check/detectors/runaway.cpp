#include "hip_cpu/check/detectors/runaway.hpp"

#include <string>

#include "hip_cpu/check/execution/reports.hpp"

namespace hip_cpu::check {

void runs_away(Machine& machine, SiteId site, const Arrivals& arrivals) {
  if (!machine.schedule.is_first()) {
    machine.launch.has_waited = true;
    machine.stop_launch();
  }
  if (machine.current->has_left_types) machine.stop_thread();
  {  // a jump ends no lifetimes
    Report report = report_of(machine, HIP_CPU_RUNAWAY);
    if (arrivals.expected != 0)
      report.detail = "a thread waits for ever at a barrier: " + std::to_string(arrivals.arrived) +
                      " of " + std::to_string(arrivals.expected) + " arrivals have come";
    report.side_count = 1;
    report.sides[0] = side_of(machine, machine.current->index, HIP_CPU_NO_ACCESS, site);
    hip_cpu_finding* const finding = machine.findings.add(report);
    const bool others_wait = machine.launch.waits_for_itself ||
                             (machine.launch.is_sampled && machine.sampling.asked.runs_others == 0);
    if (finding != nullptr && others_wait) finding->in_sample = 1;
  }
  machine.stop_launch();
}

void report_deadlock(Machine& machine) {
  const Thread* waiting[2] = {};
  for (unsigned i = 0; i < machine.launch.thread_count; ++i) {
    const Thread& thread = machine.block.threads[i];
    if (thread.exited || thread.stopped || thread.waits_at == 0) continue;
    if (!waiting[0]) {
      waiting[0] = &thread;
    } else if (!waiting[1] && thread.waits_at != waiting[0]->waits_at) {
      waiting[1] = &thread;
    }
  }
  {  // a jump ends no lifetimes
    Report report = report_of(machine, HIP_CPU_WARP);
    report.detail = "its lanes wait for others that wait elsewhere, for ever";
    for (const Thread* thread : waiting)
      if (thread)
        report.sides[report.side_count++] =
            side_of(machine, thread->index, HIP_CPU_NO_ACCESS, thread->waits_at);
    if (!machine.block.has_stopped) machine.findings.add(report);
  }
  machine.stop_launch();
}

// The chain of calls is as deep as the stack; its innermost frames tell enough.
void stack_overflows(Machine& machine, const void* code) {
  machine.findings.add(report_here(machine, HIP_CPU_STACK_OVERFLOW, code));
  machine.stop_thread();
}

}  // namespace hip_cpu::check
