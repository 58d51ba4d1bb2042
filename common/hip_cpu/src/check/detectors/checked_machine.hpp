// A machine with its detectors.
#pragma once

#include <memory>

#include "hip_cpu/check/detectors/host_accesses.hpp"
#include "hip_cpu/check/detectors/host_copies.hpp"
#include "hip_cpu/check/detectors/kernel_frees.hpp"
#include "hip_cpu/check/detectors/module_variables.hpp"
#include "hip_cpu/check/detectors/unset_copies.hpp"
#include "hip_cpu/check/execution/machine.hpp"

namespace hip_cpu::check {

class CheckedMachine final : public Machine, public LaunchChecks {
 public:
  CheckedMachine(DeviceMemory& device_memory, OsThreads& threads)
      : Machine(device_memory, *this, threads) {}

  HostCopies host_copies{*this};
  HostAccesses host_accesses{*this, host_copies};
  UnsetCopies unset_copies{*this};
  KernelFrees kernel_frees{*this};
  ModuleVariables module_variables{*this};

  std::unique_ptr<Machine> make_worker() const override;

  void begin_checks(const LaunchRequest& request, const StreamWork& work) override;
  void end_checks() override;
  void check_barrier() override;
  void check_grid_barrier(const UnmetGridBarrier& barrier) override;
  void check_memory() override;
  bool has_left_faults() const override;
};

}  // namespace hip_cpu::check
