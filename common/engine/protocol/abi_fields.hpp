// The plain C structs of the ABI as members of messages: their fields, and when they are equal.
#pragma once

#include <hippuzzle/puzzle.h>

#include <algorithm>

#include "engine/results/fields.hpp"

HIPPUZZLE_FIELDS(hippuzzle_extents, n)
HIPPUZZLE_FIELDS(hippuzzle_dim3, x, y, z)
HIPPUZZLE_FIELDS(hippuzzle_launch_configuration, grid, block, shared_bytes)
HIPPUZZLE_FIELDS(hippuzzle_shape, rank, n)
HIPPUZZLE_FIELDS(hippuzzle_product, m, n, k, a, b, b_transposed, math)

inline bool operator==(const hippuzzle_extents& a, const hippuzzle_extents& b) {
  return std::ranges::equal(a.n, b.n);
}

inline bool operator==(const hippuzzle_dim3& a, const hippuzzle_dim3& b) {
  return a.x == b.x && a.y == b.y && a.z == b.z;
}

inline bool operator==(const hippuzzle_launch_configuration& a,
                       const hippuzzle_launch_configuration& b) {
  return a.grid == b.grid && a.block == b.block && a.shared_bytes == b.shared_bytes;
}

inline bool operator==(const hippuzzle_shape& a, const hippuzzle_shape& b) {
  return a.rank == b.rank && std::ranges::equal(a.n, b.n);
}

inline bool operator==(const hippuzzle_product& a, const hippuzzle_product& b) {
  return a.m == b.m && a.n == b.n && a.k == b.k && a.a == b.a && a.b == b.b &&
         a.b_transposed == b.b_transposed && a.math == b.math;
}
