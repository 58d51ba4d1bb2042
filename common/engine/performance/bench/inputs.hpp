// The inputs on which the variants of a benchmark are measured. Variants that solve the same
// problem get the same two sets of inputs. The runner mixes these sets before each timed launch, so
// a kernel never sees the same inputs twice and cannot return an earlier result.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "engine/judge/cases/cases.hpp"
#include "engine/judge/catalog/catalog.hpp"
#include "engine/protocol/measure_plan.hpp"

namespace hippuzzle {

// A variant that is timed, or a baseline instead.
struct TimedVariant {
  const VariantRef* ref = nullptr;              // nullptr for a baseline
  const hippuzzle_variant* variant = nullptr;   // whose problem it solves
  size_t problem = 0;                           // as BenchInputs numbers them
  std::string library = {};                     // of a baseline
  std::array<uint64_t, input_sets> slots = {};  // offsets of the retained outputs: of the first of
                                                // a set, with the others behind it
};

class BenchInputs {
 public:
  explicit BenchInputs(const hippuzzle_extents& extents) : extents_(extents) {}

  // The number of the problem that the variant solves.
  size_t problem_of(const hippuzzle_variant& variant);

  // Throws Error(unsupported) unless inputs and outputs of these variants fit into memory, where
  // those on the device lie as well if it is the host.
  void require_memory(const std::vector<TimedVariant*>& timed, bool device_is_host) const;

  // Makes the inputs of these variants and the expected outputs, and gives each its output slots.
  // progress: in [0, 1).
  void make(const std::vector<TimedVariant*>& timed, uint64_t seed,
            const std::function<void(double)>& progress);

  const SharedMemory& memory() const { return *memory_; }
  const Case& first_case(const TimedVariant& timed) const { return case_of(timed, 0); }
  KernelToTime kernel_to_time(const TimedVariant& timed) const;

  // The variant's retained output in this slot, which it computed from this mixture.
  Comparison compare_retained(const TimedVariant& timed, uint32_t slot, uint64_t mixture) const;

 private:
  struct Problem {
    const hippuzzle_variant* variant;  // any that solves it
    std::vector<size_t> cases;  // one for each set of inputs, once they are made; the first one has
                                // an expected output
  };

  // A buffer's elements mixed from both sets.
  std::vector<std::byte> mixed(const TimedVariant& timed, uint32_t buffer, uint64_t mixture) const;

  const Case& case_of(const TimedVariant& timed, uint32_t set) const {
    return cases_[problems_[timed.problem].cases[set]];
  }

  const hippuzzle_extents extents_;
  std::vector<Problem> problems_;
  std::vector<Case> cases_;
  std::optional<SharedMemory> memory_;
};

}  // namespace hippuzzle
