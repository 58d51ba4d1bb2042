#include "hip_cpu/check/shadow/pages.hpp"

#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <map>
#include <new>

namespace hip_cpu::check {
namespace {

std::uintptr_t page_bytes() {
  static const auto bytes = static_cast<std::uintptr_t>(sysconf(_SC_PAGESIZE));
  return bytes;
}

constexpr std::size_t large = std::size_t{64} << 20;
constexpr std::size_t pattern_bytes = std::size_t{8} << 20;

// A file in memory with the value in each byte; -1 where there is none.
int make_pattern(std::uint8_t value) {
  const int file = memfd_create("pattern", MFD_CLOEXEC);
  if (file < 0) return -1;
  void* const memory = ftruncate(file, pattern_bytes) == 0
                           ? mmap(nullptr, pattern_bytes, PROT_WRITE, MAP_SHARED, file, 0)
                           : MAP_FAILED;
  if (memory == MAP_FAILED) {
    close(file);
    return -1;
  }
  std::memset(memory, value, pattern_bytes);
  munmap(memory, pattern_bytes);
  return file;
}

int pattern(std::uint8_t value) {
  static auto& files = *new std::map<std::uint8_t, int>;
  const auto [known, is_new] = files.try_emplace(value, -1);
  if (is_new) known->second = make_pattern(value);
  return known->second;
}

// Maps pages with that value, and returns the end of those that could be mapped.
std::uintptr_t map_pattern(std::uintptr_t begin, std::uintptr_t end, std::uint8_t value) {
  const int file = value == 0 ? -1 : pattern(value);
  if (value != 0 && file < 0) return begin;
  const std::size_t most = value == 0 ? end - begin : pattern_bytes;
  const int flags = MAP_PRIVATE | MAP_FIXED | MAP_NORESERVE | (value == 0 ? MAP_ANONYMOUS : 0);
  while (begin < end) {
    const std::size_t bytes = std::min<std::size_t>(most, end - begin);
    void* const at = reinterpret_cast<void*>(begin);
    if (mmap(at, bytes, PROT_READ | PROT_WRITE, flags, file, 0) == MAP_FAILED) break;
    begin += bytes;
  }
  return begin;
}

}  // namespace

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

void fill(void* begin, std::size_t bytes, std::uint8_t value) {
  if (bytes < large) {
    std::memset(begin, value, bytes);
    return;
  }
  const auto address = reinterpret_cast<std::uintptr_t>(begin), end = address + bytes;
  const std::uintptr_t page = page_bytes(), first = (address + page - 1) / page * page;
  const std::uintptr_t mapped = map_pattern(first, end / page * page, value);
  std::memset(begin, value, first - address);
  std::memset(reinterpret_cast<void*>(mapped), value, end - mapped);
}

void give_back(void* begin, std::size_t bytes) {
  const std::uintptr_t page = page_bytes();
  const auto address = reinterpret_cast<std::uintptr_t>(begin);
  const std::uintptr_t first = (address + page - 1) / page * page;
  const std::uintptr_t end = (address + bytes) / page * page;
  if (first < end) madvise(reinterpret_cast<void*>(first), end - first, MADV_DONTNEED);
}

}  // namespace hip_cpu::check
