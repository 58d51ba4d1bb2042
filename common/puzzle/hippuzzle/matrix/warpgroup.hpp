// Warpgroup matrix multiply-add (wgmma): four warps, 128 threads that start at a multiple of 128,
// multiply a tile of 64 rows by one of N columns out of shared memory and add to sums in registers.
//
//   Accumulator<256> sums;                          // 64 x 256 floats, 128 a thread
//   warpgroup_begin(sums);                          // the matrix cores may use them from here
//   multiply_add(sums, RowOperand<A>{&a, 64, 0}, ColumnOperand<B>{b, 0}, true);  // asynchronous
//   warpgroup_commit();
//   warpgroup_finish(sums);                         // all that was committed has been done
//
// For kernels that require "wgmma". On the CPU platform the threads read the operands together,
// every thread computes its own sums, and a wait is a barrier of the warpgroup, so that nobody
// overwrites a tile that another thread reads.
#pragma once

#include <hip/hip_runtime.h>

#include <cstdint>
#include <hippuzzle/architecture.hpp>
#include <hippuzzle/bfloat16.hpp>
#include <hippuzzle/matrix/tensor_map.hpp>
#include <hippuzzle/matrix/warpgroup_registers.hpp>
#include <hippuzzle/portable.hpp>
#include <hippuzzle/vector.hpp>
#include <type_traits>

#if HIPPUZZLE_PLATFORM_CPU
#include <hippuzzle/matrix/operand_exchange.hpp>
#endif

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
      // The place in a box first, k behind it: constants apart from stage to stage.
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

#if HIPPUZZLE_PLATFORM_CPU

namespace native {

struct WarpgroupBarrier {
  unsigned arrived, phase;
};

// The barrier of the block that runs: all zeros again when nobody is inside.
inline WarpgroupBarrier& warpgroup_barrier(unsigned warpgroup) {
  HIP_CPU_INTERNAL __shared__ WarpgroupBarrier barriers[8];
  return barriers[warpgroup];
}

// operands: 64 rows of the left one and N columns of the right one, each along k. Touches nobody
// else's memory, so there is nothing to check.
template <int N, int TileK>
HIP_CPU_UNCHECKED void add_products(Accumulator<N>& sums, const float* operands, unsigned thread,
                                    bool add) {
  for (int i = 0; i < sums.size; ++i) {
    const float* const left = operands + sums.row(thread, i) * TileK;
    const float* const right = operands + (64 + sums.column(thread, i)) * TileK;
    float sum = add ? sums.values[i] : 0;
    for (int k = 0; k < TileK; ++k) sum += left[k] * right[k];
    sums.values[i] = sum;
  }
}

// Reads the i-th element of an operand of TileK k to its place, k fastest. A warp's request takes
// lines and k such that it meets each bank once.
template <int TileK, class Operand>
void read_element(const Operand& operand, unsigned i, float* values) {
  constexpr unsigned lines = Operand::lines_of_request, ks = 32 / lines;
  const unsigned request = i / 32, lane = i % 32;
  const unsigned line = request / (TileK / ks) * lines + lane % lines;
  const unsigned k = request % (TileK / ks) * ks + lane / lines;
  keep(values + line * TileK + k, operand.at(line, k));
}

// A floating-point operand as the matrix cores take it.
template <class Operand>
struct CutOperand {
  static constexpr unsigned lines_of_request = Operand::lines_of_request;
  const Operand& operand;
  float at(unsigned line, unsigned k) const { return truncate_to_tf32(operand.at(line, k)); }
};

template <int N, int TileK, class Left, class Right>
void emulate(Accumulator<N>& sums, const Left& left, const Right& right, bool add) {
  constexpr unsigned of_left = 64 * TileK;
  const unsigned thread = hip_cpu::linear_thread_index() % 128;
  const float* const operands = operand_exchange<128, of_left + N * TileK>().gather(
      thread, 128, [&](unsigned i, float* values) {
        if (i < of_left)
          read_element<TileK>(left, i, values);
        else
          read_element<TileK>(right, i - of_left, values + of_left);
      });
  add_products<N, TileK>(sums, operands, thread, add);
}

}  // namespace native

template <int N>
__device__ inline void warpgroup_begin(Accumulator<N>&) {}
__device__ inline void warpgroup_commit() {}

template <int Pending>
HIP_CPU_UNCHECKED __device__ inline void warpgroup_wait() {
  auto& barrier = native::warpgroup_barrier(hip_cpu::linear_thread_index() / 128);
  const unsigned phase = barrier.phase;
  hip_cpu_release(&barrier);
  if (++barrier.arrived == 128) {
    barrier.arrived = 0;
    barrier.phase = phase + 1;
  }
  const volatile unsigned& current = barrier.phase;
  while (current == phase) hip_cpu_yield();
  hip_cpu_acquire(&barrier);
}

template <int N>
__device__ inline void warpgroup_finish(Accumulator<N>&) {
  warpgroup_wait<0>();
}

// sums = left x right, or added to the sums. Along k: 16 of Bf16, 8 of float.
template <int N, class Left, class Right>
__device__ inline void multiply_add(Accumulator<N>& sums, const Left& left, const Right& right,
                                    bool add) {
  constexpr int tile_k = 32 / sizeof(typename Right::Element);
  if constexpr (tile_k == 8) {
    native::emulate<N, tile_k>(sums, left, native::CutOperand<Right>{right}, add);
  } else {
    native::emulate<N, tile_k>(sums, left, right, add);
  }
}

template <int Registers>
__device__ inline void take_registers() {}
template <int Registers>
__device__ inline void give_registers() {}

__device__ inline void warpgroup_sync(unsigned) { warpgroup_wait<0>(); }

// A warp's 16 x 16 sums, values[i] … values[i + 7] of an accumulator, as Bf16 from (row, column) of
// a swizzled box on.
template <class Box>
__device__ inline void store_16x16(Box& box, unsigned row, unsigned column, const float* values,
                                   unsigned lane) {
  for (unsigned i = 0; i < 8; ++i)
    box(row + lane / 4 + i / 2 % 2 * 8, column + i / 4 * 8 + lane % 4 * 2 + i % 2) =
        to_bf16(values[i]);
}

#elif HIPPUZZLE_PLATFORM_NVIDIA

template <int N>
__device__ inline void warpgroup_begin(Accumulator<N>&) {
  asm volatile("wgmma.fence.sync.aligned;" ::: "memory");
}
__device__ inline void warpgroup_commit() {
  asm volatile("wgmma.commit_group.sync.aligned;" ::: "memory");
}
template <int Pending>
__device__ inline void warpgroup_wait() {
  asm volatile("wgmma.wait_group.sync.aligned %0;" ::"n"(Pending) : "memory");
}
// Waits for all groups; the sums may be read after it, and the compiler must not do so earlier.
template <int N>
__device__ inline void warpgroup_finish(Accumulator<N>& sums) {
  warpgroup_wait<0>();
  HIPPUZZLE_UNROLL
  for (int i = 0; i < sums.size; ++i) asm volatile("" : "+f"(sums.values[i])::"memory");
}

// sums = left x right, or added to the sums. Along k: 16 of Bf16, 8 of float.
// (shape, number of sums, positions of the operands behind the sums)
#define HIPPUZZLE_DEFINE_MULTIPLY_ADD(n, count, o0, o1, o2, o3, o4, o5)                            \
  template <class Left, class Right>                                                               \
  __device__ inline void multiply_add(Accumulator<n>& sums, const Left& left, const Right& right,  \
                                      bool add) {                                                  \
    float* v = sums.values;                                                                        \
    if constexpr (std::is_same_v<typename Right::Element, Bf16>) {                                 \
      asm volatile("{\n.reg .pred p;\nsetp.ne.b32 p, %" o2                                         \
                   ", 0;\n"                                                                        \
                   "wgmma.mma_async.sync.aligned.m64n" #n                                          \
                   "k16.f32.bf16.bf16 "                                                            \
                   "{" HIPPUZZLE_REGISTERS_##count "}, %" o0 ", %" o1 ", p, 1, 1, %" o3 ", %" o4   \
                                                   ";\n}"                                          \
                   : HIPPUZZLE_SUMS_##count(v)                                                     \
                   : "l"(left.descriptor()), "l"(right.descriptor()), "r"(int(add)),               \
                     "n"(Left::transposed), "n"(Right::transposed));                               \
    } else {                                                                                       \
      asm volatile("{\n.reg .pred p;\nsetp.ne.b32 p, %" o5                                         \
                   ", 0;\n"                                                                        \
                   "wgmma.mma_async.sync.aligned.m64n" #n                                          \
                   "k8.f32.tf32.tf32 "                                                             \
                   "{" HIPPUZZLE_REGISTERS_##count "}, {%" o0 ", %" o1 ", %" o2 ", %" o3 "}, %" o4 \
                                                   ", p, 1, 1;\n}"                                 \
                   : HIPPUZZLE_SUMS_##count(v)                                                     \
                   : "r"(__float_as_uint(left.values[0])), "r"(__float_as_uint(left.values[1])),   \
                     "r"(__float_as_uint(left.values[2])), "r"(__float_as_uint(left.values[3])),   \
                     "l"(right.descriptor()), "r"(int(add)));                                      \
    }                                                                                              \
  }
HIPPUZZLE_DEFINE_MULTIPLY_ADD(64, 32, "32", "33", "34", "35", "36", "37")
HIPPUZZLE_DEFINE_MULTIPLY_ADD(80, 40, "40", "41", "42", "43", "44", "45")
HIPPUZZLE_DEFINE_MULTIPLY_ADD(96, 48, "48", "49", "50", "51", "52", "53")
HIPPUZZLE_DEFINE_MULTIPLY_ADD(112, 56, "56", "57", "58", "59", "60", "61")
HIPPUZZLE_DEFINE_MULTIPLY_ADD(128, 64, "64", "65", "66", "67", "68", "69")
HIPPUZZLE_DEFINE_MULTIPLY_ADD(144, 72, "72", "73", "74", "75", "76", "77")
HIPPUZZLE_DEFINE_MULTIPLY_ADD(160, 80, "80", "81", "82", "83", "84", "85")
HIPPUZZLE_DEFINE_MULTIPLY_ADD(176, 88, "88", "89", "90", "91", "92", "93")
HIPPUZZLE_DEFINE_MULTIPLY_ADD(192, 96, "96", "97", "98", "99", "100", "101")
HIPPUZZLE_DEFINE_MULTIPLY_ADD(208, 104, "104", "105", "106", "107", "108", "109")
HIPPUZZLE_DEFINE_MULTIPLY_ADD(224, 112, "112", "113", "114", "115", "116", "117")
HIPPUZZLE_DEFINE_MULTIPLY_ADD(240, 120, "120", "121", "122", "123", "124", "125")
HIPPUZZLE_DEFINE_MULTIPLY_ADD(256, 128, "128", "129", "130", "131", "132", "133")
#undef HIPPUZZLE_DEFINE_MULTIPLY_ADD

// A warpgroup that computes takes registers that one which only copies gives back.
template <int Registers>
__device__ inline void take_registers() {
  asm volatile("setmaxnreg.inc.sync.aligned.u32 %0;" ::"n"(Registers));
}
template <int Registers>
__device__ inline void give_registers() {
  asm volatile("setmaxnreg.dec.sync.aligned.u32 %0;" ::"n"(Registers));
}

// A barrier of the 128 threads of a warpgroup, which it names.
__device__ inline void warpgroup_sync(unsigned warpgroup) {
  asm volatile("bar.sync %0, 128;" ::"r"(warpgroup + 1) : "memory");
}

// A warp's 16 x 16 sums, values[i] … values[i + 7] of an accumulator, as Bf16 from (row, column) of
// a swizzled box on.
template <class Box>
__device__ inline void store_16x16(Box& box, unsigned row, unsigned column, const float* values,
                                   unsigned lane) {
  std::uint32_t pairs[4];
  HIPPUZZLE_UNROLL
  for (unsigned i = 0; i < 4; ++i) pairs[i] = bf16_pair(values[2 * i], values[2 * i + 1]);
  // Four 8 x 8 matrices; lane l names row l % 8 of the l / 8th.
  const auto address = shared_address(&box(row + lane % 16, column + lane / 16 * 8));
  asm volatile("stmatrix.sync.aligned.m8n8.x4.shared.b16 [%0], {%1, %2, %3, %4};" ::"r"(address),
               "r"(pairs[0]), "r"(pairs[1]), "r"(pairs[2]), "r"(pairs[3])
               : "memory");
}

#else

// So that a kernel that is discarded here still parses.
template <int N>
__device__ void warpgroup_begin(Accumulator<N>&);
__device__ void warpgroup_commit();
template <int Pending>
__device__ void warpgroup_wait();
template <int N>
__device__ void warpgroup_finish(Accumulator<N>&);
template <int N, class Left, class Right>
__device__ void multiply_add(Accumulator<N>&, const Left&, const Right&, bool);
template <int Registers>
__device__ void take_registers();
template <int Registers>
__device__ void give_registers();
__device__ void warpgroup_sync(unsigned);
template <class Box>
__device__ void store_16x16(Box&, unsigned, unsigned, const float*, unsigned);

#endif

}  // namespace hippuzzle
