// The stacks of an OS thread's fibers: one per thread of the largest block, address space until it
// is touched.
#pragma once

#include <cstddef>

namespace hip_cpu {

class StackArea {
 public:
  // A page without access is below the last page of every stack, as far as the kernel's limit of
  // mappings allows. The number of pages is odd, because the tops of stacks at distances of a power
  // of two share a few sets of the second-level cache.
  static constexpr std::size_t stack_bytes = 17 * 4096;
  static constexpr std::size_t stack_count = 1024;

  StackArea() = default;
  ~StackArea();
  StackArea(const StackArea&) = delete;
  StackArea& operator=(const StackArea&) = delete;

  struct Stack {
    char* bottom;
    char* top;  // differs between stacks modulo the page, so that they do not compete for the same
                // cache sets
  };

  // The next stack that has not been taken; there are stack_count of them.
  Stack take();
  std::size_t taken() const { return taken_; }

 private:
  char* area_ = nullptr;
  std::size_t taken_ = 0;
};

}  // namespace hip_cpu
