// The variables of a kernel, by its module's debug information: locals with their places in the
// kernel's frame, and the types of shared arrays. Modules are read as files; nothing of them runs.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "engine/debug_info/variable_type.hpp"

namespace hippuzzle {

struct LocalVariable {
  std::string name;
  VariableType type;
  int64_t offset = 0;                                 // in the frame
  std::vector<std::pair<uint64_t, uint64_t>> scopes;  // code that sees it; from, to
  int line = 0;                                       // that declares it
};

struct SharedVariable {
  std::string name;
  VariableType type;
};

// Offsets in code count from the module's begin.
struct KernelVariables {
  uint64_t begin = 0, end = 0;
  std::vector<LocalVariable> locals;  // numbers and arrays of them; in the order of the source
  std::vector<SharedVariable> shared;

  // Null if there is no such variable.
  const SharedVariable* find_shared(const std::string& name) const;
};

// `kernel` is where the kernel's code begins. Without debug information nothing is found,
// and no locals where the compiler addresses the frame in an unusual way.
KernelVariables read_kernel_variables(const std::string& module, uint64_t kernel);

}  // namespace hippuzzle
