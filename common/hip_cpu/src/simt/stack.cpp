#include "hip_cpu/simt/stack.hpp"

#include <sys/mman.h>
#include <unistd.h>

#include <atomic>
#include <fstream>

#include "hip_cpu/simt/fatal.hpp"

namespace hip_cpu {
namespace {

// Every guard page splits a mapping in two. Half of the kernel's limit is left to the rest of the
// process.
long guard_limit() {
  static const long limit = [] {
    long mappings = 65530;
    std::ifstream("/proc/sys/vm/max_map_count") >> mappings;
    return mappings / 4;
  }();
  return limit;
}

std::atomic<long> guards{0};

constexpr std::size_t area_bytes = StackArea::stack_bytes * StackArea::stack_count;

}  // namespace

StackArea::~StackArea() {
  if (area_) munmap(area_, area_bytes);
  guards -= static_cast<long>(taken_);
}

StackArea::Stack StackArea::take() {
  if (!area_) {
    void* area = mmap(nullptr, area_bytes, PROT_READ | PROT_WRITE,
                      MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (area == MAP_FAILED)
      fatal("no memory for the stacks of a block's threads (mmap refused %zu MiB), free some",
            area_bytes >> 20);
    // A huge page would make every stack resident as soon as one is touched.
    madvise(area, area_bytes, MADV_NOHUGEPAGE);
    area_ = static_cast<char*>(area);
  }
  const std::size_t index = taken_++;
  char* bottom = area_ + index * stack_bytes;
  const auto page = static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
  if (guards++ < guard_limit()) mprotect(bottom, page, PROT_NONE);
  const std::size_t colour = index * 192 % 4096;
  return {bottom + page, bottom + stack_bytes - colour};
}

}  // namespace hip_cpu
