// The words of the records that a checked program leaves.
#pragma once

#include <hip_cpu/check.h>

#include <cstdint>
#include <string>
#include <vector>

namespace hippuzzle::program {

std::string quoted(const char* text);

// "name":value, with a comma at the end.
std::string number(const char* name, uint64_t value);

std::string frame(const char* module, uint64_t offset);
std::string frames_record(const hip_cpu_frame* frames, uint32_t count);
std::string index(const uint32_t (&xyz)[3]);

// Bytes as a string of two digits each.
std::string hexadecimal(const uint8_t* bytes, uint64_t count);

template <typename Items, typename Write>
std::string list(const Items& items, const Write& write) {
  std::string result = "[";
  for (const auto& item : items) {
    if (result.size() > 1) result += ',';
    result += write(item);
  }
  return result + ']';
}

}  // namespace hippuzzle::program
