// Results of a comparison, kept as lines of JSON: recorded/*.jsonl.
#pragma once

#include <string>
#include <vector>

#include "tests/hip_cpu/oracle/subject.hpp"

namespace hippuzzle::testing {

struct Results {
  std::string seen_on;             // the machine and the tools of the run, a sentence
  std::vector<Compared> compared;  // in the order of the subjects
};

// If a subject has several lines, the last one counts. Empty where there is no file.
Results read_results(const std::string& file, const std::vector<Subject>& subjects);

// Several processes may append to one file. Ends this process if the file cannot be written.
void append_result(const std::string& file, const std::string& line);

}  // namespace hippuzzle::testing
