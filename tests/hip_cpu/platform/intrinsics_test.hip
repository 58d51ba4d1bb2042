// HIP's integer intrinsics, type casts and rounded conversions in kernels, compared with plain
// formulas on the host.
#include <gtest/gtest.h>
#include <hip/hip_runtime.h>

#include <climits>
#include <cmath>
#include <cstring>
#include <limits>

#include "tests/support/device_array.hpp"

namespace {

using Word = unsigned int;
using Long = unsigned long long;

constexpr int word_results = 15;
constexpr int long_results = 6;

__global__ void word_intrinsics(const Word* a, const Word* b, Word* results) {
  const Word x = a[threadIdx.x], y = b[threadIdx.x];
  const int sx = static_cast<int>(x), sy = static_cast<int>(y);
  Word* r = results + threadIdx.x * word_results;
  r[0] = __popc(x);
  r[1] = __clz(sx);
  r[2] = __ffs(sx);
  r[3] = __brev(x);
  r[4] = __umulhi(x, y);
  r[5] = __mulhi(sx, sy);
  r[6] = __umul24(x, y);
  r[7] = __mul24(sx, sy);
  r[8] = __uhadd(x, y);
  r[9] = __urhadd(x, y);
  r[10] = __usad(x, y, 11u);
  r[11] = __sad(sx, sy, 11u);
  r[12] = __byte_perm(x, y, 0x7250);
  r[13] = __funnelshift_l(x, y, 13);
  r[14] = __funnelshift_rc(x, y, 40);
}

__global__ void long_intrinsics(const Long* a, const Long* b, Long* results) {
  const Long x = a[threadIdx.x], y = b[threadIdx.x];
  Long* r = results + threadIdx.x * long_results;
  r[0] = __popcll(x);
  r[1] = __clzll(static_cast<long long>(x));
  r[2] = __ffsll(static_cast<long long>(x));
  r[3] = __brevll(x);
  r[4] = __umul64hi(x, y);
  r[5] = static_cast<Long>(__mul64hi(static_cast<long long>(x), static_cast<long long>(y)));
}

template <typename T>
T reversed(T x) {
  T r = 0;
  for (unsigned i = 0; i < sizeof(T) * CHAR_BIT; ++i) r = r << 1 | (x >> i & 1);
  return r;
}

template <typename T>
int lowest_bit(T x) {
  for (unsigned i = 0; i < sizeof(T) * CHAR_BIT; ++i)
    if (x >> i & 1) return static_cast<int>(i) + 1;
  return 0;
}

template <typename T>
int bits_set(T x) {
  int n = 0;
  for (; x != 0; x &= x - 1) ++n;
  return n;
}

template <typename T>
int leading_zeros(T x) {
  int n = 0;
  for (T bit = T{1} << (sizeof(T) * CHAR_BIT - 1); bit != 0 && !(x & bit); bit >>= 1) ++n;
  return n;
}

// The low 24 bits as a signed number.
long long low24(Word x) {
  const long long low = x & 0xffffffu;
  return low < 0x800000 ? low : low - 0x1000000;
}

TEST(Intrinsics, OnWordsFollowTheirFormulas) {
  const std::vector<Word> samples{0,          1,          2,          0x80000000u, 0xffffffffu,
                                  0x00800000, 0x00ffffff, 0x12345678, 0xdeadbeefu, 0x7fffffff};
  std::vector<Word> a, b;
  for (Word x : samples)
    for (Word y : samples) {
      a.push_back(x);
      b.push_back(y);
    }
  DeviceArray<Word> da(a), db(b), results(a.size() * word_results);
  hipLaunchKernelGGL(word_intrinsics, dim3(1), dim3(static_cast<unsigned>(a.size())), 0, 0,
                     da.data(), db.data(), results.data());
  const std::vector<Word> all = results.host();
  for (std::size_t i = 0; i < a.size(); ++i) {
    const Word x = a[i], y = b[i];
    const long long sx = static_cast<int>(x), sy = static_cast<int>(y);
    const Long wx = x, wy = y;
    const Word* r = &all[i * word_results];
    SCOPED_TRACE(testing::Message() << std::hex << "x = 0x" << x << ", y = 0x" << y);
    EXPECT_EQ(r[0], Word(bits_set(x)));
    EXPECT_EQ(r[1], Word(leading_zeros(x)));
    EXPECT_EQ(r[2], Word(lowest_bit(x)));
    EXPECT_EQ(r[3], reversed(x));
    EXPECT_EQ(r[4], Word(wx * wy >> 32));
    EXPECT_EQ(r[5], Word(static_cast<Long>(sx * sy) >> 32));
    EXPECT_EQ(r[6], Word((wx & 0xffffff) * (wy & 0xffffff)));
    EXPECT_EQ(r[7], Word(low24(x) * low24(y)));
    EXPECT_EQ(r[8], Word((wx + wy) / 2));
    EXPECT_EQ(r[9], Word((wx + wy + 1) / 2));
    EXPECT_EQ(r[10], Word((x > y ? x - y : y - x) + 11));
    EXPECT_EQ(r[11], Word((sx > sy ? sx - sy : sy - sx) + 11));
    EXPECT_EQ(r[12], (y >> 24 << 24) | (x >> 16 & 0xff) << 16 | (y >> 8 & 0xff) << 8 | (x & 0xff));
    EXPECT_EQ(r[13], y << 13 | x >> 19);
    EXPECT_EQ(r[14], y);
  }
}

TEST(Intrinsics, OnLongWordsFollowTheirFormulas) {
  const std::vector<Long> samples{0, 1, 1ull << 63, ~0ull, 0x123456789abcdef0ull, 1ull << 32};
  std::vector<Long> a, b;
  for (Long x : samples)
    for (Long y : samples) {
      a.push_back(x);
      b.push_back(y);
    }
  DeviceArray<Long> da(a), db(b), results(a.size() * long_results);
  hipLaunchKernelGGL(long_intrinsics, dim3(1), dim3(static_cast<unsigned>(a.size())), 0, 0,
                     da.data(), db.data(), results.data());
  const std::vector<Long> all = results.host();
  for (std::size_t i = 0; i < a.size(); ++i) {
    const Long x = a[i], y = b[i];
    const Long* r = &all[i * long_results];
    SCOPED_TRACE(testing::Message() << std::hex << "x = 0x" << x << ", y = 0x" << y);
    EXPECT_EQ(r[0], Long(bits_set(x)));
    EXPECT_EQ(r[1], Long(leading_zeros(x)));
    EXPECT_EQ(r[2], Long(lowest_bit(x)));
    EXPECT_EQ(r[3], reversed(x));
    // Schoolbook product of 32-bit halves; the signed one differs by y where x < 0 and by x where y
    // < 0.
    const Long low = (x & 0xffffffff) * (y & 0xffffffff);
    const Long middle = (x >> 32) * (y & 0xffffffff) + (low >> 32);
    const Long other = (x & 0xffffffff) * (y >> 32) + (middle & 0xffffffff);
    const Long high = (x >> 32) * (y >> 32) + (middle >> 32) + (other >> 32);
    EXPECT_EQ(r[4], high);
    EXPECT_EQ(r[5], high - (x >> 63 ? y : 0) - (y >> 63 ? x : 0));
  }
}

__global__ void casts(const float* f, const double* d, int* ints, Word* words, long long* longs,
                      float* floats, double* doubles) {
  const unsigned i = threadIdx.x;
  ints[i] = __float_as_int(f[i]);
  words[i] = __float_as_uint(f[i]);
  longs[i] = __double_as_longlong(d[i]);
  floats[i] = __int_as_float(ints[i]) == __uint_as_float(words[i]) ? __int_as_float(ints[i]) : 0;
  doubles[i] = __hiloint2double(__double2hiint(d[i]), __double2loint(d[i]));
  if (__longlong_as_double(longs[i]) != d[i]) doubles[i] = 0;
}

TEST(Casts, KeepEveryBit) {
  const std::vector<float> f{1.5f, -0.1f, 3e38f, 1e-45f};
  const std::vector<double> d{-1.1, 2e300, 5e-324, 1.0 / 3};
  DeviceArray<float> df(f), floats(f.size());
  DeviceArray<double> dd(d), doubles(d.size());
  DeviceArray<int> ints(f.size());
  DeviceArray<Word> words(f.size());
  DeviceArray<long long> longs(d.size());
  hipLaunchKernelGGL(casts, dim3(1), dim3(4), 0, 0, df.data(), dd.data(), ints.data(), words.data(),
                     longs.data(), floats.data(), doubles.data());
  EXPECT_EQ(floats.host(), f);
  EXPECT_EQ(doubles.host(), d);
  int first_int;
  long long first_long;
  std::memcpy(&first_int, &f[0], sizeof first_int);
  std::memcpy(&first_long, &d[0], sizeof first_long);
  EXPECT_EQ(ints.host()[0], first_int);
  EXPECT_EQ(words.host()[0], static_cast<Word>(first_int));
  EXPECT_EQ(longs.host()[0], first_long);
}

__global__ void round_to_int(const float* x, int* r, const double* d, long long* s) {
  const unsigned i = threadIdx.x;
  r[4 * i] = __float2int_rn(x[i]);
  r[4 * i + 1] = __float2int_rz(x[i]);
  r[4 * i + 2] = __float2int_rd(x[i]);
  r[4 * i + 3] = __float2int_ru(x[i]);
  s[4 * i] = __double2ll_rn(d[i]);
  s[4 * i + 1] = __double2ll_rz(d[i]);
  s[4 * i + 2] = __double2ll_rd(d[i]);
  s[4 * i + 3] = __double2ll_ru(d[i]);
}

TEST(Conversions, RoundAsTheirSuffixSays) {
  const std::vector<float> x{2.5f, -2.5f, 0.5f, 3.25f, -3.75f};
  const std::vector<double> d(x.begin(), x.end());
  const std::vector<int> expected{2, 2, 2, 3, -2, -2, -3, -2, 0,  0,
                                  0, 1, 3, 3, 3,  4,  -4, -3, -4, -3};
  DeviceArray<float> dx(x);
  DeviceArray<double> dd(d);
  DeviceArray<int> r(expected.size());
  DeviceArray<long long> s(expected.size());
  hipLaunchKernelGGL(round_to_int, dim3(1), dim3(static_cast<unsigned>(x.size())), 0, 0, dx.data(),
                     r.data(), dd.data(), s.data());
  EXPECT_EQ(r.host(), expected);
  EXPECT_EQ(s.host(), std::vector<long long>(expected.begin(), expected.end()));
}

__global__ void convert_out_of_range(const float* x, int* r, Word* w) {
  r[threadIdx.x] = __float2int_rn(x[threadIdx.x]);
  w[threadIdx.x] = __float2uint_rz(x[threadIdx.x]);
}

TEST(Conversions, SaturateWhatDoesNotFit) {
  const float infinity = std::numeric_limits<float>::infinity();
  const std::vector<float> x{3e9f,     -3e9f,     1e20f,
                             infinity, -infinity, std::numeric_limits<float>::quiet_NaN()};
  DeviceArray<float> dx(x);
  DeviceArray<int> r(x.size(), 1);
  DeviceArray<Word> w(x.size(), 1u);
  hipLaunchKernelGGL(convert_out_of_range, dim3(1), dim3(static_cast<unsigned>(x.size())), 0, 0,
                     dx.data(), r.data(), w.data());
  EXPECT_EQ(r.host(), (std::vector<int>{INT_MAX, INT_MIN, INT_MAX, INT_MAX, INT_MIN, 0}));
  EXPECT_EQ(w.host(), (std::vector<Word>{3000000000u, 0, UINT_MAX, UINT_MAX, 0, 0}));
}

__global__ void convert_from_integers(const int* i, const Word* u, float* r, double* s) {
  r[0] = __int2float_rn(i[0]);
  r[1] = __uint2float_rn(u[0]);
  r[2] = __double2float_rn(s[0]);
  s[1] = __int2double_rn(i[0]);
}

TEST(Conversions, FromIntegersRoundToNearest) {
  DeviceArray<int> i(std::vector<int>{-16777217});
  DeviceArray<Word> u(std::vector<Word>{0xffffffffu});
  DeviceArray<float> r(3);
  DeviceArray<double> s(std::vector<double>{1.0 / 3, 0});
  hipLaunchKernelGGL(convert_from_integers, dim3(1), dim3(1), 0, 0, i.data(), u.data(), r.data(),
                     s.data());
  EXPECT_EQ(r.host(), (std::vector<float>{-16777216.0f, 4294967296.0f, 1.0f / 3}));
  EXPECT_EQ(s.host()[1], -16777217.0);
}

}  // namespace
