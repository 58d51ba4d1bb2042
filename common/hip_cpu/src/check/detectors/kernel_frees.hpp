// free and delete in kernels: of memory that was freed already, or that no kernel allocated.
#pragma once

#include <map>

#include "hip_cpu/check/execution/machine.hpp"
#include "hip_cpu/check/memory/access.hpp"

namespace hip_cpu::check {

class KernelFrees {
 public:
  // Findings go to the machine.
  explicit KernelFrees(Machine& machine) : machine_(machine) {}

  // To be called before a launch's first run: a further run repeats its frees.
  void begin_launch() { launch_began_ = machine_.now + 1; }

  // The running thread frees device memory at that address, by a call at `code`.
  void free(Address address, const void* code);

 private:
  void report(hip_cpu_finding_kind kind, Address address, const void* code);

  Machine& machine_;
  Time launch_began_ = 0;
  std::map<Address, Time> freed_;  // arrays of kernels, and when
};

}  // namespace hip_cpu::check
