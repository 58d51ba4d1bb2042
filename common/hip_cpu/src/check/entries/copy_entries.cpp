// Work of checked kernels that is not done by instructions of theirs: copies to shared memory,
// which go on while the thread does, and products of matrices.
#include "hip_cpu/check/entries/this_thread.hpp"

using hip_cpu::check::active;
using hip_cpu::check::CheckedMachine;

extern "C" {

void hip_cpu_checked_begin_copy(const void* to, std::size_t bytes) {
  if (!active) return;
  CheckedMachine& machine = *active;
  machine.settle_writes();
  const hip_cpu::check::SiteId site = machine.site(__builtin_return_address(0));
  machine.block.copies.begin(*machine.launch.memories[0], machine.current->index,
                             reinterpret_cast<std::uintptr_t>(to), bytes, site);
  if (machine.observers.want_requests())
    machine.observers.tell(&hip_cpu::check::LaunchObserver::begin_copy, site, bytes);
}
void hip_cpu_checked_end_copy_group() {
  if (active) active->block.copies.end_group(active->current->index);
}
void hip_cpu_checked_wait_for_copies(unsigned pending_groups) {
  if (!active) return;
  const hip_cpu::check::Thread& thread = *active->current;
  active->block.copies.wait(*active->launch.memories[0], thread.index, thread.time, pending_groups);
}
void hip_cpu_checked_wait_for_all_copies() {
  if (!active) return;
  const hip_cpu::check::Thread& thread = *active->current;
  active->block.copies.wait_for_all(*active->launch.memories[0], thread.index, thread.time);
}

void hip_cpu_checked_multiply_matrices(unsigned products) {
  if (!active || !active->observers.want_requests()) return;
  CheckedMachine& machine = *active;
  machine.observers.tell(&hip_cpu::check::LaunchObserver::multiply_matrices,
                         machine.site(__builtin_return_address(0)), products);
}

}  // extern "C"
