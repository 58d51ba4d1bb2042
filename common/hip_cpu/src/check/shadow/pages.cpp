#include "hip_cpu/check/shadow/pages.hpp"

#include <sys/mman.h>
#include <unistd.h>

#include <cstdint>
#include <new>

namespace hip_cpu::check {

void* reserve(std::size_t bytes) {
  void* memory = mmap(nullptr, bytes, PROT_READ | PROT_WRITE,
                      MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (memory == MAP_FAILED) throw std::bad_alloc();
  return memory;
}

void* reserve_sparse(std::size_t bytes) {
  void* const memory = reserve(bytes);
  madvise(memory, bytes, MADV_NOHUGEPAGE);  // where there are none it says so, and nothing is lost
  return memory;
}

void unreserve(void* begin, std::size_t bytes) { munmap(begin, bytes); }

void give_back(void* begin, std::size_t bytes) {
  const auto page = static_cast<std::uintptr_t>(sysconf(_SC_PAGESIZE));
  const auto address = reinterpret_cast<std::uintptr_t>(begin);
  const std::uintptr_t first = (address + page - 1) / page * page;
  const std::uintptr_t end = (address + bytes) / page * page;
  if (first < end) madvise(reinterpret_cast<void*>(first), end - first, MADV_DONTNEED);
}

}  // namespace hip_cpu::check
