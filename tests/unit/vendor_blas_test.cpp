// AMD's libraries of linear algebra as they are loaded and called, on stand-ins that compute on
// host memory: no AMD GPU is needed, and none was at hand.
#include "engine/runner/measure/vendor_blas.hpp"

#include <dlfcn.h>
#include <gtest/gtest.h>

#include <bit>
#include <vector>

#include "tests/fixtures/blas/stand_in.hpp"
#include "tests/unit/expect_error.hpp"
#include "tests/unit/fake_device.hpp"

namespace hippuzzle {
namespace vendor_blas_test {

using testing::expect_error;

constexpr uint64_t m = 3, n = 5, k = 4;

std::string library(const std::string& name) {
  return (testing::fixture("blas") / ("lib" + name + ".so")).string();
}

// The library's switches, all of them at rest.
StandInBlas& stand_in(const std::string& name) {
  void* const handle = dlopen(library(name).c_str(), RTLD_NOW | RTLD_LOCAL);
  if (handle == nullptr) throw std::runtime_error(dlerror());
  auto& blas = *static_cast<StandInBlas*>(dlsym(handle, STAND_IN_SYMBOL));
  blas = {};
  return blas;
}

VendorProduct product(hippuzzle_math math, bool b_transposed = false) {
  VendorProduct p = {};
  p.shape = {m, n, k, 1, 2, b_transposed ? 1 : 0, math};
  p.a_type = p.b_type = math == HIPPUZZLE_MATH_BF16 ? HIPPUZZLE_BF16 : HIPPUZZLE_F32;
  p.c_type = HIPPUZZLE_F32;
  return p;
}

class VendorBlasTest : public ::testing::Test {
 protected:
  // A of 1, 2, ..., m x k; B of 1, 2, ..., k x n, or stored n x k.
  template <class T>
  void expect_right(VendorBlas& blas, bool b_transposed, T (*encode)(float)) {
    std::vector<T> a, b;
    for (uint64_t i = 0; i < m * k; ++i) a.push_back(encode(static_cast<float>(i + 1)));
    for (uint64_t i = 0; i < k * n; ++i) b.push_back(encode(static_cast<float>(i + 1)));
    std::vector<float> c(m * n, -1);
    const VendorOperands operands{a.data(), b.data(), c.data()};
    blas.choose(operands);
    c.assign(m * n, -1);
    blas.enqueue(operands);
    for (uint64_t row = 0; row < m; ++row) {
      for (uint64_t column = 0; column < n; ++column) {
        double sum = 0;
        for (uint64_t i = 0; i < k; ++i) {
          const uint64_t at = b_transposed ? column * k + i : i * n + column;
          sum += static_cast<double>((row * k + i + 1) * (at + 1));
        }
        EXPECT_EQ(c[row * n + column], sum) << row << "," << column;
      }
    }
  }

  FakeDevice& fake_ = testing::fake_device();
  DeviceRuntime runtime_{testing::fake_runtime_path(), "cpu"};
  Device device_{runtime_, 0};
};

float as_is(float value) { return value; }
uint16_t to_bf16(float value) {  // of a value that BF16 holds
  return static_cast<uint16_t>(std::bit_cast<uint32_t>(value) >> 16);
}

TEST_F(VendorBlasTest, HipblasltMultipliesRowMajorMatrices) {
  stand_in("hipblaslt");
  for (const bool b_transposed : {false, true}) {
    const auto fp32 =
        open_hipblaslt(device_, product(HIPPUZZLE_MATH_FP32, b_transposed), {library("hipblaslt")});
    expect_right(*fp32, b_transposed, as_is);
    const auto bf16 =
        open_hipblaslt(device_, product(HIPPUZZLE_MATH_BF16, b_transposed), {library("hipblaslt")});
    expect_right(*bf16, b_transposed, to_bf16);
  }
}

TEST_F(VendorBlasTest, HipblasltIsNamedWithItsVersion) {
  stand_in("hipblaslt");
  const auto blas = open_hipblaslt(device_, product(HIPPUZZLE_MATH_FP32), {library("hipblaslt")});
  EXPECT_EQ(blas->library(), "hipBLASLt 1.12.3");
}

TEST_F(VendorBlasTest, HipblasltIsAskedForTheArithmetic) {
  StandInBlas& blas = stand_in("hipblaslt");
  open_hipblaslt(device_, product(HIPPUZZLE_MATH_FP32), {library("hipblaslt")});
  EXPECT_EQ(blas.compute, 2);
  open_hipblaslt(device_, product(HIPPUZZLE_MATH_TF32), {library("hipblaslt")});
  EXPECT_EQ(blas.compute, 6);
  open_hipblaslt(device_, product(HIPPUZZLE_MATH_BF16), {library("hipblaslt")});
  EXPECT_EQ(blas.compute, 2);
}

// The fastest of the ways that work: the first proposal is not the best, the best ones do not work.
TEST_F(VendorBlasTest, HipblasltTakesTheFastestWayThatWorks) {
  StandInBlas& blas = stand_in("hipblaslt");
  blas.proposals = 5;
  const double milliseconds[] = {3, 1, 0.5, 2, 0.25};
  std::ranges::copy(milliseconds, blas.milliseconds);
  blas.fails[2] = true;
  blas.status[4] = 7;
  blas.clock = &fake_.milliseconds;
  const auto opened = open_hipblaslt(device_, product(HIPPUZZLE_MATH_FP32), {library("hipblaslt")});
  expect_right(*opened, false, as_is);
  EXPECT_EQ(blas.last_way, 1);
  EXPECT_EQ(blas.multiplications, 3 * 4 + 1);
  EXPECT_EQ(blas.workspace_bytes, uint64_t{64} << 20);
}

TEST_F(VendorBlasTest, HipblasltWithoutAWayIsNoBaseline) {
  StandInBlas& blas = stand_in("hipblaslt");
  const auto expect_none = [&] {
    const auto opened =
        open_hipblaslt(device_, product(HIPPUZZLE_MATH_TF32), {library("hipblaslt")});
    std::vector<float> a(m * k), b(k * n), c(m * n);
    expect_error(
        [&] {
          opened->choose({a.data(), b.data(), c.data()});
        },
        Outcome::unsupported, {"there is no baseline: hipBLASLt proposes no way"});
  };
  blas.proposals = 0;
  expect_none();
  blas.proposals = 2;
  blas.fails[0] = blas.fails[1] = true;
  expect_none();
}

TEST_F(VendorBlasTest, RocblasMultipliesRowMajorMatrices) {
  StandInBlas& blas = stand_in("rocblas");
  for (const bool b_transposed : {false, true}) {
    const auto fp32 =
        open_rocblas(device_, product(HIPPUZZLE_MATH_FP32, b_transposed), {library("rocblas")});
    expect_right(*fp32, b_transposed, as_is);
    const auto bf16 =
        open_rocblas(device_, product(HIPPUZZLE_MATH_BF16, b_transposed), {library("rocblas")});
    expect_right(*bf16, b_transposed, to_bf16);
    EXPECT_EQ(fp32->library(), "rocBLAS 5.1.0");
  }
  EXPECT_EQ(blas.multiplications, 4);
  EXPECT_EQ(blas.solution, 0);
}

TEST_F(VendorBlasTest, RocblasHasNoTf32) {
  expect_error([&] { open_rocblas(device_, product(HIPPUZZLE_MATH_TF32), {library("rocblas")}); },
               Outcome::unsupported, {"there is no baseline: rocBLAS has no TF32"});
}

TEST_F(VendorBlasTest, ALibraryThatIsNotThereIsSaidAndWhereItComesFrom) {
  const auto p = product(HIPPUZZLE_MATH_FP32);
  expect_error(
      [&] { open_hipblaslt(device_, p, {"libno_such_hipblaslt.so.1"}); }, Outcome::unsupported,
      {"there is no baseline: libno_such_hipblaslt.so.1 is not installed", "libhipblaslt1"});
  expect_error([&] { open_rocblas(device_, p, {"libno_such_rocblas.so.5"}); }, Outcome::unsupported,
               {"libno_such_rocblas.so.5 is not installed", "librocblas5"});
}

TEST_F(VendorBlasTest, ALibraryThatLacksAFunctionIsRefused) {
  const auto p = product(HIPPUZZLE_MATH_FP32);
  const auto older = [](const std::string& name) {
    return (testing::fixture("blas") / "older" / ("lib" + name + ".so")).string();
  };
  expect_error([&] { open_hipblaslt(device_, p, {older("hipblaslt")}); }, Outcome::unsupported,
               {"lacks the function 'hipblasLtMatmulPreferenceCreate'", "install another version"});
  expect_error([&] { open_rocblas(device_, p, {older("rocblas")}); }, Outcome::unsupported,
               {"lacks the function 'rocblas_gemm_ex'", "install another version"});
}

TEST_F(VendorBlasTest, TheFirstLibraryThatIsThereIsTaken) {
  stand_in("hipblaslt");
  EXPECT_NO_THROW(open_hipblaslt(device_, product(HIPPUZZLE_MATH_FP32),
                                 {"libno_such_hipblaslt.so.1", library("hipblaslt")}));
}

TEST(VendorLibraries, AreThoseOfThePlatform) {
  EXPECT_EQ(vendor_libraries("cpu"), (std::vector<std::string>{"OpenBLAS"}));
  EXPECT_EQ(vendor_libraries("nvidia"), (std::vector<std::string>{"cuBLASLt"}));
  EXPECT_EQ(vendor_libraries("amd"), (std::vector<std::string>{"rocBLAS", "hipBLASLt"}));
}

}  // namespace vendor_blas_test
}  // namespace hippuzzle
