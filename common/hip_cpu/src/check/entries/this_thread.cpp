#include "hip_cpu/check/entries/this_thread.hpp"

namespace hip_cpu::check {

CheckedMachine* first_machine = nullptr;
__thread CheckedMachine* own_machine = nullptr;
__thread CheckedMachine* active = nullptr;
__thread Probe* probe = nullptr;

namespace {

class EnteredThreads final : public OsThreads {
 public:
  void run_blocks_of(Machine& machine) override {
    own_machine = &checked(machine);
    watch_this_thread();
  }
  void enter_kernel(Machine& machine) override { active = &checked(machine); }
  void leave_kernel() override { active = nullptr; }

 private:
  // All machines come from these entry points, or from CheckedMachine::make_worker().
  static CheckedMachine& checked(Machine& machine) { return static_cast<CheckedMachine&>(machine); }
};

}  // namespace

OsThreads& os_threads() {
  static auto& all = *new EnteredThreads;  // the process may end while a machine runs
  return all;
}

}  // namespace hip_cpu::check
