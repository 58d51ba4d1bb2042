// CUDA's intrinsics that HIP has not: sums of products of bytes, operations on the two halves or
// the four bytes of a word, each by itself, and reductions over the lanes of a mask.
#pragma once

#include <hip_cpu/amdgcn_builtins.hpp>
#include <hip_cpu/warp_functions.hpp>

#include <type_traits>

inline int __dp4a(int a, int b, int c) { return __builtin_amdgcn_sdot4(a, b, c, false); }
inline unsigned __dp4a(unsigned a, unsigned b, unsigned c) {
  return __builtin_amdgcn_udot4(a, b, c, false);
}

namespace hip_libraries {

// Applies f to each part of the words, as a signed or an unsigned number; the result is cut to its
// bits.
template <int bits, bool is_signed, typename Function>
unsigned each_part(unsigned a, unsigned b, Function f) {
  constexpr unsigned mask = (1u << bits) - 1;
  const auto part = [](unsigned word) -> int {
    return is_signed && word >> (bits - 1) ? static_cast<int>(word) - (1 << bits)
                                           : static_cast<int>(word);
  };
  unsigned result = 0;
  for (int at = 0; at < 32; at += bits) {
    const int value = f(part(a >> at & mask), part(b >> at & mask));
    result |= (static_cast<unsigned>(value) & mask) << at;
  }
  return result;
}
inline int in_range(int value, int least, int most) {
  return value < least ? least : value > most ? most : value;
}

// The values of all lanes of the mask, combined in the order of the lanes.
template <typename T, typename Op>
T reduce_lanes(unsigned mask, T value, hip_cpu::Site site, Op op) {
  static_assert(std::is_integral_v<T> && sizeof(T) == 4, "lanes reduce int and unsigned");
  T result = value;
  bool is_first = true;
  for (unsigned left = mask; left != 0; left &= left - 1) {
    const T other = hip_cpu::shuffle(value, static_cast<unsigned>(__builtin_ctz(left)), mask, site);
    result = is_first ? other : op(result, other);
    is_first = false;
  }
  return result;
}

}  // namespace hip_libraries

#define HIP_LIBRARIES_REDUCE(name, T, result)                                               \
  inline T __reduce_##name##_sync(unsigned mask, T value) {                                 \
    return hip_libraries::reduce_lanes(mask, value,                                         \
                                       hip_cpu::Site::of_masked("__reduce_" #name "_sync"), \
                                       [](T a, T b) -> T { return result; });               \
  }
HIP_LIBRARIES_REDUCE(add, unsigned, a + b)
HIP_LIBRARIES_REDUCE(min, unsigned, b < a ? b : a)
HIP_LIBRARIES_REDUCE(max, unsigned, a < b ? b : a)
HIP_LIBRARIES_REDUCE(add, int, a + b)
HIP_LIBRARIES_REDUCE(min, int, b < a ? b : a)
HIP_LIBRARIES_REDUCE(max, int, a < b ? b : a)
HIP_LIBRARIES_REDUCE(and, unsigned, a& b)
HIP_LIBRARIES_REDUCE(or, unsigned, a | b)
HIP_LIBRARIES_REDUCE(xor, unsigned, a ^ b)
#undef HIP_LIBRARIES_REDUCE

// Functions of two halves and of four bytes, signed or not.
#define HIP_LIBRARIES_PARTS(name, is_signed, result)                                         \
  inline unsigned name##2(unsigned a, unsigned b) {                                          \
    constexpr int bits = 16;                                                                 \
    return hip_libraries::each_part<bits, is_signed>(                                        \
        a, b, []([[maybe_unused]] int x, [[maybe_unused]] int y) -> int { return result; }); \
  }                                                                                          \
  inline unsigned name##4(unsigned a, unsigned b) {                                          \
    constexpr int bits = 8;                                                                  \
    return hip_libraries::each_part<bits, is_signed>(                                        \
        a, b, []([[maybe_unused]] int x, [[maybe_unused]] int y) -> int { return result; }); \
  }
#define HIP_LIBRARIES_SATURATED(value) \
  hip_libraries::in_range(value, -(1 << (bits - 1)), (1 << (bits - 1)) - 1)
#define HIP_LIBRARIES_CUT(value) hip_libraries::in_range(value, 0, (1 << bits) - 1)
HIP_LIBRARIES_PARTS(__vadd, false, x + y)
HIP_LIBRARIES_PARTS(__vaddss, true, HIP_LIBRARIES_SATURATED(x + y))
HIP_LIBRARIES_PARTS(__vaddus, false, HIP_LIBRARIES_CUT(x + y))
HIP_LIBRARIES_PARTS(__vsub, false, x - y)
HIP_LIBRARIES_PARTS(__vsubss, true, HIP_LIBRARIES_SATURATED(x - y))
HIP_LIBRARIES_PARTS(__vsubus, false, HIP_LIBRARIES_CUT(x - y))
HIP_LIBRARIES_PARTS(__vavgs, true, (x + y + (x + y >= 0)) >> 1)
HIP_LIBRARIES_PARTS(__vavgu, false, (x + y + 1) >> 1)
HIP_LIBRARIES_PARTS(__vhaddu, false, (x + y) >> 1)
HIP_LIBRARIES_PARTS(__vabsdiffs, true, x < y ? y - x : x - y)
HIP_LIBRARIES_PARTS(__vmaxs, true, x < y ? y : x)
HIP_LIBRARIES_PARTS(__vmaxu, false, x < y ? y : x)
HIP_LIBRARIES_PARTS(__vmins, true, y < x ? y : x)
HIP_LIBRARIES_PARTS(__vminu, false, y < x ? y : x)
// Comparisons: all bits of a part, or its lowest.
#define HIP_LIBRARIES_COMPARED(name, is_signed, op)       \
  HIP_LIBRARIES_PARTS(__vcmp##name, is_signed, -(x op y)) \
  HIP_LIBRARIES_PARTS(__vset##name, is_signed, x op y)
HIP_LIBRARIES_COMPARED(eq, false, ==)
HIP_LIBRARIES_COMPARED(ne, false, !=)
HIP_LIBRARIES_COMPARED(ges, true, >=)
HIP_LIBRARIES_COMPARED(geu, false, >=)
HIP_LIBRARIES_COMPARED(gts, true, >)
HIP_LIBRARIES_COMPARED(gtu, false, >)
HIP_LIBRARIES_COMPARED(les, true, <=)
HIP_LIBRARIES_COMPARED(leu, false, <=)
HIP_LIBRARIES_COMPARED(lts, true, <)
HIP_LIBRARIES_COMPARED(ltu, false, <)
#undef HIP_LIBRARIES_COMPARED
#undef HIP_LIBRARIES_PARTS

inline unsigned __vabsdiffu2(unsigned a, unsigned b) {
  return hip_libraries::each_part<16, false>(a, b,
                                             [](int x, int y) { return x < y ? y - x : x - y; });
}
// Functions of one word: the largest negative part stays as it is, or with ss becomes the largest.
#define HIP_LIBRARIES_OF_ONE(name, bits, result)                                                 \
  inline unsigned name(unsigned a) {                                                             \
    return hip_libraries::each_part<bits, true>(a, a, [](int x, int) -> int { return result; }); \
  }
HIP_LIBRARIES_OF_ONE(__vabs2, 16, x < 0 ? -x : x)
HIP_LIBRARIES_OF_ONE(__vabs4, 8, x < 0 ? -x : x)
HIP_LIBRARIES_OF_ONE(__vabsss2, 16, hip_libraries::in_range(x < 0 ? -x : x, 0, 0x7fff))
HIP_LIBRARIES_OF_ONE(__vabsss4, 8, hip_libraries::in_range(x < 0 ? -x : x, 0, 0x7f))
HIP_LIBRARIES_OF_ONE(__vneg2, 16, -x)
HIP_LIBRARIES_OF_ONE(__vneg4, 8, -x)
HIP_LIBRARIES_OF_ONE(__vnegss2, 16, hip_libraries::in_range(-x, -0x8000, 0x7fff))
HIP_LIBRARIES_OF_ONE(__vnegss4, 8, hip_libraries::in_range(-x, -0x80, 0x7f))
#undef HIP_LIBRARIES_OF_ONE
#undef HIP_LIBRARIES_SATURATED
#undef HIP_LIBRARIES_CUT

// Sums of the distances of the parts.
inline unsigned __vsads2(unsigned a, unsigned b) {
  const unsigned apart = __vabsdiffs2(a, b);
  return (apart & 0xffff) + (apart >> 16);
}
inline unsigned __vsadu2(unsigned a, unsigned b) {
  const unsigned apart = __vabsdiffu2(a, b);
  return (apart & 0xffff) + (apart >> 16);
}
inline unsigned __vsads4(unsigned a, unsigned b) {
  return __builtin_amdgcn_udot4(__vabsdiffs4(a, b), 0x01010101, 0, false);
}
inline unsigned __vsadu4(unsigned a, unsigned b) {
  return __builtin_amdgcn_udot4(__vabsdiffu4(a, b), 0x01010101, 0, false);
}
