// Floats of 16 and 8 bits.
#include <hip/hip_bf16.h>
#include <hip/hip_fp8.h>

#include <cmath>
#include <limits>

#include "expect.h"

constexpr __hip_fp8_interpretation_t formats[] = {__HIP_E4M3, __HIP_E5M2, __HIP_E4M3_FNUZ,
                                                  __HIP_E5M2_FNUZ};

// Each of the 256 is the nearest to itself, and a number that differs a little rounds to it.
static void round_trips() {
  for (const auto format : formats) {
    const auto of = hip_cpu::Fp8Format::of(format);
    for (int bits = 0; bits < 256; ++bits) {
      const double value = of.decode(static_cast<unsigned char>(bits));
      if (std::isnan(value)) continue;
      EXPECT(__hip_cvt_double_to_fp8(value, __HIP_NOSAT, format) == bits);
      EXPECT(__hip_cvt_double_to_fp8(value * 1.01, __HIP_SATFINITE, format) == bits ||
             std::isinf(value));
    }
  }
}

static void limits() {
  const float infinity = std::numeric_limits<float>::infinity();
  EXPECT(static_cast<float>(__hip_fp8_e4m3(1000.0f)) == 448);
  EXPECT(static_cast<float>(__hip_fp8_e5m2(-1e9)) == -57344);
  EXPECT(static_cast<float>(__hip_fp8_e4m3_fnuz(infinity)) == 240);
  EXPECT(static_cast<float>(__hip_fp8_e5m2_fnuz(1e6f)) == 57344);
  EXPECT(__hip_cvt_float_to_fp8(infinity, __HIP_NOSAT, __HIP_E5M2) == 0x7c);
  EXPECT(__hip_cvt_float_to_fp8(-500, __HIP_NOSAT, __HIP_E4M3) == 0xff);
  EXPECT(__hip_cvt_float_to_fp8(500, __HIP_NOSAT, __HIP_E4M3_FNUZ) == 0x80);
  // AMD's formats have no negative zero.
  EXPECT(__hip_cvt_float_to_fp8(-0.0f, __HIP_NOSAT, __HIP_E4M3_FNUZ) == 0);
  EXPECT(__hip_cvt_float_to_fp8(-0.0f, __HIP_NOSAT, __HIP_E4M3) == 0x80);
  EXPECT(std::isnan(static_cast<float>(__hip_fp8_e4m3(std::nanf("")))));
  // The smallest, half of it, which goes to the even zero, and a little more than half.
  EXPECT(__hip_cvt_float_to_fp8(0x1p-9f, __HIP_NOSAT, __HIP_E4M3) == 1);
  EXPECT(__hip_cvt_float_to_fp8(0x1p-10f, __HIP_NOSAT, __HIP_E4M3) == 0);
  EXPECT(__hip_cvt_float_to_fp8(0x1.1p-10f, __HIP_NOSAT, __HIP_E4M3) == 1);
  // 17 is between 16 and 18, 19 between 18 and 20.
  EXPECT(static_cast<float>(__hip_fp8_e4m3(17)) == 16);
  EXPECT(static_cast<float>(__hip_fp8_e4m3(19)) == 20);
}

static void several() {
  const float2 two = __hip_fp8x2_e4m3(float2{1.5f, -3});
  EXPECT(two.x == 1.5f && two.y == -3);
  const __hip_bfloat162 low(1.0f, 2.0f), high(3.0f, 4.0f);
  const __hip_fp8x4_e4m3_fnuz four(low, high);
  EXPECT((four.__x & 0xff) == __hip_fp8_e4m3_fnuz(1.0f).__x);
  const float4 back = four;
  EXPECT(back.x == 1 && back.y == 2 && back.z == 3 && back.w == 4);
}

__global__ void sums(const __hip_bfloat16* a, __hip_bfloat16* sum, float* wide,
                     __hip_fp8_e4m3* eight) {
  const unsigned i = threadIdx.x;
  sum[i] = a[i] + a[i];
  wide[i] = a[i] + 0.001f;
  eight[i] = a[i];
}

// A program's own function takes precedence over the header's.
inline __hip_bfloat162 __float2bfloat162_rn(float) { return {7.0f, 7.0f}; }

static void bfloats() {
  const std::vector<__hip_bfloat16> a = {1.0f, 257.0f, -0.5f};
  EXPECT(static_cast<float>(a[1]) == 256);  // 8 bits, and even
  __hip_bfloat16* const sum = on_device<__hip_bfloat16>(3);
  float* const wide = on_device<float>(3);
  auto* const eight = on_device<__hip_fp8_e4m3>(3);
  sums<<<1, 3>>>(to_device(a), sum, wide, eight);
  const auto sums_of = to_host(sum, 3);
  EXPECT(sums_of[0] == 2.0f && sums_of[1] == 512.0f && sums_of[2] == -1.0f);
  EXPECT(to_host(wide, 3)[0] == 1.001f);  // a float operand makes it float's
  EXPECT(static_cast<float>(to_host(eight, 3)[1]) == 256);

  const __hip_bfloat16 one = 1.0f, large = 256.0f, nan = std::nanf("");
  EXPECT(__hadd(large, one) == 256.0f);  // rounded to even
  EXPECT(static_cast<float>(__hfma(large, large, one)) == 65536);
  EXPECT(__hlt(one, large) && !__hge(one, large) && !__heq(nan, nan) && __hisnan(nan));
  EXPECT(__hmax(nan, one) == 1.0f && __hmin(large, one) == 1.0f);
  EXPECT(__bfloat16_as_ushort(one) == 0x3f80 && __ushort_as_bfloat16(0x4000) == 2.0f);
  EXPECT(__bfloat162int_rz(__float2bfloat16(-2.75f)) == -2);
  const __hip_bfloat162 pair = __float22bfloat162_rn({3, 4});
  const float2 products = __bfloat1622float2(__hmul2(pair, __lowhigh2highlow(pair)));
  EXPECT(products.x == 12 && products.y == 12);
  EXPECT(__high2float(h2sqrt(pair)) == 2);
  EXPECT(__low2float(__float2bfloat162_rn(1)) == 7);
  EXPECT(__high2float(__floats2bfloat162_rn(1, 2)) == 2);
}

__global__ void add_up(__half* halves, __half2* pairs, __hip_bfloat162* wide) {
  atomicAdd(halves, __half(1));
  atomicAdd(pairs, __half2(__half(1), __half(2)));
  atomicAdd(wide, __hip_bfloat162(0.5f, 4.0f));
}

static void pairs_of_halves() {
  const __half2 pair(__half(4), __half(0.25f)), other(__half(4), __half(1));
  EXPECT(h2exp2(pair).x == __half(16) && near(h2exp2(pair).y, 1.1892, 1e-3));
  EXPECT(h2exp10(__half2(__half(2), __half(-1))).x == __half(100) &&
         hexp10(__half(0)) == __half(1));
  EXPECT(h2log2(pair) == __half2(__half(2), __half(-2)));
  EXPECT(h2log10(__half2(__half(100), __half(1))) == __half2(__half(2), __half(0)));
  EXPECT(h2rsqrt(pair) == __half2(__half(0.5f), __half(2)));
  EXPECT(near(h2sin(pair).x, -0.7568, 1e-3) && near(h2cos(pair).y, 0.9689, 1e-3));
  const __half2 odd(__half(-1.5f), __half(2.5f));
  EXPECT(h2ceil(odd) == __half2(__half(-1), __half(3)));
  EXPECT(h2floor(odd) == __half2(__half(-2), __half(2)));
  EXPECT(h2trunc(odd) == __half2(__half(-1), __half(2)));
  EXPECT(h2rint(odd) == __half2(__half(-2), __half(2)));
  EXPECT(__hmax2(pair, other) == other && __hmin2(pair, other) == pair);
  const __half2 none(__half(0), __half(0)), first(__half(1), __half(0)),
      second(__half(0), __half(1)), both(__half(1), __half(1));
  EXPECT(__hne2(pair, other) == second && __hge2(pair, other) == first);
  EXPECT(__hle2(pair, other) == both && __hne2(pair, pair) == none);
}

static void atomics() {
  auto* const halves = to_device<__half>({__half(100), __half(7)});
  auto* const pairs = to_device<__half2>({__half2(__half(0), __half(1))});
  auto* const wide = to_device<__hip_bfloat162>({__hip_bfloat162(0.0f, 0.0f)});
  add_up<<<2, 16>>>(halves, pairs, wide);
  EXPECT(to_host(halves, 2)[0] == __half(132) && to_host(halves, 2)[1] == __half(7));
  EXPECT(to_host(pairs, 1)[0] == __half2(__half(32), __half(65)));
  EXPECT(to_host(wide, 1)[0].x == 16.0f && to_host(wide, 1)[0].y == 128.0f);
}

int main() {
  round_trips();
  limits();
  several();
  bfloats();
  pairs_of_halves();
  atomics();
  return failures;
}
