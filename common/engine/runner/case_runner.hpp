// Runs the cases of a task one by one, on one device.
#pragma once

#include <hippuzzle/kernels.h>

#include <cstddef>
#include <cstdint>
#include <deque>
#include <span>

#include "engine/protocol/event.hpp"
#include "engine/protocol/job.hpp"
#include "engine/protocol/run_job.hpp"
#include "engine/runner/device.hpp"
#include "engine/runner/guarded_buffer.hpp"
#include "engine/runner/kernel_checker.hpp"
#include "engine/runner/kernel_module.hpp"

namespace hippuzzle {

class CaseRunner {
 public:
  // All of these outlive it. memory: inputs and outputs' slots, where the cases say.
  CaseRunner(const Device& device, KernelModules& modules, const RunCases& task,
             std::span<std::byte> memory, Checker& checker, const EventSink& sink);

  // Places the case's buffers on the device, launches once, and reports the results. Skips a case
  // whose warps have another width than the device's. Throws DeviceError.
  void run(uint32_t index);

  // Before the candidate's first launch memory can have run out by the case's size alone.
  bool has_launched() const { return has_launched_; }

 private:
  std::span<std::byte> contents(const JobBuffer& b) const;
  void* place(const JobBuffer& b, bool poison);
  double launch(uint32_t index);  // milliseconds of the kernels
  void look_at_buffers(std::span<const JobBuffer> described, size_t first, CaseDone& done) const;

  const Device& device_;
  KernelModules& modules_;
  const RunCases& task_;
  std::span<std::byte> memory_;
  Checker& checker_;
  const EventSink& sink_;
  std::deque<GuardedBuffer> buffers_;  // a deque: buffers do not move
  bool has_launched_ = false;
};

}  // namespace hippuzzle
