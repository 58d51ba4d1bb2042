// Products of matrices that clang compiled to each generation's matrix instructions, run under all
// checks: right, and without a finding, since a compiler keeps the distances that are checked.
#include <gtest/gtest.h>

#include "amd_emulator/check/wave_checker.hpp"
#include "amd_emulator/decode/decoded_program.hpp"
#include "amd_emulator/dispatch/dispatched_launch.hpp"
#include "amd_emulator/isa/half.hpp"
#include "tests/amd_emulator/checks/compiled_kernel.hpp"

namespace hippuzzle::amd {
namespace matrix_kernel_test {

constexpr unsigned side = 16;

// One wave; A, B and the result by rows.
constexpr const char* singles = R"(
typedef float f4 __attribute__((ext_vector_type(4)));
kernel void product(global float* out, global const float* a, global const float* b) {
  unsigned l = __builtin_amdgcn_workitem_id_x();
  f4 c = 0;
  for (unsigned k = 0; k < 16; k += 4)
    c = __builtin_amdgcn_mfma_f32_16x16x4f32(a[l % 16 * 16 + k + l / 16],
                                             b[(k + l / 16) * 16 + l % 16], c, 0, 0, 0);
  for (unsigned r = 0; r < 4; ++r) out[(4 * (l / 16) + r) * 16 + l % 16] = c[r];
}
)";

constexpr const char* doubles = R"(
#pragma OPENCL EXTENSION cl_khr_fp64 : enable
typedef double d4 __attribute__((ext_vector_type(4)));
kernel void product(global double* out, global const double* a, global const double* b) {
  unsigned l = __builtin_amdgcn_workitem_id_x();
  d4 c = 0;
  for (unsigned k = 0; k < 16; k += 4)
    c = __builtin_amdgcn_mfma_f64_16x16x4f64(a[l % 16 * 16 + k + l / 16],
                                             b[(k + l / 16) * 16 + l % 16], c, 0, 0, 0);
  for (unsigned r = 0; r < 4; ++r) out[(4 * r + l / 16) * 16 + l % 16] = c[r];
}
)";

constexpr const char* halves = R"(
#pragma OPENCL EXTENSION cl_khr_fp16 : enable
typedef half h16 __attribute__((ext_vector_type(16)));
typedef float f8 __attribute__((ext_vector_type(8)));
kernel void product(global float* out, global const half* a, global const half* b) {
  unsigned l = __builtin_amdgcn_workitem_id_x();
  h16 x, y;
  for (unsigned k = 0; k < 16; ++k) {
    x[k] = a[l % 16 * 16 + k];
    y[k] = b[k * 16 + l % 16];
  }
  f8 c = __builtin_amdgcn_wmma_f32_16x16x16_f16_w32(x, y, (f8)0);
  for (unsigned r = 0; r < 8; ++r) out[(2 * r + l / 16) * 16 + l % 16] = c[r];
}
)";

int a_at(unsigned n) { return static_cast<int>(n * 7 % 13) - 6; }
int b_at(unsigned n) { return static_cast<int>(n * 5 % 11) - 5; }

// T: of the factors; Result: of the product.
template <class T, class Result>
std::vector<Result> launched(const CodeObject& object, T (*encode)(int), unsigned threads,
                             std::vector<Finding>& findings) {
  std::vector<T> a(side * side), b(side * side);
  std::vector<Result> out(side * side);
  for (unsigned n = 0; n < a.size(); ++n) {
    a[n] = encode(a_at(n));
    b[n] = encode(b_at(n));
  }
  Program program(object);
  Memory memory;
  Checker checker;
  const auto add = [&](const char* name, auto& array) {
    const auto begin = reinterpret_cast<uint64_t>(array.data());
    const uint64_t bytes = array.size() * sizeof array[0];
    memory.add(begin, bytes);
    checker.arrays().add({begin, begin + bytes, name, false});
    return array.data();
  };
  memory.add(object.base(), object.bytes());
  void* out_pointer = add("out", out);
  void* a_pointer = add("a", a);
  void* b_pointer = add("b", b);
  void* arguments[] = {&out_pointer, &a_pointer, &b_pointer};
  const Launch launch{.kernel = *object.kernel("product"),
                      .program = program,
                      .grid = {1, 1, 1},
                      .block = {threads, 1, 1},
                      .arguments = arguments};
  run(launch, memory, &checker);
  findings = checker.findings();
  return out;
}

template <class T, class Result>
void expect_product(const char* source, const std::string& target, T (*encode)(int),
                    unsigned threads) {
  if (*LINKER == '\0') GTEST_SKIP() << "no linker of LLVM 15 or newer (lld) was found";
  const CompiledKernel kernel = compiled(source, target, {});
  for (const char* unknown : {"unknown target CPU", "invalid target ID"})  // clang 19's, 15's words
    if (kernel.why_not.find(unknown) != std::string::npos)
      GTEST_SKIP() << "this clang does not know " << target;
  ASSERT_EQ(kernel.why_not, "");
  const CodeObject object(kernel.elf, target);
  std::vector<Finding> findings;
  const std::vector<Result> out = launched<T, Result>(object, encode, threads, findings);
  for (unsigned row = 0; row < side; ++row) {
    for (unsigned column = 0; column < side; ++column) {
      int sum = 0;
      for (unsigned k = 0; k < side; ++k) sum += a_at(row * side + k) * b_at(k * side + column);
      ASSERT_EQ(out[row * side + column], static_cast<Result>(sum)) << row << ", " << column;
    }
  }
  for (const Finding& f : findings) ADD_FAILURE() << f.detail << " " << f.sides[0].text;
}

TEST(MatrixKernels, OfSinglePrecision) {
  for (const char* target : {"gfx908", "gfx90a", "gfx942"}) {
    SCOPED_TRACE(target);
    expect_product<float, float>(
        singles, target, [](int x) { return static_cast<float>(x); }, 64);
  }
}

TEST(MatrixKernels, OfDoublePrecision) {
  for (const char* target : {"gfx90a", "gfx942"}) {
    SCOPED_TRACE(target);
    expect_product<double, double>(
        doubles, target, [](int x) { return static_cast<double>(x); }, 64);
  }
}

TEST(MatrixKernels, OfHalves) {
  expect_product<uint16_t, float>(
      halves, "gfx1100", [](int x) { return to_half(x); }, 32);
}

}  // namespace matrix_kernel_test
}  // namespace hippuzzle::amd
