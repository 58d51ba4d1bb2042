// HIP's mathematical functions in kernels, compared with double precision on the host.
#include <gtest/gtest.h>
#include <hip/hip_runtime.h>

#include <cmath>
#include <hippuzzle/platform.hpp>
#include <limits>

#include "tests/support/device_array.hpp"

namespace {

// The expected result of a function, and the error allowed, relative to results above 1.
struct Expectation {
  const char* name;
  double (*reference)(double x, double y);
  double tolerance;
};

constexpr double pi = 3.14159265358979323846;
constexpr double accurate = 5e-7;  // a few units in the last place of a float
constexpr double fast = 4e-6;      // the intrinsics with two underscores on a GPU

// In the order in which the kernel below calls the functions.
const Expectation single_precision[] = {
    {"sqrtf", [](double x, double) { return std::sqrt(x); }, accurate},
    {"rsqrtf", [](double x, double) { return 1 / std::sqrt(x); }, accurate},
    {"cbrtf", [](double x, double) { return std::cbrt(x); }, accurate},
    {"rcbrtf", [](double x, double) { return 1 / std::cbrt(x); }, accurate},
    {"hypotf", [](double x, double y) { return std::hypot(x, y); }, accurate},
    {"rhypotf", [](double x, double y) { return 1 / std::hypot(x, y); }, accurate},
    {"norm3df", [](double x, double y) { return std::sqrt(x * x + y * y + 4); }, accurate},
    {"rnorm3df", [](double x, double y) { return 1 / std::sqrt(x * x + y * y + 4); }, accurate},
    {"norm4df", [](double x, double y) { return std::sqrt(x * x + y * y + 13); }, accurate},
    {"rnorm4df", [](double x, double y) { return 1 / std::sqrt(x * x + y * y + 13); }, accurate},
    {"expf", [](double, double y) { return std::exp(y); }, accurate},
    {"exp2f", [](double, double y) { return std::exp2(y); }, accurate},
    {"exp10f", [](double, double y) { return std::pow(10.0, y); }, accurate},
    {"expm1f", [](double, double y) { return std::expm1(y); }, accurate},
    {"logf", [](double x, double) { return std::log(x); }, accurate},
    {"log2f", [](double x, double) { return std::log2(x); }, accurate},
    {"log10f", [](double x, double) { return std::log10(x); }, accurate},
    {"log1pf", [](double x, double) { return std::log1p(x); }, accurate},
    {"powf", [](double x, double y) { return std::pow(x, y); }, accurate},
    {"sinf", [](double, double y) { return std::sin(y); }, accurate},
    {"cosf", [](double, double y) { return std::cos(y); }, accurate},
    {"tanf", [](double, double y) { return std::tan(y); }, accurate},
    {"sinpif", [](double, double y) { return std::sin(pi * y); }, accurate},
    {"cospif", [](double, double y) { return std::cos(pi * y); }, accurate},
    {"sinhf", [](double, double y) { return std::sinh(y); }, accurate},
    {"coshf", [](double, double y) { return std::cosh(y); }, accurate},
    {"tanhf", [](double, double y) { return std::tanh(y); }, accurate},
    {"atan2f", [](double x, double y) { return std::atan2(y, x); }, accurate},
    {"erff", [](double, double y) { return std::erf(y); }, accurate},
    {"erfcf", [](double, double y) { return std::erfc(y); }, accurate},
    {"normcdff", [](double, double y) { return 0.5 * std::erfc(-y / std::sqrt(2.0)); }, accurate},
    {"tgammaf", [](double x, double) { return std::tgamma(x); }, 4e-6},
    {"fmaf", [](double x, double y) { return x * y + 0.5; }, accurate},
    {"fmodf", [](double x, double y) { return std::fmod(x, y); }, accurate},
    {"fdimf", [](double x, double y) { return std::fdim(x, y); }, accurate},
    {"copysignf", [](double x, double y) { return std::copysign(x, y); }, 0},
    {"fabsf", [](double, double y) { return std::fabs(y); }, 0},
    {"floorf", [](double, double y) { return std::floor(y); }, 0},
    {"ceilf", [](double, double y) { return std::ceil(y); }, 0},
    {"truncf", [](double, double y) { return std::trunc(y); }, 0},
    {"rintf", [](double, double y) { return std::rint(y); }, 0},
    {"roundf", [](double, double y) { return std::round(y); }, 0},
    {"fminf", [](double x, double y) { return std::fmin(x, y); }, 0},
    {"fmaxf", [](double x, double y) { return std::fmax(x, y); }, 0},
    {"__expf", [](double, double y) { return std::exp(y); }, fast},
    {"__exp10f", [](double, double y) { return std::pow(10.0, y); }, 2e-5},
    {"__logf", [](double x, double) { return std::log(x); }, fast},
    {"__log2f", [](double x, double) { return std::log2(x); }, fast},
    {"__log10f", [](double x, double) { return std::log10(x); }, fast},
    {"__powf", [](double x, double y) { return std::pow(x, y); }, 2e-5},
    {"__sinf", [](double, double y) { return std::sin(y); }, fast},
    {"__cosf", [](double, double y) { return std::cos(y); }, fast},
    {"__tanf", [](double, double y) { return std::tan(y); }, 1e-4},
    {"__sincosf", [](double, double y) { return std::sin(y) + 2 * std::cos(y); }, fast},
    {"__fdividef", [](double x, double y) { return x / y; }, fast},
    {"__frcp_rn", [](double x, double) { return 1 / x; }, accurate},
    {"__fsqrt_rn", [](double x, double) { return std::sqrt(x); }, accurate},
};
constexpr int single_precision_count = sizeof single_precision / sizeof *single_precision;

__device__ int call_single_precision(float x, float y, float* result) {
  int i = 0;
  result[i++] = sqrtf(x);
  result[i++] = rsqrtf(x);
  result[i++] = cbrtf(x);
  result[i++] = rcbrtf(x);
  result[i++] = hypotf(x, y);
  result[i++] = rhypotf(x, y);
  result[i++] = norm3df(x, y, 2.0f);
  result[i++] = rnorm3df(x, y, 2.0f);
  result[i++] = norm4df(x, y, 2.0f, 3.0f);
  result[i++] = rnorm4df(x, y, 2.0f, 3.0f);
  result[i++] = expf(y);
  result[i++] = exp2f(y);
  result[i++] = exp10f(y);
  result[i++] = expm1f(y);
  result[i++] = logf(x);
  result[i++] = log2f(x);
  result[i++] = log10f(x);
  result[i++] = log1pf(x);
  result[i++] = powf(x, y);
  result[i++] = sinf(y);
  result[i++] = cosf(y);
  result[i++] = tanf(y);
  result[i++] = sinpif(y);
  result[i++] = cospif(y);
  result[i++] = sinhf(y);
  result[i++] = coshf(y);
  result[i++] = tanhf(y);
  result[i++] = atan2f(y, x);
  result[i++] = erff(y);
  result[i++] = erfcf(y);
  result[i++] = normcdff(y);
  result[i++] = tgammaf(x);
  result[i++] = fmaf(x, y, 0.5f);
  result[i++] = fmodf(x, y);
  result[i++] = fdimf(x, y);
  result[i++] = copysignf(x, y);
  result[i++] = fabsf(y);
  result[i++] = floorf(y);
  result[i++] = ceilf(y);
  result[i++] = truncf(y);
  result[i++] = rintf(y);
  result[i++] = roundf(y);
  result[i++] = fminf(x, y);
  result[i++] = fmaxf(x, y);
  result[i++] = __expf(y);
  result[i++] = __exp10f(y);
  result[i++] = __logf(x);
  result[i++] = __log2f(x);
  result[i++] = __log10f(x);
  result[i++] = __powf(x, y);
  result[i++] = __sinf(y);
  result[i++] = __cosf(y);
  result[i++] = __tanf(y);
  float sine, cosine;
  __sincosf(y, &sine, &cosine);
  result[i++] = sine + 2 * cosine;
  result[i++] = __fdividef(x, y);
  result[i++] = __frcp_rn(x);
  result[i++] = __fsqrt_rn(x);
  return i;
}

const Expectation double_precision[] = {
    {"sqrt", [](double x, double) { return std::sqrt(x); }, 1e-15},
    {"rsqrt", [](double x, double) { return 1 / std::sqrt(x); }, 1e-15},
    {"exp", [](double, double y) { return std::exp(y); }, 1e-15},
    {"log", [](double x, double) { return std::log(x); }, 1e-15},
    {"pow", [](double x, double y) { return std::pow(x, y); }, 1e-15},
    {"sin", [](double, double y) { return std::sin(y); }, 1e-15},
    {"sinpi", [](double, double y) { return std::sin(pi * y); }, 2e-15},
    {"cospi", [](double, double y) { return std::cos(pi * y); }, 2e-15},
    {"tanh", [](double, double y) { return std::tanh(y); }, 1e-15},
    {"erf", [](double, double y) { return std::erf(y); }, 1e-15},
    {"normcdf", [](double, double y) { return 0.5 * std::erfc(-y / std::sqrt(2.0)); }, 1e-15},
    {"norm3d", [](double x, double y) { return std::sqrt(x * x + y * y + 4); }, 1e-15},
    {"rnorm4d", [](double x, double y) { return 1 / std::sqrt(x * x + y * y + 13); }, 1e-15},
    {"fma", [](double x, double y) { return std::fma(x, y, 0.5); }, 1e-15},
    {"fmin", [](double x, double y) { return std::fmin(x, y); }, 0},
    {"fmax", [](double x, double y) { return std::fmax(x, y); }, 0},
    {"__drcp_rn", [](double x, double) { return 1 / x; }, 1e-15},
};
constexpr int double_precision_count = sizeof double_precision / sizeof *double_precision;

__device__ int call_double_precision(double x, double y, double* result) {
  int i = 0;
  result[i++] = sqrt(x);
  result[i++] = rsqrt(x);
  result[i++] = exp(y);
  result[i++] = log(x);
  result[i++] = pow(x, y);
  result[i++] = sin(y);
  result[i++] = sinpi(y);
  result[i++] = cospi(y);
  result[i++] = tanh(y);
  result[i++] = erf(y);
  result[i++] = normcdf(y);
  result[i++] = norm3d(x, y, 2.0);
  result[i++] = rnorm4d(x, y, 2.0, 3.0);
  result[i++] = fma(x, y, 0.5);
  result[i++] = fmin(x, y);
  result[i++] = fmax(x, y);
  result[i++] = __drcp_rn(x);
  return i;
}

// Every thread calls all functions for its x and y; the number of functions called goes to *count.
__global__ void call_all(const float* x, const float* y, float* results, int* count) {
  *count = call_single_precision(x[threadIdx.x], y[threadIdx.x],
                                 results + threadIdx.x * single_precision_count);
}
__global__ void call_all(const double* x, const double* y, double* results, int* count) {
  *count = call_double_precision(x[threadIdx.x], y[threadIdx.x],
                                 results + threadIdx.x * double_precision_count);
}

template <typename T, int count>
void expect_functions(const Expectation (&functions)[count]) {
  std::vector<T> x, y;
  for (double a : {0.1, 0.75, 1.0, 2.5, 7.0})
    for (double b : {-2.3, -1.5, -0.3, 0.25, 0.5, 1.0, 2.75}) {
      x.push_back(static_cast<T>(a));
      y.push_back(static_cast<T>(b));
    }
  DeviceArray<T> dx(x), dy(y), results(x.size() * count);
  DeviceArray<int> called(1);
  void (*const kernel)(const T*, const T*, T*, int*) = call_all;
  hipLaunchKernelGGL(kernel, dim3(1), dim3(static_cast<unsigned>(x.size())), 0, 0, dx.data(),
                     dy.data(), results.data(), called.data());
  const std::vector<T> result = results.host();
  ASSERT_EQ(called.host()[0], count);
  for (std::size_t i = 0; i < x.size(); ++i)
    for (int f = 0; f < count; ++f) {
      const double expected = functions[f].reference(x[i], y[i]);
      EXPECT_NEAR(result[i * count + f], expected,
                  functions[f].tolerance * std::fmax(1.0, std::fabs(expected)))
          << functions[f].name << " for x = " << x[i] << ", y = " << y[i];
    }
}

TEST(Math, SinglePrecisionFunctionsAreAccurate) { expect_functions<float>(single_precision); }
TEST(Math, DoublePrecisionFunctionsAreAccurate) { expect_functions<double>(double_precision); }

__global__ void exact_cases(const float* x, float* r) {
  const float nan = x[0], infinity = x[1], zero = x[2], big = x[3];
  r[0] = __saturatef(big);
  r[1] = __saturatef(-big);
  r[2] = __saturatef(nan);
  r[3] = __saturatef(0.25f + zero);
  r[4] = fminf(nan, 2.0f);
  r[5] = fmaxf(2.0f, nan);
  r[6] = min(nan, 3.0f);
  r[7] = max(infinity, 3.0f);
  r[8] = sinpif(big);
  r[9] = cospif(big);
  r[10] = static_cast<float>(isnan(nan) && !isnan(big) && isinf(infinity));
  r[11] = __ldg(&x[3]);
}

TEST(Math, SpecialValuesAreExact) {
  const float nan = std::numeric_limits<float>::quiet_NaN();
  const float infinity = std::numeric_limits<float>::infinity();
  const float big = 1000001;
  DeviceArray<float> x(std::vector<float>{nan, infinity, 0, big}), results(12);
  hipLaunchKernelGGL(exact_cases, dim3(1), dim3(1), 0, 0, x.data(), results.data());
  const std::vector<float> expected{1, 0, 0, 0.25f, 2, 2, 3, infinity, 0, -1, 1, big};
  EXPECT_EQ(results.host(), expected);
}

// x * x has a low part that a fused multiply-add keeps and a rounded product loses.
__global__ void multiply_then_add(const float* x, float* r, const double* d, double* s) {
  r[0] = __fadd_rn(__fmul_rn(x[0], x[0]), -x[1]);
  r[1] = __fmul_rn(x[0], x[0]) - x[1];
  r[2] = __fmaf_rn(x[0], x[0], -x[1]);
  s[0] = __dmul_rn(d[0], d[0]) - d[1];
  s[1] = __fma_rn(d[0], d[0], -d[1]);
}

TEST(Math, RoundedOperationsAreNeverFused) {
  const float x = 1 + std::ldexp(1.0f, -12);
  const volatile float product = x * x;
  const double d = 1 + std::ldexp(1.0, -30);
  const volatile double square = d * d;
  DeviceArray<float> in(std::vector<float>{x, product}), out(3);
  DeviceArray<double> in_double(std::vector<double>{d, square}), out_double(2);
  hipLaunchKernelGGL(multiply_then_add, dim3(1), dim3(1), 0, 0, in.data(), out.data(),
                     in_double.data(), out_double.data());
  EXPECT_EQ(out.host()[0], 0.0f);
#if !HIPPUZZLE_PLATFORM_AMD  // HIP on AMD says plain x * y, which clang may contract with the sum
  EXPECT_EQ(out.host()[1], 0.0f);
  EXPECT_EQ(out_double.host()[0], 0.0);
#endif
  EXPECT_EQ(out.host()[2], std::ldexp(1.0f, -24));
  EXPECT_EQ(out_double.host()[1], std::ldexp(1.0, -60));
}

__global__ void smaller_and_larger(const int* a, const unsigned* b, const long long* c,
                                   const double* d, long long* r) {
  r[0] = min(a[0], a[1]);
  r[1] = max(a[0], a[1]);
  r[2] = min(b[0], b[1]);
  r[3] = max(b[0], b[1]);
  r[4] = min(c[0], c[1]);
  r[5] = max(c[0], c[1]);
  r[6] = static_cast<long long>(min(d[0], d[1]));
  r[7] = static_cast<long long>(max(d[0], d[1]));
  r[8] = abs(a[0]);
#if !HIPPUZZLE_PLATFORM_AMD  // HIP 5.2 on AMD compares an unsigned and an int as int
  r[9] = max(a[0], b[0]);
  r[10] = min(b[0], a[0]);
#endif
}

TEST(Math, MinAndMaxTakeEveryNumberType) {
  const std::vector<int> a{-5, 3};
  const std::vector<unsigned> b{7, 0xfffffff0u};
  const std::vector<long long> c{-(1LL << 40), 1LL << 41};
  const std::vector<double> d{-2.0, 9.0};
  DeviceArray<int> da(a);
  DeviceArray<unsigned> db(b);
  DeviceArray<long long> dc(c), results(11);
  DeviceArray<double> dd(d);
  hipLaunchKernelGGL(smaller_and_larger, dim3(1), dim3(1), 0, 0, da.data(), db.data(), dc.data(),
                     dd.data(), results.data());
  const std::vector<long long> r = results.host();
  const std::vector<long long> expected{-5, 3, 7, 0xfffffff0u, c[0], c[1], -2, 9, 5};
  EXPECT_EQ(std::vector<long long>(r.begin(), r.begin() + 9), expected);
#if !HIPPUZZLE_PLATFORM_AMD
  EXPECT_EQ(r[9], 0xfffffffbLL);
  EXPECT_EQ(r[10], 7);
#endif
}

}  // namespace
