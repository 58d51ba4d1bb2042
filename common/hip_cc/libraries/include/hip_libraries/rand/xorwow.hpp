// XORWOW: Marsaglia's xorshift of 160 bits with a Weyl sequence (Journal of Statistical Software 8,
// 2003). A step is linear over bits, so a jump by n steps is a product with the n-th power of its
// matrix. Subsequences are 2^67 numbers apart.
#pragma once

#include <cstdint>
#include <hip_cpu/checked.hpp>

namespace hip_libraries {

class Xorwow {
 public:
  Xorwow() = default;
  Xorwow(unsigned long long seed, unsigned long long subsequence, unsigned long long offset) {
    const auto low = static_cast<std::uint32_t>(seed) ^ 0x2c7f967fU;
    const auto high = static_cast<std::uint32_t>(seed >> 32) ^ 0xa03697cbU;
    const std::uint32_t a = 1228688033U * low, b = 2073658381U * high;
    bits_ = {{123456789U + a, 362436069U ^ a, 521288629U + b, 88675123U ^ b, 5783321U + a}};
    weyl_ = 6615241U + a + b;
    skip_subsequences(subsequence);
    skip(offset);
  }

  std::uint32_t next() {
    step(bits_);
    weyl_ += weyl_step;
    return weyl_ + bits_.word[4];
  }
  void skip(unsigned long long count) {
    jump(count, 0);
    weyl_ += static_cast<std::uint32_t>(count) * weyl_step;
  }
  // The Weyl sequence has a period of 2^32, so it does not change.
  void skip_subsequences(unsigned long long count) { jump(count, 67); }

 private:
  struct Bits {
    std::uint32_t word[5];
  };
  struct Matrix {
    Bits row[160];  // what becomes of each bit
  };
  static constexpr std::uint32_t weyl_step = 362437;
  static constexpr int powers = 67 + 64;

  // Functions of plain arrays: a checked kernel that jumps is not asked about the matrices.
  HIP_CPU_UNCHECKED static void step(Bits& x) {
    const std::uint32_t t = x.word[0] ^ (x.word[0] >> 2);
    for (int i = 0; i < 4; ++i) x.word[i] = x.word[i + 1];
    x.word[4] = x.word[3] ^ (x.word[3] << 4) ^ t ^ (t << 1);
  }
  HIP_CPU_UNCHECKED static Bits times(const Bits& x, const Matrix& matrix) {
    Bits result;
    for (int i = 0; i < 5; ++i) result.word[i] = 0;
    for (int bit = 0; bit < 160; ++bit) {
      if (!(x.word[bit / 32] >> bit % 32 & 1)) continue;
      for (int i = 0; i < 5; ++i) result.word[i] ^= matrix.row[bit].word[i];
    }
    return result;
  }
  // The step's powers 1, 2, 4, ..., made by who jumps first; other OS threads wait for them.
  HIP_CPU_UNCHECKED static const Matrix* jumps() {
    static Matrix all[powers];
    static int state = 0;  // 1 while they are made, then 2
    int before = 0;
    if (__atomic_load_n(&state, __ATOMIC_ACQUIRE) == 2) return all;
    if (!__atomic_compare_exchange_n(&state, &before, 1, false, __ATOMIC_ACQUIRE,
                                     __ATOMIC_ACQUIRE)) {
      while (__atomic_load_n(&state, __ATOMIC_ACQUIRE) != 2) {
      }
      return all;
    }
    for (int bit = 0; bit < 160; ++bit) {
      all[0].row[bit].word[bit / 32] = 1U << bit % 32;
      step(all[0].row[bit]);
    }
    for (int power = 1; power < powers; ++power) {
      const Matrix& half = all[power - 1];
      for (int bit = 0; bit < 160; ++bit) all[power].row[bit] = times(half.row[bit], half);
    }
    __atomic_store_n(&state, 2, __ATOMIC_RELEASE);
    return all;
  }
  HIP_CPU_UNCHECKED void jump(unsigned long long count, int power) {
    for (; count != 0; count >>= 1, ++power) {
      if (count & 1) bits_ = times(bits_, jumps()[power]);
    }
  }

  Bits bits_;
  std::uint32_t weyl_;
};

}  // namespace hip_libraries
