// kernel<<<grid, block, shared, stream>>>(arguments) in words that any C++ compiler reads:
// HIP_CPU_KERNEL(kernel).configure(grid, block, shared, stream)(arguments), which
// <hip_cpu/launch.hpp> understands.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace hippuzzle::cc {

struct Rewritten {
  std::string source;
  size_t launches;
};

// The qualifier __noinline__ becomes an attribute. Every other character except the ones of "<<<"
// and ">>>" stays, line breaks included, so that a compiler's messages and a debugger name the
// user's lines. file: the source's name if the source does not state it. Throws Error(load_failed)
// that begins with file and line for a launch that cannot be read.
Rewritten rewrite_launches(std::string_view source, const std::string& file);

}  // namespace hippuzzle::cc
