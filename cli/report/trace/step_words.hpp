// The words of the sentences about a traced launch: who did something to which elements.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "cli/report/trace/traced_lines.hpp"
#include "engine/results/trace.hpp"

namespace hippuzzle {

// "a, b and c"
std::string joined_and(const std::vector<std::string>& parts);

// "0, 1, 2, …, 7": of a longer list the first values and the last.
std::string told_values(const std::vector<TracedValue>& values, const std::string& type);

class StepWords {
 public:
  explicit StepWords(const TracedLaunch& launch) : launch_(launch) {}

  // "all 8 threads", "thread 2", "threads 0 to 3", "5 of the 9 threads"
  std::string actors(const std::vector<uint32_t>& threads) const;

  // "`a[0, 1]`"
  std::string cell(uint32_t array, uint64_t element) const;
  std::string array_name(uint32_t array) const;

  // "`a[0]` to `a[7]` (0, 1, 2, …, 7)"
  std::string object(const LineAccesses& group) const;

 private:
  const TracedLaunch& launch_;
};

}  // namespace hippuzzle
