// Kernels' accesses to variables of their module: writes, which constant memory does not allow, and
// accesses to a variable whose address the host put among a launch's arguments, which on a GPU is
// no address of the device. How a variable was declared is not known here, so whoever reports these
// findings leaves out the right ones (<hip_cpu/check_programs.h>).
#pragma once

#include <set>
#include <vector>

#include "hip_cpu/check/execution/machine.hpp"
#include "hip_cpu/check/memory/access.hpp"

namespace hip_cpu::check {

class ModuleVariables {
 public:
  // Findings go to the machine.
  explicit ModuleVariables(Machine& machine) : machine_(machine) {}

  static void turn_on() { is_on_ = true; }

  // To be called by the machine that begins a launch; its workers see the same.
  void begin_launch(const LaunchRequest& request);

  // To be called for an access to the module's writable data.
  void access(const Access& access) {
    if (is_on_) judge(access);
  }

 private:
  void judge(const Access& access);
  void report(const Access& access, const Array& variable, const char* what);

  static inline bool is_on_ = false;
  static inline std::vector<const Array*> handed_over_;  // by the launch's arguments

  Machine& machine_;
  std::set<Address> written_;  // variables with a finding about a write
};

}  // namespace hip_cpu::check
