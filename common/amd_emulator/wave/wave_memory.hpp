// The addresses of this process that the device may use. Device memory is the process's own, at the
// same addresses.
#pragma once

#include <cstdint>
#include <map>

namespace hippuzzle::amd {

class Memory {
 public:
  struct Range {
    uint64_t begin = 0, end = 0;
    bool holds(uint64_t address, uint64_t bytes) const {
      return address >= begin && address <= end && end - address >= bytes;
    }
  };

  void add(uint64_t begin, uint64_t bytes) { ranges_[begin] = {begin, begin + bytes}; }
  void remove(uint64_t begin) { ranges_.erase(begin); }

  // The range that holds all these bytes; nullptr when none does.
  const Range* find(uint64_t address, uint64_t bytes) const {
    auto after = ranges_.upper_bound(address);
    if (after == ranges_.begin()) return nullptr;
    const Range& range = std::prev(after)->second;
    return range.holds(address, bytes) ? &range : nullptr;
  }

 private:
  std::map<uint64_t, Range> ranges_;  // by their begin
};

}  // namespace hippuzzle::amd
