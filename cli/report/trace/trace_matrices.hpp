// Memory and variables after a phase of a traced launch, as matrices of text.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "cli/terminal/text/matrix_text.hpp"
#include "engine/results/trace.hpp"

namespace hippuzzle {

// Larger arrays and blocks have no matrix.
class TraceMatrices {
 public:
  // launch: to be kept by the caller
  explicit TraceMatrices(const TracedLaunch& launch);

  // The block's shared arrays, and the global arrays that it wrote in this phase, cut to the part
  // that it has written so far. To be asked for each phase in turn.
  std::vector<Matrix> memory(size_t phase);

  // Variables that changed in this phase: matrices laid out as the threads in the block, and one
  // line for variables that are equal in all threads, "" for none.
  std::vector<Matrix> variables(size_t phase) const;
  std::string common_variables(size_t phase) const;

 private:
  std::vector<Matrix> shared(size_t phase) const;
  std::vector<Matrix> written(size_t phase);
  std::vector<TracedValue> before(size_t variable, size_t phase) const;
  bool is_shown(size_t variable, size_t phase) const;

  const TracedLaunch& launch_;
  std::vector<std::vector<TracedValue>> outputs_;  // by array: the block's last values
};

}  // namespace hippuzzle
