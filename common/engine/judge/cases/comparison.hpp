// The comparison rule: when an output counts as right.
#pragma once

#include <hippuzzle/puzzle.h>

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace hippuzzle {

// The right outputs, one after the other, and by how much each element may differ from them.
struct Expectation {
  std::vector<double> values;   // row-major
  std::vector<double> allowed;  // absolute, one per value
};

struct Mismatch {
  uint64_t index;  // of the element in its output, row-major
  double got;
  double expected;
  bool never_written;   // still holds the poison that the output began with
  uint32_t output = 0;  // among the variant's outputs
};

struct Comparison {
  uint64_t wrong = 0;  // elements, NaN and unwritten ones among them
  uint64_t nan = 0;
  uint64_t never_written = 0;
  std::vector<Mismatch> first;  // the first ten
  std::vector<bool> is_wrong;   // one per element; empty when is_partial
  double worst = 0;             // the largest difference over its allowance, infinite for NaN
  bool is_partial = false;      // not every element was computed: at least `wrong` ones are wrong
};

// Adds the comparison of a part of the output that begins at element `first`, except is_wrong.
void add(Comparison& whole, const Comparison& part, uint64_t first);

// Adds what was found in the next output, whose index among the outputs that is.
void add_output(Comparison& all, const Comparison& next, uint32_t output);

// The factor of |A||B| (puzzle.h: magnitude) by which an output of that type may be off; 0 when
// EXACT.
double allowed_of_magnitude(const hippuzzle_variant& variant, const hippuzzle_extents& extents,
                            hippuzzle_type type);

// The relative rounding error of storing a right value: half a step of the type, if the type is
// coarser than the arithmetic that formed the value; else 0.
double rounding_of(hippuzzle_type type);

// The expectation of inputs by the variant's reference and tolerance. buffers: host memory in the
// kernel's order, the entries of OUT buffers unused.
Expectation expect(const hippuzzle_variant& variant, const hippuzzle_extents& extents,
                   const std::vector<const void*>& buffers);

// Compares one output, whose elements begin at `first` in the expectation. NaN is never right.
// poisoned says that the output began as poison bytes (job.hpp).
Comparison compare(hippuzzle_type type, std::span<const std::byte> output,
                   const Expectation& expectation, bool poisoned, uint64_t first = 0);

// The elements of an array of that type as doubles, and the other way round.
std::vector<double> to_doubles(hippuzzle_type type, std::span<const std::byte> bytes);
void from_doubles(hippuzzle_type type, std::span<const double> values, void* array);

}  // namespace hippuzzle
