// Findings that a file suppresses, in the form of suppression files for sanitizers. A line each:
//   race:my_kernel            a rule or a kind of rules, then its object: a kernel, a function,
//   out-of-bounds:sort.hip    a source file or an array
//   bounds:third_party/*      with * and ? as in names of files
// Empty lines, and lines that begin with #, are ignored.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "engine/results/finding.hpp"

namespace hippuzzle::cc {

class Suppressions {
 public:
  Suppressions() = default;

  // Throws Error(usage), with the line, for a line that is none, and for a file that is not there.
  explicit Suppressions(const std::filesystem::path& file);

  // Sets `suppressed` of each finding that a line fits to that line and where it stands.
  void apply(std::vector<Finding>& findings);

  // Lines that have fitted nothing so far, in the same words.
  std::vector<std::string> unused() const;

 private:
  struct Line {
    std::string kind, pattern, words;
    bool is_used = false;
  };

  std::vector<Line> lines_;
};

}  // namespace hippuzzle::cc
