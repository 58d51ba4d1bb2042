// Types of variables that consist of numbers.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace hippuzzle {

// A number in memory.
struct ElementType {
  enum class Kind { floating, bfloat16, signed_integer, unsigned_integer };
  Kind kind = Kind::unsigned_integer;
  uint32_t bytes = 1;

  // "f32", "bf16", "i32", "u8"
  std::string name() const;
  double decode(const uint8_t* from) const;
};

// Numbers in an array of some shape; without a shape it is one number. An extent of 0 is not known.
struct VariableType {
  ElementType element;
  std::vector<uint64_t> shape;

  uint64_t count() const;
};

}  // namespace hippuzzle
