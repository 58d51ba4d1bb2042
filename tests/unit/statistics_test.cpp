// Medians, their intervals and errors, against figures known from elsewhere.
#include "support/statistics.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <hippuzzle/puzzle.hpp>
#include <numeric>
#include <vector>

namespace hippuzzle {
namespace statistics_test {

std::vector<double> one_to(size_t n) {
  std::vector<double> values(n);
  std::iota(values.begin(), values.end(), 1.0);
  return values;
}

TEST(Summarise, TheMedianIsTheMiddleInAnyOrder) {
  EXPECT_EQ(summarise(std::vector<double>{3, 1, 2}).median, 2);
  EXPECT_EQ(summarise(std::vector<double>{4, 1, 3, 2}).median, 2.5);
  EXPECT_EQ(summarise(std::vector<double>{7}).median, 7);
}

TEST(Summarise, IntervalsAreThoseOfTheBinomialTable) {
  // Ranks of the 95 % interval of a median: n = 6: 1 to 6; 10: 2 to 9; 20: 6 to 15; 100: 40 to 61.
  const struct {
    size_t n;
    double low, high, confidence;
  } table[] = {
      {6, 1, 6, 0.96875}, {10, 2, 9, 0.978516}, {20, 6, 15, 0.958610}, {100, 40, 61, 0.964800}};
  for (const auto& row : table) {
    const Summary s = summarise(one_to(row.n));
    EXPECT_EQ(s.low, row.low) << row.n;
    EXPECT_EQ(s.high, row.high) << row.n;
    EXPECT_NEAR(s.confidence, row.confidence, 1e-5) << row.n;
  }
}

TEST(Summarise, TooFewMeasurementsSayHowMuchTheyAllow) {
  const Summary s = summarise(one_to(4));
  EXPECT_EQ(s.low, 1);
  EXPECT_EQ(s.high, 4);
  EXPECT_NEAR(s.confidence, 0.875, 1e-9);
  EXPECT_EQ(summarise(one_to(1)).confidence, 0);
  EXPECT_TRUE(std::isinf(summarise(one_to(1)).relative_error));
}

TEST(Summarise, TheIntervalCoversTheMedianAsOftenAsItSays) {
  Random random(1);
  int covered = 0;
  constexpr int trials = 4000;
  for (int t = 0; t < trials; ++t) {
    std::vector<double> sample(15);
    for (double& x : sample) x = std::exp(3 * random.uniform(0, 1));  // skewed; median e^1.5
    const Summary s = summarise(sample);
    covered += s.low <= std::exp(1.5) && std::exp(1.5) <= s.high;
  }
  EXPECT_NEAR(static_cast<double>(covered) / trials, summarise(one_to(15)).confidence, 0.012);
}

TEST(Summarise, TheRelativeErrorIsThatOfTheMean) {
  EXPECT_DOUBLE_EQ(summarise(std::vector<double>{9, 11}).relative_error, 0.1);
  EXPECT_EQ(summarise(std::vector<double>{5, 5, 5}).relative_error, 0);
}

TEST(RatioOfMedians, HasTheWidestIntervalThatBothAllow) {
  const Ratio r = ratio(summarise(one_to(6)), summarise(std::vector<double>{2, 2, 2, 2, 2, 2}));
  EXPECT_DOUBLE_EQ(r.value, 1.75);
  EXPECT_DOUBLE_EQ(r.low, 0.5);
  EXPECT_DOUBLE_EQ(r.high, 3);
}

}  // namespace statistics_test
}  // namespace hippuzzle
