// SharedBox: a rectangle of a matrix in shared memory, plain or swizzled.
#pragma once

#include <hippuzzle/portable.hpp>

namespace hippuzzle {

// Rows x Columns elements in shared memory. A plain box is row-major. A swizzled box has rows of
// 32, 64 or 128 bytes and exchanges their 16-byte pieces by the row's number, so that reads of one
// column in eight rows meet eight different groups of banks, and so do writes in order; it starts
// at a multiple of 1024 bytes. The tensor copy engine swizzles alike.
template <class T, unsigned Rows, unsigned Columns, bool Swizzled = true>
struct alignas(16) SharedBox {
  using Element = T;
  static constexpr unsigned rows = Rows, columns = Columns, bytes = Rows * Columns * sizeof(T);
  static constexpr unsigned row_bytes = Columns * sizeof(T);
  static constexpr bool swizzled = Swizzled;
  static_assert(!Swizzled || row_bytes == 32 || row_bytes == 64 || row_bytes == 128,
                "a swizzled row has 32, 64 or 128 bytes");
  static constexpr unsigned alignment = Swizzled ? 1024 : 128;

  HIPPUZZLE_HD static constexpr unsigned offset(unsigned row, unsigned column) {
    if constexpr (Swizzled) {
      constexpr unsigned piece = 16 / sizeof(T), pieces = row_bytes / 16;
      const unsigned exchange = row / (8 / pieces) % pieces;  // rows of one 128 bytes go alike
      return row * Columns + ((column / piece) ^ exchange) * piece + column % piece;
    } else {
      return row * Columns + column;
    }
  }
  HIPPUZZLE_HD T& operator()(unsigned row, unsigned column) {
    return elements[offset(row, column)];
  }
  HIPPUZZLE_HD const T& operator()(unsigned row, unsigned column) const {
    return elements[offset(row, column)];
  }

  T elements[Rows * Columns];
};

}  // namespace hippuzzle
