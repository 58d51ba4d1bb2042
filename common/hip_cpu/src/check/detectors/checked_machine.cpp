#include "hip_cpu/check/detectors/checked_machine.hpp"

#include "hip_cpu/check/detectors/barriers.hpp"
#include "hip_cpu/check/detectors/unset_values.hpp"

namespace hip_cpu::check {

std::unique_ptr<Machine> CheckedMachine::make_worker() const {
  return std::make_unique<CheckedMachine>(memory, os_threads);
}

void CheckedMachine::begin_checks(const LaunchRequest& request, const StreamWork& work) {
  host_copies.begin_launch(request, work);
  kernel_frees.begin_launch();
  module_variables.begin_launch(request);
}

void CheckedMachine::end_checks() { host_copies.end_launch(); }

void CheckedMachine::check_barrier() { check_arrivals(*this); }

void CheckedMachine::check_grid_barrier(const UnmetGridBarrier& barrier) {
  report_unmet(*this, barrier);
}

void CheckedMachine::check_memory() { find_unset_values(*this); }

bool CheckedMachine::has_left_faults() const { return has_left_unset_values(*this); }

}  // namespace hip_cpu::check
