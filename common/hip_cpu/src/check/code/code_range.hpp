// A range of addresses in a module's code.
#pragma once

#include <cstdint>

namespace hip_cpu::check {

struct CodeRange {
  std::uintptr_t begin = 0, end = 0;
};

}  // namespace hip_cpu::check
