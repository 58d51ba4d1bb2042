// Whether two pieces of memory are equal, at memcmp()'s speed: std::equal() goes over std::byte one
// by one.
#pragma once

#include <cstddef>
#include <cstring>
#include <span>

namespace hippuzzle {

inline bool same_bytes(std::span<const std::byte> a, std::span<const std::byte> b) {
  return a.size() == b.size() && (a.empty() || std::memcmp(a.data(), b.data(), a.size()) == 0);
}

}  // namespace hippuzzle
