// What the variants of a benchmark are measured on. Variants that are asked the same question get
// the same inputs and are held to the same right output; there are two sets of inputs, so that a
// kernel cannot hand out what it computed before.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "engine/cases/cases.hpp"
#include "engine/catalog/catalog.hpp"
#include "engine/protocol/measure_plan.hpp"

namespace hippuzzle {

// A variant that is measured, or a baseline in its place.
struct Subject {
  const VariantRef* ref;                   // nullptr for a baseline
  const hippuzzle_variant* variant;        // whose question it answers
  size_t question;                         // as BenchInputs numbers them
  std::string library;                     // of a baseline
  std::array<uint64_t, input_sets> rooms;  // offsets of the rooms for outputs that are kept
};

class BenchInputs {
 public:
  explicit BenchInputs(const hippuzzle_extents& extents) : extents_(extents) {}

  // The number of the question that the variant answers.
  size_t question_of(const hippuzzle_variant& variant);

  // Throws Error(unsupported) unless inputs and outputs of these subjects fit into memory, where
  // those on the device lie as well if it is the host.
  void require_memory(const std::vector<Subject*>& subjects, bool device_is_host) const;

  // Makes the inputs of these subjects and what is right for them, and gives each its rooms.
  // progress: in [0, 1).
  void make(const std::vector<Subject*>& subjects, uint64_t seed,
            const std::function<void(double)>& progress);

  const SharedMemory& memory() const { return *memory_; }
  const Case& first_case(const Subject& subject) const { return case_of(subject, 0); }
  MeasuredItem item(const Subject& subject) const;

  // What was kept of the subject's output on these inputs.
  Comparison compare_kept(const Subject& subject, uint32_t set) const;

 private:
  struct Question {
    const hippuzzle_variant* variant;  // any of those that answer it
    std::vector<size_t> cases;         // one for each set of inputs, once they are made
  };

  const Case& case_of(const Subject& subject, uint32_t set) const {
    return cases_[questions_[subject.question].cases[set]];
  }

  const hippuzzle_extents extents_;
  std::vector<Question> questions_;
  std::vector<Case> cases_;
  std::optional<SharedMemory> memory_;
};

}  // namespace hippuzzle
