// Large products: right ones pass, and every kind of wrong one is found, at several sizes.
#include "engine/judge/cases/product_check.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <hippuzzle/puzzle.hpp>

#include "engine/protocol/job.hpp"

namespace hippuzzle {
namespace product_check_test {

constexpr double factor = 2;

struct Size {
  uint64_t m, n, k;
};

// Random operands and their product in single precision, as a kernel would compute it.
class Example {
 public:
  Example(Size size, uint64_t seed, bool b_transposed = false)
      : size_(size), b_transposed_(b_transposed), a_(size.m * size.k), b_(size.k * size.n) {
    Random random(seed);
    fill_uniform(std::span(a_), random);
    fill_uniform(std::span(b_), random);
  }

  uint64_t n() const { return size_.n; }
  float b(uint64_t l, uint64_t j) const {
    return b_transposed_ ? b_[j * size_.k + l] : b_[l * size_.n + j];
  }

  // The terms l of [0, k) that `skip` does not leave out for the element.
  template <class Skip>
  std::vector<float> multiply(const Skip& skip) const {
    std::vector<float> c(size_.m * size_.n);
    for (uint64_t i = 0; i < size_.m; ++i) {
      for (uint64_t l = 0; l < size_.k; ++l) {
        const float a = a_[i * size_.k + l];
        for (uint64_t j = 0; j < size_.n; ++j) {
          if (!skip(i, j, l)) c[i * size_.n + j] += a * b(l, j);
        }
      }
    }
    return c;
  }
  std::vector<float> multiply() const {
    return multiply([](uint64_t, uint64_t, uint64_t) { return false; });
  }

  Operands operands() const {
    const double allowed = factor * std::sqrt(static_cast<double>(size_.k)) * 0x1p-23;
    return {{size_.m, size_.n, size_.k, 1, 2, b_transposed_, HIPPUZZLE_MATH_FP32},
            HIPPUZZLE_F32,
            HIPPUZZLE_F32,
            HIPPUZZLE_F32,
            std::as_bytes(std::span(a_)),
            std::as_bytes(std::span(b_)),
            allowed};
  }

 private:
  Size size_;
  bool b_transposed_;
  std::vector<float> a_, b_;
};

class Freivalds : public ::testing::TestWithParam<Size> {
 protected:
  Comparison check(const std::vector<float>& c) const {
    return check_.compare(std::as_bytes(std::span(c)), true);
  }

  // The element's index, how far it may be off, and its value.
  double allowed(uint64_t index) const { return everything_.allowed[index]; }

  Example example_{GetParam(), 7};
  Expectation everything_ = expect_product(example_.operands());
  FreivaldsCheck check_{example_.operands(), 11};
  std::vector<float> right_ = example_.multiply();
  uint64_t last_ = right_.size() - 1;
};

TEST_P(Freivalds, RightProductsPassWhateverTheVectors) {
  for (uint64_t seed = 0; seed < 5; ++seed) {
    const Comparison c =
        FreivaldsCheck(example_.operands(), seed).compare(std::as_bytes(std::span(right_)), true);
    EXPECT_EQ(c.wrong, 0u);
    EXPECT_GT(c.worst, 0);
    EXPECT_LT(c.worst, 1);
  }
}

TEST_P(Freivalds, OneElementOffByTwiceItsAllowanceIsFound) {
  Random random(3);
  for (int i = 0; i < 20; ++i) {
    const uint64_t index = i == 0 ? last_ : random.bits() % right_.size();
    std::vector<float> c = right_;
    c[index] = static_cast<float>(everything_.values[index] + 2 * allowed(index));
    const Comparison found = check(c);
    EXPECT_EQ(found.wrong, 1u) << index;
    ASSERT_EQ(found.first.size(), 1u) << index;
    EXPECT_EQ(found.first[0].index, index);
    EXPECT_NEAR(found.first[0].expected, everything_.values[index], 1e-9);
    EXPECT_NEAR(found.worst, 2, 0.5);
  }
}

TEST_P(Freivalds, ATileSkippedIsFound) {
  const Size s = GetParam();
  const auto c = example_.multiply([&](uint64_t i, uint64_t j, uint64_t l) {
    return i / 16 == s.m / 32 && j / 16 == s.n / 32 && l / 8 == s.k / 16;
  });
  EXPECT_GT(check(c).wrong, 1u);
}

TEST_P(Freivalds, NotANumberInACornerIsFound) {
  for (const float value : {std::nanf(""), INFINITY, -INFINITY}) {
    std::vector<float> c = right_;
    c[last_] = value;
    const Comparison found = check(c);
    EXPECT_EQ(found.wrong, 1u);
    EXPECT_EQ(found.nan, std::isnan(value) ? 1u : 0u);
    ASSERT_EQ(found.first.size(), 1u);
    EXPECT_EQ(found.first[0].index, last_);
  }
}

TEST_P(Freivalds, TheProductOfOtherOperandsIsWrong) {
  EXPECT_GT(check(Example(GetParam(), 8).multiply()).wrong, 1u);
}

TEST_P(Freivalds, ElementsThatWereNotWrittenAreCounted) {
  std::vector<float> c = right_;
  std::memset(&c[c.size() - 2], 0xff, 2 * sizeof(float));
  EXPECT_EQ(check(c).never_written, 2u);
  std::memset(c.data(), 0xff, c.size() * sizeof(float));
  const Comparison all = check(c);
  EXPECT_EQ(all.wrong, c.size());
  EXPECT_EQ(all.never_written, c.size());
  EXPECT_EQ(all.nan, 0u);
}

TEST_P(Freivalds, EqualErrorsOfOppositeSignDoNotCancel) {
  std::vector<float> c = right_;
  for (const int sign : {1, -1}) {
    const uint64_t index = sign > 0 ? 0 : example_.n() - 1;
    c[index] += static_cast<float>(sign * 4 * allowed(index));
  }
  EXPECT_EQ(check(c).wrong, 2u);
}

TEST_P(Freivalds, OperandsChangedAfterwardsDoNotMakeAWrongProductRight) {
  Example changed(GetParam(), 7);
  const Operands operands = changed.operands();
  const FreivaldsCheck before(operands, 5);
  const Example other(GetParam(), 8);
  std::memcpy(const_cast<std::byte*>(operands.a.data()), other.operands().a.data(),
              operands.a.size());
  const std::vector<float> c = changed.multiply();  // right for the operands' new values
  EXPECT_GT(before.compare(std::as_bytes(std::span(c)), true).wrong, 0u);
}

INSTANTIATE_TEST_SUITE_P(Sizes, Freivalds,
                         ::testing::Values(Size{16, 16, 16}, Size{33, 65, 129}, Size{300, 70, 40},
                                           Size{257, 512, 128}, Size{512, 512, 512}),
                         [](const auto& info) {
                           const Size s = info.param;
                           return std::to_string(s.m) + "x" + std::to_string(s.n) + "x" +
                                  std::to_string(s.k);
                         });

TEST(FreivaldsCheck, ReadsAnOperandThatLiesTransposed) {
  const Example example({100, 90, 80}, 4, true);
  const FreivaldsCheck check(example.operands(), 1);
  std::vector<float> c = example.multiply();
  EXPECT_EQ(check.compare(std::as_bytes(std::span(c)), true).wrong, 0u);
  c[4321] += 1;
  EXPECT_EQ(check.compare(std::as_bytes(std::span(c)), true).wrong, 1u);
}

TEST(FreivaldsCheck, EveryRowWrongIsCountedOnceARowAtLeast) {
  const Example example({100, 90, 80}, 4);
  std::vector<float> c = example.multiply();
  for (float& value : c) value += 1;
  const Comparison found =
      FreivaldsCheck(example.operands(), 1).compare(std::as_bytes(std::span(c)), true);
  EXPECT_TRUE(found.is_partial);
  EXPECT_GE(found.wrong, 100u);
  EXPECT_EQ(found.first.size(), 10u);
}

TEST(ExpectProduct, IsTheReferenceInBothLayouts) {
  for (const bool transposed : {false, true}) {
    const Example example({3, 70, 5}, 2, transposed);
    const Expectation e = expect_product(example.operands());
    const std::vector<float> c = example.multiply();
    for (size_t i = 0; i < c.size(); ++i) {
      EXPECT_NEAR(e.values[i], c[i], 1e-5) << transposed;
      EXPECT_GE(e.allowed[i], std::abs(e.values[i]) * example.operands().allowed);
    }
  }
}

}  // namespace product_check_test
}  // namespace hippuzzle
