// The runtime's data about a finding in addition to its sides, for the sources of this folder.
#pragma once

#include "engine/results/finding.hpp"

namespace hippuzzle {

// For races.
inline bool is_of_copy(const Finding& f) { return f.detail == "copy"; }
inline bool is_of_barrier(const Finding& f) { return f.detail == "barrier"; }
inline bool is_between_launches(const Finding& f) { return f.detail == "launches"; }
inline bool is_of_scope(const Finding& f) { return f.detail == "scope"; }
inline bool is_of_host_copy(const Finding& f) { return f.detail == "streams"; }
inline bool is_of_pool(const Finding& f) { return f.detail == "pool"; }
inline bool is_of_host_code(const Finding& f) {
  return f.detail == "host" || f.detail == "host earlier" || f.detail == "hosts";
}
inline bool is_by_host_code(const Finding& f, size_t side) {
  return f.detail == "hosts" || f.detail == (side == 0 ? "host" : "host earlier");
}
inline bool is_of_local(const Finding& f) {  // without a value
  return f.kind == FindingKind::uninitialised && f.detail == "unset";
}

// The finding is about free() or delete in a kernel.
inline bool is_of_free(const Finding& f) { return f.detail == "free"; }

// A wild pointer leads to a variable of the host, or to one of the device by its address on the
// host.
inline bool is_of_host_variable(const Finding& f) { return f.detail == "host variable"; }
inline bool is_of_host_address(const Finding& f) { return f.detail == "host address"; }

// A wild pointer leads to the functions of an object that the host made.
inline bool is_of_virtual_table(const Finding& f) { return f.detail == "virtual table"; }

}  // namespace hippuzzle
