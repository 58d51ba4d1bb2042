// The arrays in the device's memory, with their names.
#pragma once

#include <cstdint>
#include <map>
#include <string>

namespace hippuzzle::amd {

struct Array {
  uint64_t begin = 0, end = 0;
  std::string name;
  bool is_output = false;

  bool holds(uint64_t address, uint64_t bytes) const {
    return address >= begin && address <= end && end - address >= bytes;
  }
};

class Arrays {
 public:
  void add(const Array& array) { by_begin_[array.begin] = array; }
  // Removes the arrays in this part of memory.
  void remove(uint64_t begin, uint64_t end) {
    by_begin_.erase(by_begin_.lower_bound(begin), by_begin_.lower_bound(end));
  }

  // The array that holds the address, or that is nearest to it of those between begin and end;
  // nullptr where there is none.
  const Array* nearest(uint64_t address, uint64_t begin, uint64_t end) const {
    auto after = by_begin_.upper_bound(address);
    const Array* const behind =
        after != by_begin_.end() && after->first < end ? &after->second : nullptr;
    const Array* const before = after != by_begin_.begin() && std::prev(after)->first >= begin
                                    ? &std::prev(after)->second
                                    : nullptr;
    if (before == nullptr || behind == nullptr) return before != nullptr ? before : behind;
    return address < before->end || address - before->end < behind->begin - address ? before
                                                                                    : behind;
  }

 private:
  std::map<uint64_t, Array> by_begin_;
};

}  // namespace hippuzzle::amd
