// Philox4x32-10 (Salmon and others, SC 2011) and MRG32k3a (L'Ecuyer, Operations Research 47, 1999),
// with jumps.
#pragma once

#include <cstdint>
#include <hip_cpu/checked.hpp>
#include <hip_libraries/rand/xorwow.hpp>

namespace hip_libraries {

// The key is the seed; of the counter's 128 bits the upper half is the subsequence, the lower one
// counts groups of four numbers.
class Philox {
 public:
  Philox() = default;
  Philox(unsigned long long seed, unsigned long long subsequence, unsigned long long offset)
      : key_{low(seed), high(seed)}, counter_{0, 0, low(subsequence), high(subsequence)} {
    skip(offset);
  }

  std::uint32_t next() {
    const std::uint32_t result = group().word[place_];
    skip(1);
    return result;
  }
  void skip(unsigned long long count) {
    const unsigned long long places = place_ + count % 4;
    place_ = static_cast<std::uint32_t>(places % 4);
    const unsigned long long before = counter_[0] | std::uint64_t{counter_[1]} << 32;
    const unsigned long long groups = count / 4 + places / 4, after = before + groups;
    counter_[0] = low(after);
    counter_[1] = high(after);
    if (after < before) skip_subsequences(1);
  }
  void skip_subsequences(unsigned long long count) {
    const unsigned long long now = (counter_[2] | std::uint64_t{counter_[3]} << 32) + count;
    counter_[2] = low(now);
    counter_[3] = high(now);
  }

 private:
  static std::uint32_t low(unsigned long long x) { return static_cast<std::uint32_t>(x); }
  static std::uint32_t high(unsigned long long x) { return static_cast<std::uint32_t>(x >> 32); }

  struct Group {
    std::uint32_t word[4];
  };
  HIP_CPU_UNCHECKED Group group() const {
    std::uint32_t c0 = counter_[0], c1 = counter_[1], c2 = counter_[2], c3 = counter_[3];
    std::uint32_t k0 = key_[0], k1 = key_[1];
    for (int round = 0; round < 10; ++round) {
      const std::uint64_t a = std::uint64_t{0xD2511F53U} * c0;
      const std::uint64_t b = std::uint64_t{0xCD9E8D57U} * c2;
      c0 = static_cast<std::uint32_t>(b >> 32) ^ c1 ^ k0;
      c1 = static_cast<std::uint32_t>(b);
      c2 = static_cast<std::uint32_t>(a >> 32) ^ c3 ^ k1;
      c3 = static_cast<std::uint32_t>(a);
      k0 += 0x9E3779B9U;
      k1 += 0xBB67AE85U;
    }
    return {{c0, c1, c2, c3}};
  }

  std::uint32_t key_[2];
  std::uint32_t counter_[4];
  std::uint32_t place_ = 0;
};

// Numbers are from 1 to m1; subsequences are 2^76 apart.
class Mrg32k3a {
 public:
  static constexpr std::uint64_t m1 = 4294967087U, m2 = 4294944443U;

  Mrg32k3a() = default;
  Mrg32k3a(unsigned long long seed, unsigned long long subsequence, unsigned long long offset) {
    const std::uint64_t x = static_cast<std::uint32_t>(seed) ^ 0x55555555U;
    const std::uint64_t y = static_cast<std::uint32_t>(seed >> 32) ^ 0xAAAAAAAAU;
    a_ = {{x % m1, y % m1, x % m1}};
    b_ = {{x % m2, y % m2, x % m2}};
    if (x % m1 == 0 && y % m1 == 0) a_.at[0] = 1;  // all zeros would stay so
    if (x % m2 == 0 && y % m2 == 0) b_.at[0] = 1;
    skip_subsequences(subsequence);
    skip(offset);
  }

  std::uint32_t next() {
    const std::uint64_t p = (1403580 * a_.at[1] + (m1 - 810728) * a_.at[0]) % m1;
    const std::uint64_t q = (527612 * b_.at[2] + (m2 - 1370589) * b_.at[0]) % m2;
    a_ = {{a_.at[1], a_.at[2], p}};
    b_ = {{b_.at[1], b_.at[2], q}};
    return static_cast<std::uint32_t>(p > q ? p - q : p + m1 - q);
  }
  void skip(unsigned long long count) { jump(count, 0); }
  void skip_subsequences(unsigned long long count) { jump(count, 76); }

 private:
  struct Vector {
    std::uint64_t at[3];
  };
  struct Matrix {
    Vector row[3];
  };

  HIP_CPU_UNCHECKED static Vector times(const Matrix& m, const Vector& v, std::uint64_t modulus) {
    Vector result;
    for (int i = 0; i < 3; ++i) {
      result.at[i] = 0;
      for (int j = 0; j < 3; ++j)
        result.at[i] = (result.at[i] + m.row[i].at[j] * v.at[j] % modulus) % modulus;
    }
    return result;
  }
  HIP_CPU_UNCHECKED static void square(Matrix& m, std::uint64_t modulus) {
    Matrix result;
    for (int j = 0; j < 3; ++j) {
      const Vector column = times(m, {{m.row[0].at[j], m.row[1].at[j], m.row[2].at[j]}}, modulus);
      for (int i = 0; i < 3; ++i) result.row[i].at[j] = column.at[i];
    }
    m = result;
  }
  HIP_CPU_UNCHECKED void jump(unsigned long long count, int first_power) {
    Matrix a = {{{{0, 1, 0}}, {{0, 0, 1}}, {{m1 - 810728, 1403580, 0}}}};
    Matrix b = {{{{0, 1, 0}}, {{0, 0, 1}}, {{m2 - 1370589, 0, 527612}}}};
    for (int power = 0; count != 0; ++power) {
      if (power >= first_power) {
        if (count & 1) {
          a_ = times(a, a_, m1);
          b_ = times(b, b_, m2);
        }
        count >>= 1;
      }
      square(a, m1);
      square(b, m2);
    }
  }

  Vector a_, b_;
};

}  // namespace hip_libraries
