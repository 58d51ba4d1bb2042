// HIP's vector types: sizes, alignment, construction, and on AMD and the CPU their component-wise
// operators.
#include <gtest/gtest.h>
#include <hip/hip_runtime.h>

#include <hippuzzle/platform.hpp>

#include "tests/support/device_array.hpp"

namespace {

template <typename V, typename T, unsigned n>
constexpr bool has_layout() {
  return sizeof(V) == n * sizeof(T) && alignof(V) >= (n == 3               ? alignof(T)
                                                      : n * sizeof(T) > 16 ? 16
                                                                           : n * sizeof(T));
}

template <typename T, typename V1, typename V2, typename V3, typename V4>
constexpr bool family_has_layout() {
  return has_layout<V1, T, 1>() && has_layout<V2, T, 2>() && has_layout<V3, T, 3>() &&
         has_layout<V4, T, 4>();
}

static_assert(family_has_layout<char, char1, char2, char3, char4>());
static_assert(family_has_layout<unsigned char, uchar1, uchar2, uchar3, uchar4>());
static_assert(family_has_layout<short, short1, short2, short3, short4>());
static_assert(family_has_layout<unsigned short, ushort1, ushort2, ushort3, ushort4>());
static_assert(family_has_layout<int, int1, int2, int3, int4>());
static_assert(family_has_layout<unsigned int, uint1, uint2, uint3, uint4>());
static_assert(family_has_layout<float, float1, float2, float3, float4>());

// The loads of vectors at every offset, and the stores of vectors made from their components.
__global__ void reverse_components(const float4* in4, const int3* in3, const short2* in2,
                                   float4* out4, int3* out3, short2* out2) {
  const unsigned i = threadIdx.x;
  const float4 f = in4[i];
  const int3 n = in3[i];
  const short2 s = in2[i];
  out4[i] = make_float4(f.w, f.z, f.y, f.x);
  out3[i] = make_int3(n.z, n.y, n.x);
  out2[i] = make_short2(s.y, s.x);
}

TEST(VectorTypes, KeepTheirComponentsApart) {
  constexpr int n = 33;
  std::vector<float4> f;
  std::vector<int3> t;
  std::vector<short2> s;
  for (int i = 0; i < n; ++i) {
    f.push_back(make_float4(4 * i, 4 * i + 1, 4 * i + 2, 4 * i + 3));
    t.push_back(make_int3(3 * i, 3 * i + 1, 3 * i + 2));
    s.push_back(make_short2(2 * i, -i));
  }
  DeviceArray<float4> in4(f), out4(n, make_float4(0, 0, 0, 0));
  DeviceArray<int3> in3(t), out3(n, make_int3(0, 0, 0));
  DeviceArray<short2> in2(s), out2(n, make_short2(0, 0));
  hipLaunchKernelGGL(reverse_components, dim3(1), dim3(n), 0, 0, in4.data(), in3.data(), in2.data(),
                     out4.data(), out3.data(), out2.data());
  const std::vector<float4> r4 = out4.host();
  const std::vector<int3> r3 = out3.host();
  const std::vector<short2> r2 = out2.host();
  for (int i = 0; i < n; ++i) {
    EXPECT_EQ(r4[i].x, 4 * i + 3);
    EXPECT_EQ(r4[i].y, 4 * i + 2);
    EXPECT_EQ(r4[i].z, 4 * i + 1);
    EXPECT_EQ(r4[i].w, 4 * i);
    EXPECT_EQ(r3[i].x, 3 * i + 2);
    EXPECT_EQ(r3[i].y, 3 * i + 1);
    EXPECT_EQ(r3[i].z, 3 * i);
    EXPECT_EQ(r2[i].x, -i);
    EXPECT_EQ(r2[i].y, 2 * i);
  }
}

TEST(VectorTypes, DimensionsNotGivenAreOne) {
  const dim3 grid(7, 2);
  EXPECT_EQ(grid.x, 7u);
  EXPECT_EQ(grid.y, 2u);
  EXPECT_EQ(grid.z, 1u);
  EXPECT_EQ(dim3().x, 1u);
}

#if !HIPPUZZLE_PLATFORM_NVIDIA  // CUDA's vector types have no operators

__global__ void combine(const float4* a, const float4* b, float4* sum, float4* scaled) {
  const unsigned i = threadIdx.x;
  sum[i] = a[i] + b[i];
  scaled[i] = a[i];
  scaled[i] *= 2.0f;
  scaled[i] -= b[i] / 4.0f;
}

TEST(VectorOperators, ActOnEveryComponentInAKernel) {
  const std::vector<float4> a{make_float4(1, 2, 3, 4), make_float4(-1, 0, 5, 8)};
  const std::vector<float4> b{make_float4(8, 16, 24, 32), make_float4(4, -4, 0, 12)};
  DeviceArray<float4> da(a), db(b), sum(2, make_float4(0, 0, 0, 0)),
      scaled(2, make_float4(0, 0, 0, 0));
  hipLaunchKernelGGL(combine, dim3(1), dim3(2), 0, 0, da.data(), db.data(), sum.data(),
                     scaled.data());
  EXPECT_TRUE(sum.host()[0] == make_float4(9, 18, 27, 36));
  EXPECT_TRUE(sum.host()[1] == make_float4(3, -4, 5, 20));
  EXPECT_TRUE(scaled.host()[0] == make_float4(0, 0, 0, 0));
  EXPECT_TRUE(scaled.host()[1] == make_float4(-3, 1, 10, 13));
}

TEST(VectorOperators, CoverArithmeticAndBitsOfIntegers) {
  const int3 a = make_int3(7, -8, 9);
  const int3 b = make_int3(2, 3, 4);
  EXPECT_TRUE(a - b == make_int3(5, -11, 5));
  EXPECT_TRUE(a * b == make_int3(14, -24, 36));
  EXPECT_TRUE(a / b == make_int3(3, -2, 2));
  EXPECT_TRUE(a % b == make_int3(1, -2, 1));
  EXPECT_TRUE((a & b) == make_int3(7 & 2, -8 & 3, 9 & 4));
  EXPECT_TRUE((a | b) == make_int3(7 | 2, -8 | 3, 9 | 4));
  EXPECT_TRUE((a ^ b) == make_int3(7 ^ 2, -8 ^ 3, 9 ^ 4));
  EXPECT_TRUE((b << b) == make_int3(8, 24, 64));
  EXPECT_TRUE((a >> b) == make_int3(1, -1, 0));
  EXPECT_TRUE(-a == make_int3(-7, 8, -9));
  EXPECT_TRUE(~a == make_int3(-8, 7, -10));
}

TEST(VectorOperators, TakeAScalarOnEitherSide) {
  EXPECT_TRUE(make_int2(5, 6) + 1 == make_int2(6, 7));
  EXPECT_TRUE(10 - make_int2(5, 6) == make_int2(5, 4));
  EXPECT_TRUE(2 * make_float2(0.5f, 1.5f) == make_float2(1, 3));
  EXPECT_TRUE(int4(3) == make_int4(3, 3, 3, 3));
}

TEST(VectorOperators, CompareAllComponents) {
  EXPECT_FALSE(make_float4(1, 2, 3, 4) == make_float4(1, 2, 3, 5));
  EXPECT_FALSE(make_float4(1, 2, 3, 4) == make_float4(0, 2, 3, 4));
  EXPECT_TRUE(make_float4(1, 2, 3, 4) != make_float4(1, 0, 3, 4));
  EXPECT_FALSE(make_float4(1, 2, 3, 4) != make_float4(1, 2, 3, 4));
}

TEST(VectorOperators, IncrementReturnsTheRightValue) {
  uint2 v = make_uint2(1, 2);
  EXPECT_TRUE(v++ == make_uint2(1, 2));
  EXPECT_TRUE(++v == make_uint2(3, 4));
  EXPECT_TRUE(v-- == make_uint2(3, 4));
  EXPECT_TRUE(--v == make_uint2(1, 2));
}

#endif

}  // namespace
