// HIP's integer intrinsics on the CPU: bit counts, reversal, byte permutation, 24-bit and high-half
// products, averages and funnel shifts. Results are HIP's for every input, zero and full-width
// shifts included.
#pragma once

inline int __popc(unsigned int x) { return __builtin_popcount(x); }
inline int __popcll(unsigned long long x) { return __builtin_popcountll(x); }

// Leading zeros; 32 or 64 for zero.
inline int __clz(int x) { return x == 0 ? 32 : __builtin_clz(static_cast<unsigned int>(x)); }
inline int __clzll(long long x) {
  return x == 0 ? 64 : __builtin_clzll(static_cast<unsigned long long>(x));
}

// One plus the index of the lowest set bit; 0 for zero.
inline int __ffs(int x) { return __builtin_ffs(x); }
inline int __ffs(unsigned int x) { return __builtin_ffs(static_cast<int>(x)); }
inline int __ffsll(long long x) { return __builtin_ffsll(x); }
inline int __ffsll(unsigned long long x) { return __builtin_ffsll(static_cast<long long>(x)); }

inline unsigned int __brev(unsigned int x) {
  x = ((x >> 1) & 0x55555555u) | ((x & 0x55555555u) << 1);
  x = ((x >> 2) & 0x33333333u) | ((x & 0x33333333u) << 2);
  x = ((x >> 4) & 0x0f0f0f0fu) | ((x & 0x0f0f0f0fu) << 4);
  return __builtin_bswap32(x);
}
inline unsigned long long __brevll(unsigned long long x) {
  const unsigned long long high = __brev(static_cast<unsigned int>(x));
  return high << 32 | __brev(static_cast<unsigned int>(x >> 32));
}

// Byte i of the result is the byte of {y, x} that the i-th nibble of the selector names by its low
// three bits.
inline unsigned int __byte_perm(unsigned int x, unsigned int y, unsigned int selector) {
  const unsigned long long bytes = static_cast<unsigned long long>(y) << 32 | x;
  unsigned int result = 0;
  for (unsigned int i = 0; i < 4; ++i) {
    const unsigned int source = selector >> (4 * i) & 7;
    result |= static_cast<unsigned int>(bytes >> (8 * source) & 0xff) << (8 * i);
  }
  return result;
}

// The low 32 bits of the product of the low 24 bits, sign-extended from bit 23 in the signed form.
inline unsigned int __umul24(unsigned int x, unsigned int y) {
  return (x & 0xffffffu) * (y & 0xffffffu);
}
inline int __mul24(int x, int y) {
  const long long a = static_cast<int>(static_cast<unsigned int>(x) << 8) >> 8;
  const long long b = static_cast<int>(static_cast<unsigned int>(y) << 8) >> 8;
  return static_cast<int>(a * b);
}

// The high half of the full product.
inline int __mulhi(int x, int y) { return static_cast<int>((static_cast<long long>(x) * y) >> 32); }
inline unsigned int __umulhi(unsigned int x, unsigned int y) {
  return static_cast<unsigned int>((static_cast<unsigned long long>(x) * y) >> 32);
}
inline long long __mul64hi(long long x, long long y) {
  __extension__ using Wide = __int128;
  return static_cast<long long>((static_cast<Wide>(x) * y) >> 64);
}
inline unsigned long long __umul64hi(unsigned long long x, unsigned long long y) {
  __extension__ using Wide = unsigned __int128;
  return static_cast<unsigned long long>((static_cast<Wide>(x) * y) >> 64);
}

// The average, rounded down (hadd) or up (rhadd), without overflow.
inline int __hadd(int x, int y) { return static_cast<int>((static_cast<long long>(x) + y) >> 1); }
inline int __rhadd(int x, int y) {
  return static_cast<int>((static_cast<long long>(x) + y + 1) >> 1);
}
inline unsigned int __uhadd(unsigned int x, unsigned int y) {
  return static_cast<unsigned int>((static_cast<unsigned long long>(x) + y) >> 1);
}
inline unsigned int __urhadd(unsigned int x, unsigned int y) {
  return static_cast<unsigned int>((static_cast<unsigned long long>(x) + y + 1) >> 1);
}

// z plus the absolute difference of x and y.
inline unsigned int __usad(unsigned int x, unsigned int y, unsigned int z) {
  return (x > y ? x - y : y - x) + z;
}
inline unsigned int __sad(int x, int y, unsigned int z) {
  const unsigned int a = static_cast<unsigned int>(x);
  const unsigned int b = static_cast<unsigned int>(y);
  return (x > y ? a - b : b - a) + z;
}

// The high (l) or low (r) word of {hi, lo} shifted; the shift is taken modulo 32, or clamped to 32
// in the c forms.
inline unsigned int __funnelshift_l(unsigned int lo, unsigned int hi, unsigned int shift) {
  const unsigned long long pair = static_cast<unsigned long long>(hi) << 32 | lo;
  return static_cast<unsigned int>(pair << (shift & 31) >> 32);
}
inline unsigned int __funnelshift_lc(unsigned int lo, unsigned int hi, unsigned int shift) {
  const unsigned long long pair = static_cast<unsigned long long>(hi) << 32 | lo;
  return static_cast<unsigned int>(pair << (shift < 32 ? shift : 32) >> 32);
}
inline unsigned int __funnelshift_r(unsigned int lo, unsigned int hi, unsigned int shift) {
  const unsigned long long pair = static_cast<unsigned long long>(hi) << 32 | lo;
  return static_cast<unsigned int>(pair >> (shift & 31));
}
inline unsigned int __funnelshift_rc(unsigned int lo, unsigned int hi, unsigned int shift) {
  const unsigned long long pair = static_cast<unsigned long long>(hi) << 32 | lo;
  return static_cast<unsigned int>(pair >> (shift < 32 ? shift : 32));
}
