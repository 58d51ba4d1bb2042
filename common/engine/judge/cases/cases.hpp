// The cases that a variant is tried on, with their inputs and expected outputs.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "engine/judge/cases/comparison.hpp"
#include "engine/judge/cases/judge_module.hpp"
#include "engine/judge/cases/product_check.hpp"
#include "engine/protocol/job.hpp"
#include "support/files/shared_memory.hpp"

namespace hippuzzle {

struct Case {
  // "the example", "random 10 x 10 in 4 x 4 blocks", "random 3 elements in one block (warp of 64)"
  std::string name;
  size_t number = 0;  // in the order in which the variant has them, from 1
  hippuzzle_extents extents;
  JobCase job;                          // for the runner
  std::vector<hippuzzle_shape> shapes;  // of the buffers
  bool is_judged = true;                // else there are no expected results
  Expectation expectation;
  std::optional<FreivaldsCheck> freivalds;  // instead, for a product too large for it

  // outputs: their bytes, in the order of the variant's outputs.
  Comparison compare(const hippuzzle_variant& variant,
                     const std::vector<std::span<const std::byte>>& outputs) const;
  double right_value(uint64_t index) const;  // of an element of all outputs, row-major
};

// An example that takes the place of the variant's own.
struct Example {
  hippuzzle_extents extents = {};
  std::map<std::string, std::vector<double>> inputs;  // by the names of filled buffers, row-major
  std::vector<double> expected;                       // of the outputs, one after the other
};

// Cases and the memory that holds their inputs and outputs, not owned.
struct CaseView {
  std::span<const Case> cases;
  const SharedMemory& memory;

  // An input, or an output as the kernels left it.
  std::span<std::byte> contents(const Case& c, uint32_t buffer) const {
    return memory.bytes().subspan(c.job.buffers[buffer].offset, c.job.buffers[buffer].bytes);
  }

  // A filled buffer as the kernels found it.
  std::span<std::byte> first_contents(const Case& c, uint32_t buffer) const {
    const JobBuffer& b = c.job.buffers[buffer];
    return memory.bytes().subspan(b.first_contents.value_or(b.offset), b.bytes);
  }
};

// A variant's cases, owned.
struct CaseSet {
  std::vector<Case> cases;
  SharedMemory memory;

  CaseView view() const { return {cases, memory}; }
  std::span<std::byte> contents(const Case& c, uint32_t buffer) const {
    return view().contents(c, buffer);
  }
};

enum class WhichCases {
  judged,
  all  // those as well that are shown only when they are asked for by their name
};

// First the worked example with an output of zeros, held against the written-down figures; then the
// cases that an accidental solution does not survive: the example with a poisoned output, and
// random values on every size of the variant and on `unforeseen` further sizes (size.hpp). A
// variant with a warp extent has an example for each width of warps; a given example takes the
// place of both. Throws Error(load_failed) when `example` does not fit the variant's buffers.
CaseSet make_cases(const hippuzzle_variant& variant, uint64_t seed,
                   const std::optional<Example>& example = std::nullopt,
                   WhichCases which = WhichCases::judged, uint32_t unforeseen = 0);

// Extents as a user gave them, with the tile that the variant takes for them.
hippuzzle_extents with_tile(const hippuzzle_variant& variant, const hippuzzle_extents& extents);

// Random values at these extents, with_tile() them, the outputs poisoned. The buffers lie from
// `end` on, which moves.
Case plan_random_case(const hippuzzle_variant& variant, const hippuzzle_extents& extents,
                      uint64_t& end);

// Fills the inputs of a case that plan_random_case() planned; returns where they lie in the memory,
// by buffer, null for an OUT buffer.
std::vector<void*> fill_random_inputs(const hippuzzle_variant& variant, const Case& c,
                                      const SharedMemory& memory, uint64_t seed);

// Computes the expected output for these contents of the filled buffers, which outlive the case. A
// product of more than full_check terms is checked by product_check.hpp, with vectors of this seed.
void expect_random_case(const hippuzzle_variant& variant, Case& c,
                        const std::vector<const void*>& contents, uint64_t seed,
                        double full_check = full_check_limit);

// Fills the inputs and computes the expected output.
void fill_random_case(const hippuzzle_variant& variant, Case& c, const SharedMemory& memory,
                      uint64_t seed);

}  // namespace hippuzzle
