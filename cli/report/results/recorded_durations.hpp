// Durations of results, by files of results from before.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

namespace hippuzzle {

class RecordedDurations {
 public:
  // file: of results, as JSON; without one nothing is known. Throws Error(usage).
  explicit RecordedDurations(const std::optional<std::string>& file);

  // The duration recorded for the first of these names that is known: "p16 --naive on cpu",
  // "p16 --naive", "p16", or "ann: p16", "p16". A name that fits several results has their mean;
  // where none is known it is the mean of all, or 1.
  double seconds(const std::vector<std::string>& names) const;

 private:
  struct Sum {
    double seconds = 0;
    size_t results = 0;
  };
  std::map<std::string, Sum> sums_;  // by name; "" for all
};

}  // namespace hippuzzle
