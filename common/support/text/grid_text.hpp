// Sizes and places of grids, blocks and arrays in words.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string>

namespace hippuzzle {

// "64", "16 x 16" or "8 x 8 x 2": trailing dimensions of 1 are left out.
std::string dimensions(uint32_t x, uint32_t y, uint32_t z);
inline std::string dimensions(const std::array<uint32_t, 3>& xyz) {
  return dimensions(xyz[0], xyz[1], xyz[2]);
}

// "16 x 16 x 1", where a thread or a block is named by all three.
std::string all_dimensions(const std::array<uint32_t, 3>& xyz);

// "(4, 0, 0)", of a thread in its block or a block in its grid.
std::string index_text(const std::array<uint32_t, 3>& xyz);

// "[3]" or "[1, 0]", of an element of a row-major array of that shape; outside it, the flat index.
std::string element_text(int64_t element, std::span<const uint64_t> shape);

// A function's name as its source has it; a name that is not mangled stays, "" for nullptr.
std::string demangled(const char* name);

}  // namespace hippuzzle
