// Vector<T, N>: N elements that are loaded and stored together, in one instruction where the
// hardware has one (16 bytes and less on a GPU). Aligned to its size.
#pragma once

#include <hippuzzle/portable.hpp>

namespace hippuzzle {

// May alias T: it stands for elements of an array of T.
template <class T, int N>
struct alignas(N * sizeof(T)) Vector {
  static_assert(N > 0 && (N & (N - 1)) == 0, "a vector has a power of two of elements");
  T lanes[N];

  HIPPUZZLE_HD constexpr T& operator[](int i) { return lanes[i]; }
  HIPPUZZLE_HD constexpr const T& operator[](int i) const { return lanes[i]; }
};

}  // namespace hippuzzle
