#include "support/statistics.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

namespace hippuzzle {
namespace {

// The probability that fewer than `rank` of `count` measurements fall below their median.
double below(size_t rank, size_t count) {
  double sum = 0;
  const double n = static_cast<double>(count);
  for (size_t i = 0; i < rank; ++i) {
    const double k = static_cast<double>(i);
    sum += std::exp(std::lgamma(n + 1) - std::lgamma(k + 1) - std::lgamma(n - k + 1) -
                    n * std::log(2.0));
  }
  return sum;
}

}  // namespace

Summary summarise(std::span<const double> measurements) {
  Summary s;
  s.count = measurements.size();
  if (s.count == 0) return s;
  std::vector<double> sorted(measurements.begin(), measurements.end());
  std::ranges::sort(sorted);
  const size_t n = sorted.size();
  s.median = n % 2 == 1 ? sorted[n / 2] : (sorted[n / 2 - 1] + sorted[n / 2]) / 2;

  // The narrowest pair of equally distant ranks that is wide enough.
  size_t rank = 0;
  double outside = below(1, n);
  for (size_t next = 1; next < (n + 1) / 2; ++next) {
    const double wider = below(next + 1, n);
    if (2 * wider > 0.05) break;
    rank = next;
    outside = wider;
  }
  s.low = sorted[rank];
  s.high = sorted[n - 1 - rank];
  s.confidence = std::max(0.0, 1 - 2 * outside);

  double mean = 0;
  for (double x : sorted) mean += x / static_cast<double>(n);
  double squares = 0;
  for (double x : sorted) squares += (x - mean) * (x - mean);
  s.relative_error =
      n < 2 ? std::numeric_limits<double>::infinity()
            : std::sqrt(squares / static_cast<double>(n - 1) / static_cast<double>(n)) / mean;
  return s;
}

Ratio ratio(const Summary& now, const Summary& before) {
  return {now.median / before.median, now.low / before.high, now.high / before.low};
}

}  // namespace hippuzzle
