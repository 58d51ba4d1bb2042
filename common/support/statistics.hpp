// Statistics of repeated measurements.
#pragma once

#include <cstddef>
#include <span>

namespace hippuzzle {

struct Summary {
  size_t count = 0;
  double median = 0;
  // Between two of the measurements: with a probability of `confidence` the median of all that
  // could have been measured lies there, whatever their distribution.
  double low = 0, high = 0;
  double confidence = 0;  // at least 0.95 from six measurements on, below that the highest possible
  double relative_error = 0;  // standard error of the mean over the mean; infinite for one alone
};

Summary summarise(std::span<const double> measurements);

// The ratio of `now` to `before`, of medians, with the interval that follows from both of theirs.
struct Ratio {
  double value, low, high;
};
Ratio ratio(const Summary& now, const Summary& before);

}  // namespace hippuzzle
