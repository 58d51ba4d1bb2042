// When an output counts as right, element by element.
#include "engine/judge/cases/comparison.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <limits>

#include "engine/protocol/job.hpp"

namespace hippuzzle {
namespace compare_test {

constexpr double nan = std::numeric_limits<double>::quiet_NaN();
constexpr double infinity = std::numeric_limits<double>::infinity();

template <class T>
std::span<const std::byte> bytes(const std::vector<T>& values) {
  return std::as_bytes(std::span(values));
}

Expectation exactly(const std::vector<double>& values) {
  return {values, std::vector<double>(values.size(), 0)};
}

TEST(Compare, EqualIsRight) {
  const Comparison c =
      compare(HIPPUZZLE_F32, bytes<float>({1, -2, 0.5f}), exactly({1, -2, 0.5}), false);
  EXPECT_EQ(c.wrong, 0u);
  EXPECT_TRUE(c.first.empty());
}

TEST(Compare, DifferenceUpToTheAllowedIsRight) {
  const double step = 0x1p-20;
  const Expectation expectation{{1, 1, 1}, {step, step, step}};
  const Comparison c =
      compare(HIPPUZZLE_F64, bytes<double>({1 + step, 1 - step, std::nextafter(1 + step, 2)}),
              expectation, false);
  EXPECT_EQ(c.wrong, 1u);
  ASSERT_EQ(c.first.size(), 1u);
  EXPECT_EQ(c.first[0].index, 2u);
}

TEST(Compare, EveryElementHasItsOwnAllowance) {
  const Expectation expectation{{10, 10}, {1, 0.25}};
  const Comparison c = compare(HIPPUZZLE_F32, bytes<float>({10.5f, 10.5f}), expectation, false);
  EXPECT_EQ(c.wrong, 1u);
  EXPECT_EQ(c.first[0].index, 1u);
}

TEST(Compare, NanIsNeverRight) {
  const Comparison c =
      compare(HIPPUZZLE_F32, bytes<float>({std::nanf("")}), {{0}, {infinity}}, false);
  EXPECT_EQ(c.wrong, 1u);
  EXPECT_EQ(c.nan, 1u);
  EXPECT_TRUE(std::isnan(c.first[0].got));
}

TEST(Compare, NanIsNotRightWhereNanIsExpected) {
  EXPECT_EQ(compare(HIPPUZZLE_F64, bytes<double>({nan}), {{nan}, {1}}, false).wrong, 1u);
}

TEST(Compare, InfinityIsNotRight) {
  EXPECT_EQ(compare(HIPPUZZLE_F64, bytes<double>({infinity}), exactly({1e308}), false).wrong, 1u);
}

TEST(Compare, PoisonIsToldAsNeverWritten) {
  std::vector<float> output(3, 1);
  std::memset(&output[1], static_cast<int>(poison_byte), sizeof(float));
  const Comparison c = compare(HIPPUZZLE_F32, bytes(output), exactly({1, 1, 2}), true);
  EXPECT_EQ(c.wrong, 2u);
  EXPECT_EQ(c.never_written, 1u);
  EXPECT_EQ(c.nan, 0u);  // poison reads as NaN, but the kernel did not compute one
  ASSERT_EQ(c.first.size(), 2u);
  EXPECT_TRUE(c.first[0].never_written);
  EXPECT_FALSE(c.first[1].never_written);
}

TEST(Compare, PoisonIsNanWhereNothingWasPoisoned) {
  std::vector<float> output(1);
  std::memset(output.data(), static_cast<int>(poison_byte), sizeof(float));
  const Comparison c = compare(HIPPUZZLE_F32, bytes(output), exactly({1}), false);
  EXPECT_EQ(c.nan, 1u);
  EXPECT_EQ(c.never_written, 0u);
}

TEST(Compare, PoisonIsSeenInEveryType) {
  for (const auto& [type, size] : {std::pair{HIPPUZZLE_F32, 4},
                                   {HIPPUZZLE_F64, 8},
                                   {HIPPUZZLE_I32, 4},
                                   {HIPPUZZLE_U32, 4},
                                   {HIPPUZZLE_BF16, 2}}) {
    const std::vector<std::byte> output(static_cast<size_t>(size), poison_byte);
    EXPECT_EQ(compare(type, output, exactly({7}), true).never_written, 1u) << type;
  }
}

TEST(Compare, IntegersCompareWithoutLoss) {
  const int32_t least = std::numeric_limits<int32_t>::min();
  const uint32_t most = std::numeric_limits<uint32_t>::max();
  EXPECT_EQ(compare(HIPPUZZLE_I32, bytes<int32_t>({least}), exactly({least}), false).wrong, 0u);
  EXPECT_EQ(compare(HIPPUZZLE_I32, bytes<int32_t>({least + 1}), exactly({least}), false).wrong, 1u);
  EXPECT_EQ(compare(HIPPUZZLE_U32, bytes<uint32_t>({most}), exactly({most}), false).wrong, 0u);
  EXPECT_EQ(compare(HIPPUZZLE_U32, bytes<uint32_t>({most - 1}), exactly({most}), false).wrong, 1u);
}

TEST(Compare, CountsAllAndKeepsTheFirstTen) {
  const std::vector<float> output(1000, 1);
  const Comparison c =
      compare(HIPPUZZLE_F32, bytes(output), exactly(std::vector<double>(1000, 2)), false);
  EXPECT_EQ(c.wrong, 1000u);
  ASSERT_EQ(c.first.size(), 10u);
  for (uint64_t i = 0; i < 10; ++i) {
    EXPECT_EQ(c.first[i].index, i);
    EXPECT_EQ(c.first[i].got, 1);
    EXPECT_EQ(c.first[i].expected, 2);
  }
}

// A variant of one output of type T, whose reference gives 3 with a magnitude of 5 everywhere.
hippuzzle_variant scaled(hippuzzle_type type, hippuzzle_tolerance tolerance,
                         hippuzzle_buffer& buffer) {
  buffer = {"output", type, HIPPUZZLE_OUT, [](const hippuzzle_extents* e) {
              return hippuzzle_shape{1, {e->n[0]}};
            }};
  hippuzzle_variant variant = {};
  variant.buffers = &buffer;
  variant.buffer_count = 1;
  variant.reference = [](const hippuzzle_extents* e, const void* const*, double* y64,
                         double* magnitude) {
    for (uint64_t i = 0; i < e->n[0]; ++i) {
      y64[i] = 3;
      magnitude[i] = 5;
    }
  };
  variant.tolerance = tolerance;
  variant.factor = 2;
  variant.terms = [](const hippuzzle_extents*) { return 16.0; };
  return variant;
}

TEST(Expect, ComponentwiseAllowanceIsFactorTimesRootOfTermsTimesEpsilonTimesMagnitude) {
  hippuzzle_buffer buffer;
  const auto f32 = scaled(HIPPUZZLE_F32, HIPPUZZLE_COMPONENTWISE, buffer);
  const Expectation e = expect(f32, {{2}}, {nullptr});
  EXPECT_EQ(e.values, (std::vector<double>{3, 3}));
  EXPECT_EQ(e.allowed, (std::vector<double>(2, 2 * 4 * 0x1p-23 * 5)));

  const auto f64 = scaled(HIPPUZZLE_F64, HIPPUZZLE_COMPONENTWISE, buffer);
  EXPECT_EQ(expect(f64, {{1}}, {nullptr}).allowed, (std::vector<double>{2 * 4 * 0x1p-52 * 5}));
}

TEST(Expect, ABf16OutputMayBeHalfAStepOffTheSumInFp32) {
  hippuzzle_buffer buffer;
  const auto bf16 = scaled(HIPPUZZLE_BF16, HIPPUZZLE_COMPONENTWISE, buffer);
  EXPECT_EQ(expect(bf16, {{1}}, {nullptr}).allowed,
            (std::vector<double>{2 * 4 * 0x1p-23 * 5 + 3 * 0x1p-8}));
}

TEST(Expect, ExactAllowsNothing) {
  hippuzzle_buffer buffer;
  const auto variant = scaled(HIPPUZZLE_F32, HIPPUZZLE_EXACT, buffer);
  EXPECT_EQ(expect(variant, {{3}}, {nullptr}).allowed, (std::vector<double>{0, 0, 0}));
}

TEST(ToDoubles, ReadsEveryType) {
  EXPECT_EQ(to_doubles(HIPPUZZLE_F32, bytes<float>({0.1f})), (std::vector<double>{0.1f}));
  EXPECT_EQ(to_doubles(HIPPUZZLE_F64, bytes<double>({0.1})), (std::vector<double>{0.1}));
  EXPECT_EQ(to_doubles(HIPPUZZLE_I32, bytes<int32_t>({-1})), (std::vector<double>{-1}));
  EXPECT_EQ(to_doubles(HIPPUZZLE_U32, bytes<uint32_t>({~0u})), (std::vector<double>{4294967295.0}));
  EXPECT_EQ(to_doubles(HIPPUZZLE_BF16, bytes<uint16_t>({0x3f80, 0xc049})),
            (std::vector<double>{1, -3.140625}));
}

TEST(FromDoubles, RoundsBf16ToTheNearestAndTiesToEven) {
  std::vector<uint16_t> bits(4);
  from_doubles(HIPPUZZLE_BF16, std::vector<double>{1, 1 + 0x1p-8, 1 + 3 * 0x1p-8, 1 + 0x1.1p-8},
               bits.data());
  EXPECT_EQ(bits, (std::vector<uint16_t>{0x3f80, 0x3f80, 0x3f82, 0x3f81}));
}

}  // namespace compare_test
}  // namespace hippuzzle
