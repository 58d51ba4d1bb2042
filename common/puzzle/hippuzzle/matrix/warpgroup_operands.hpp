// The operands of a warpgroup's products and the sums that they are added to. A part of
// warpgroup.hpp.
#pragma once

#include <hip/hip_runtime.h>

#include <cstdint>
#include <hippuzzle/architecture.hpp>
#include <hippuzzle/bfloat16.hpp>
#include <hippuzzle/matrix/tensor_map.hpp>
#include <hippuzzle/portable.hpp>
#include <hippuzzle/vector.hpp>

namespace hippuzzle {

// This thread's part of 64 x N sums: element i is at (row(i), column(i)). Threads are numbered
// within the warpgroup.
template <int N>
struct Accumulator {
  static_assert(N % 8 == 0 && N <= 256, "a multiple of 8 up to 256");
  static constexpr int size = N / 2;
  float values[size];

  __device__ static constexpr unsigned row(unsigned thread, int i) {
    return thread / 32 * 16 + thread % 32 / 4 + (i % 4 / 2) * 8;
  }
  __device__ static constexpr unsigned column(unsigned thread, int i) {
    return i / 4 * 8 + thread % 4 * 2 + i % 2;
  }
};

HIPPUZZLE_HD inline float to_float(float value) { return value; }

// Two neighbours in memory, the first one in the low half.
__device__ inline std::uint32_t bf16_pair(float first, float second) {
#if HIPPUZZLE_HAS_WARPGROUP && HIPPUZZLE_PLATFORM_NVIDIA
  std::uint32_t pair;
  asm("cvt.rn.bf16x2.f32 %0, %1, %2;" : "=r"(pair) : "f"(second), "f"(first));
  return pair;
#else
  return std::uint32_t{to_bf16(first).bits} | std::uint32_t{to_bf16(second).bits} << 16;
#endif
}

namespace native {

// The descriptor by which wgmma finds a swizzled operand in shared memory: the distances in bytes
// between groups along the rows and between groups of eight along the other way.
__device__ inline std::uint64_t matrix_descriptor(const void* start, unsigned leading,
                                                  unsigned stride) {
  const auto field = [](std::uint64_t bytes) { return (bytes & 0x3ffff) >> 4; };
  constexpr std::uint64_t swizzle_128_bytes = std::uint64_t{1} << 62;
#if HIPPUZZLE_PLATFORM_NVIDIA
  const std::uint64_t address = shared_address(start);
#else
  const std::uint64_t address = reinterpret_cast<std::uintptr_t>(start);
#endif
  return field(address) | field(leading) << 16 | field(stride) << 32 | swizzle_128_bytes;
}

}  // namespace native

// Operand whose rows lie along k: rows first … of consecutive swizzled boxes, their
// columns from k on. first is a multiple of 8, k of 32 bytes.
template <class Box>
struct RowOperand {
  using Element = typename Box::Element;
  static constexpr int transposed = 0;
  static constexpr unsigned lines_of_request = 8;  // 16 bytes of each are in banks of their own
  const Box* boxes;
  unsigned first, k;

  __device__ float at(unsigned row, unsigned offset) const {
    row += first;
    return to_float(boxes[row / Box::rows](row % Box::rows, k + offset));
  }
  __device__ std::uint64_t descriptor() const {
    return native::matrix_descriptor(boxes->elements + first * Box::columns + k, 16, 1024);
  }
};

// Operand whose columns lie along k: columns of consecutive swizzled boxes, their rows from
// k on, a multiple of 8. Two-byte elements only.
template <class Box>
struct ColumnOperand {
  using Element = typename Box::Element;
  static constexpr int transposed = 1;
  static constexpr unsigned lines_of_request = 32;  // neighbours in a row of the box
  const Box* boxes;
  unsigned k;

  __device__ float at(unsigned column, unsigned offset) const {
    return to_float(boxes[column / Box::columns](k + offset, column % Box::columns));
  }
  __device__ std::uint64_t descriptor() const {
    return native::matrix_descriptor(boxes->elements + k * Box::columns, Box::bytes, 1024);
  }
};

// The part of a float that goes to the matrix cores: the float as hardware cuts it, or the nearest
// TF32 to the remainder.
enum class Part { cut, remainder };

__device__ inline float part_of(float value, Part part) {
  const float cut = truncate_to_tf32(value);
  return part == Part::cut ? cut : round_to_tf32(value - cut);
}

// The column, of 64, that is row `row` of a left operand which is transposed on its way into
// registers. A thread has rows r and r + 8: neighbouring columns, read together; the lanes of half
// a warp, two groups of four columns and four k, then meet all 32 banks of a swizzled box of
// floats.
__device__ constexpr unsigned transposed_column(unsigned row) {
  const unsigned warp = row / 16, r = row % 8;
  return warp / 2 * 32 + r / 2 % 2 * 16 + warp % 2 * 8 + r / 4 * 4 + r % 2 * 2 + row / 8 % 2;
}

// The left operand of 64 rows x 8 k that the four warps hold in registers: columns first … of
// consecutive swizzled boxes of floats, in the order of transposed_column(), their rows k to k + 7.
template <class Box>
struct RegisterOperand {
  static_assert(Box::columns == 32 && Box::swizzled, "two boxes hold 64 columns");
  static constexpr unsigned lines_of_request = 32;  // a row of the box
  const Box* boxes;
  unsigned first, k;
  Part part;
  float values[4];

  __device__ void load(const Box* boxes_, unsigned first_, unsigned k_, Part part_,
                       unsigned thread) {
    boxes = boxes_, first = first_, k = k_, part = part_;
    if (HIPPUZZLE_PLATFORM_CPU) return;  // where others' values are wanted, too
    const unsigned column = first + transposed_column(thread / 32 * 16 + thread % 32 / 4);
    const Box& box = boxes[column / Box::columns];
    HIPPUZZLE_UNROLL
    for (unsigned i = 0; i < 2; ++i) {
      // The place in a box first, then k: constants apart from stage to stage.
      const float* from = &box(thread % 4 + i * 4, column % Box::columns) + k * Box::columns;
      const auto pair = *reinterpret_cast<const Vector<float, 2>*>(from);
      HIPPUZZLE_UNROLL
      for (unsigned e = 0; e < 2; ++e)
        values[i * 2 + e] = part == Part::cut ? pair[e] : part_of(pair[e], part);
    }
  }
  __device__ float at(unsigned row, unsigned offset) const {
    const unsigned column = first + transposed_column(row);
    return part_of(boxes[column / Box::columns](k + offset, column % Box::columns), part);
  }
};

}  // namespace hippuzzle
