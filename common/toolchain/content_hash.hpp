// A fingerprint of texts, to see whether they changed: 64-bit FNV-1a, not proof against forgery.
#pragma once

#include <fmt/format.h>

#include <cstdint>
#include <string>
#include <string_view>

namespace hippuzzle {

class ContentHash {
 public:
  // Lengths count as well: {"ab", "c"} and {"a", "bc"} differ.
  void add(std::string_view text) {
    mix(fmt::format("{}:", text.size()));
    mix(text);
  }

  uint64_t value() const { return value_; }
  std::string text() const { return fmt::format("{:016x}", value_); }

 private:
  void mix(std::string_view text) {
    for (const char c : text) {
      value_ = (value_ ^ static_cast<unsigned char>(c)) * UINT64_C(0x100000001b3);
    }
  }

  uint64_t value_ = UINT64_C(0xcbf29ce484222325);
};

}  // namespace hippuzzle
