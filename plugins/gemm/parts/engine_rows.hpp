// Rows of a matrix as the tensor copy engine takes them.
#pragma once

#include <cstddef>

namespace launchers {

inline constexpr std::size_t engine_bytes = 16, line_bytes = 128;

// Whether the engine takes rows of that many elements.
template <class T>
constexpr bool takes_rows(unsigned columns) {
  return std::size_t{columns} * sizeof(T) % engine_bytes == 0;
}
template <class T>
constexpr std::size_t copied_row_bytes(unsigned columns) {
  return (std::size_t{columns} * sizeof(T) + line_bytes - 1) / line_bytes * line_bytes;
}
// The distance between the starts of two rows that the engine reads.
template <class T>
constexpr std::size_t row_bytes(unsigned columns) {
  return takes_rows<T>(columns) ? std::size_t{columns} * sizeof(T) : copied_row_bytes<T>(columns);
}

}  // namespace launchers
