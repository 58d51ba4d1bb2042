#include "hip_cpu/check/detectors/pointers.hpp"

#include <algorithm>
#include <cstring>
#include <mutex>
#include <set>

#include "hip_cpu/check/execution/private_memory.hpp"
#include "hip_cpu/check/execution/reports.hpp"

namespace hip_cpu::check {
namespace {

// Tables of virtual functions of objects that kernels made, of all OS threads.
struct KernelTables {
  std::mutex mutex;
  std::set<Address> begins;
};
KernelTables& kernel_tables() {
  static auto& all = *new KernelTables;
  return all;
}

// The host made the object, whose functions on a GPU have other addresses. A copy of a kernel's
// object looks the same, so tables of such objects are left out.
void check_virtual_table(Machine& machine, ShadowMemory& memory, const Access& access, Address at,
                         Address table) {
  if (memory.last_write(at).time() != 0) return;
  {
    KernelTables& made = kernel_tables();
    const std::lock_guard lock(made.mutex);
    if (made.begins.contains(table)) return;
  }
  Report report = report_of(machine, HIP_CPU_WILD, access);
  report.array = array_at(machine, memory, at);
  report.detail = "virtual table";
  machine.findings.add(report);
}

// A pointer that is read may lead to memory that ended with the block, the launch or the thread
// which stored it; for this one there is other memory at the same address.
void check_pointer(Machine& machine, ShadowMemory& memory, const Access& access, Address at) {
  Address pointer = 0;
  std::memcpy(&pointer, reinterpret_cast<const void*>(at), sizeof pointer);
  if (machine.launch.module->is_in_virtual_table(pointer))
    return check_virtual_table(machine, memory, access, at, pointer);
  const bool is_shared = machine.launch.module->holds_shared(pointer, 1);
  if (!is_shared && !may_be_local(machine, pointer)) return;
  const Epoch store = memory.last_write(at);
  if (store.time() == 0) return;  // by the host, or by nobody
  const LaunchState& launch = machine.launch;
  const bool is_of_this_block =
      memory.shared() || !store.is_before(machine.block.begin) ||
      (launch.waits_for_itself && !store.is_before(launch.begin) &&
       launch.block_begins.at(store.time()).number == machine.block.number);
  if (is_of_this_block && (is_shared || store.thread() == machine.current->index)) return;
  Report report = report_of(machine, HIP_CPU_WILD, access);
  report.array = array_at(machine, memory, at);
  report.detail = is_shared ? "points to shared memory of another block or launch"
                            : "points to local memory of another thread or launch";
  machine.findings.add(report);
  machine.current->wild_pointer = pointer;
}

}  // namespace

void make_object(Address virtual_table) {
  KernelTables& made = kernel_tables();
  const std::lock_guard lock(made.mutex);
  made.begins.insert(virtual_table);
}

void check_pointers(Machine& machine, ShadowMemory& memory, const Access& access) {
  const Address end = access.address + std::min(access.bytes, most_of_struct);
  for (Address at = (access.address + sizeof(Address) - 1) / sizeof(Address) * sizeof(Address);
       at + sizeof(Address) <= end; at += sizeof(Address))
    check_pointer(machine, memory, access, at);
}

}  // namespace hip_cpu::check
