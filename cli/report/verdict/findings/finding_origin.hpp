// The runtime's data about a finding in addition to its sides, for the sources of this folder.
#pragma once

#include "engine/results/finding.hpp"

namespace hippuzzle {

// For races.
inline bool is_of_copy(const Finding& f) { return f.detail == "copy"; }
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

}  // namespace hippuzzle
