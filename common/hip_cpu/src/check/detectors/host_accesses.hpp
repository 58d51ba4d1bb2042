// Accesses by the host's own code to memory that HIP allocated. A checked program's host code
// announces its accesses as its kernels do.
//
// Device memory is not the host's: on a GPU the access ends the program. Pinned and managed memory
// is, once the host has waited for the work of streams there. Code of libraries that stand for
// AMD's works on device memory, because it stands for kernels.
#pragma once

#include <cstddef>
#include <cstdint>
#include <unordered_map>
#include <unordered_set>

#include "hip_cpu/check/detectors/host_copies.hpp"
#include "hip_cpu/check/memory/access.hpp"

namespace hip_cpu::check {

class HostAccesses {
 public:
  HostAccesses(Machine& machine, HostCopies& copies) : machine_(machine), copies_(copies) {}

  // code: after the call that announces the access. is_atomic: also a load.
  void access(std::uintptr_t address, std::size_t bytes, Kind kind, const void* code,
              bool is_atomic);

 private:
  struct Place {
    bool is_of_library = true;
    SiteId site = 0;
  };

  Place place_of(const void* code);
  void report_device_memory(std::uintptr_t address, std::size_t bytes, Kind kind,
                            const Array& array, SiteId site);
  void judge_order(const HostCopies::HostAccess& access);

  Machine& machine_;
  HostCopies& copies_;
  std::unordered_map<const void*, Place> places_;  // by code, as it was met first

  // The host's work, for as long as the order does not change.
  std::uint64_t version_ = ~std::uint64_t{0};
  const HostFunction* function_ = nullptr;
  StreamWork work_;
  bool has_all_before_ = false;
  std::unordered_set<const void*> reported_;  // code
};

}  // namespace hip_cpu::check
