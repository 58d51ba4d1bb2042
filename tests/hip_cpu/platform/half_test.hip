// Half precision, BF16 and complex numbers, compared with the definitions of their formats.
#include <gtest/gtest.h>
#include <hip/hip_bf16.h>
#include <hip/hip_complex.h>
#include <hip/hip_fp16.h>

#include <cmath>

namespace {

TEST(Half, RoundsToNearestEven) {
  EXPECT_EQ(__half2float(__float2half(2049.0f)), 2048.0f);
  EXPECT_EQ(__half2float(__float2half(2051.0f)), 2052.0f);
  EXPECT_EQ(__half2float(__float2half(65519.0f)), 65504.0f);
  EXPECT_TRUE(std::isinf(__half2float(__float2half(65520.0f))));
  EXPECT_EQ(__half_as_ushort(__float2half(1.0f)), 0x3c00);
  EXPECT_EQ(__half2float(__ushort_as_half(0x0001)), std::ldexp(1.0f, -24));
}

TEST(Half, RoundsEachOperation) {
  const __half big = 2048, one = 1;
  EXPECT_EQ(__half2float(big + one), 2048.0f);
  EXPECT_EQ(__half2float(__hadd(__hadd(big, one), one)), 2048.0f);
  EXPECT_EQ(__half2float(__hmul(__float2half(1.0009765625f), __float2half(1.0009765625f))),
            1.001953125f);
  // Fused: 1.0009765625 squared less 1.001953125 is 2^-20, which rounding in between loses.
  EXPECT_EQ(__half2float(__hfma(__float2half(1.0009765625f), __float2half(1.0009765625f),
                                __float2half(-1.001953125f))),
            std::ldexp(1.0f, -20));
  EXPECT_EQ(__half2float(__hdiv(one, __half(3))), __half2float(__float2half(1.0f / 3)));
  EXPECT_EQ(__half2float(hsqrt(__half(9))), 3.0f);
}

TEST(Half, ComparesAsNumbersDo) {
  const __half nan = __ushort_as_half(0x7e00), one = 1, two = 2;
  EXPECT_TRUE(__hlt(one, two) && __hge(two, two) && __hisnan(nan) && !__heq(nan, nan));
  EXPECT_EQ(__half2float(__hmax(nan, one)), 1.0f);
  EXPECT_EQ(__half2float(__hmin(two, nan)), 2.0f);
  EXPECT_EQ(__hisinf(__ushort_as_half(0xfc00)), -1);
  EXPECT_EQ(__half2float(__habs(__half(-3))), 3.0f);
}

TEST(Half, PairsAreTwo) {
  const __half2 a = __floats2half2_rn(1, 2), b = __float2half2_rn(3);
  const float2 sum = __half22float2(__hadd2(a, b)), fused = __half22float2(__hfma2(a, b, a));
  EXPECT_EQ(sum.x, 4.0f);
  EXPECT_EQ(sum.y, 5.0f);
  EXPECT_EQ(fused.y, 8.0f);
  EXPECT_EQ(__high2float(a), 2.0f);
  EXPECT_EQ(__low2float(__lowhigh2highlow(a)), 2.0f);
  EXPECT_EQ(sizeof(__half2), 4u);
}

TEST(Bfloat16, IsTheUpperHalfOfAFloat) {
  EXPECT_EQ(__float2bfloat16(1.0f).data, 0x3f80);
  EXPECT_EQ(__bfloat162float(__float2bfloat16(257.0f)), 256.0f);
  EXPECT_EQ(__bfloat162float(__float2bfloat16(259.0f)), 260.0f);
  EXPECT_TRUE(std::isnan(__bfloat162float(__float2bfloat16(NAN))));
}

TEST(Complex, MultipliesAndDivides) {
  const hipFloatComplex a = make_hipFloatComplex(1, 2), b = make_hipFloatComplex(3, -4);
  const hipFloatComplex product = hipCmulf(a, b), back = hipCdivf(product, b);
  EXPECT_EQ(hipCrealf(product), 11.0f);
  EXPECT_EQ(hipCimagf(product), 2.0f);
  EXPECT_FLOAT_EQ(back.x, 1.0f);
  EXPECT_FLOAT_EQ(back.y, 2.0f);
  EXPECT_EQ(hipCabs(make_hipDoubleComplex(3, 4)), 5.0);
  const hipDoubleComplex huge = make_hipDoubleComplex(1e200, 1e200);
  EXPECT_DOUBLE_EQ(hipCdiv(huge, huge).x, 1.0);
  EXPECT_EQ(hipConjf(a).y, -2.0f);
}

}  // namespace
