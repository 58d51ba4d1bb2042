// The checker as the runner knows checkers: <hip_cpu/check.h>, without counts and traces.
#pragma once

#include <hip_cpu/check.h>

namespace hippuzzle::amd {

extern const hip_cpu_check check_entry;

}  // namespace hippuzzle::amd
