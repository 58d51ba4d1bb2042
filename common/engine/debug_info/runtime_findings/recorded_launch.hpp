// A launch that <hip_cpu/trace.h> recorded, with lines of the source, elements and values instead
// of code addresses and bytes.
#pragma once

#include <hip_cpu/trace.h>

#include <array>
#include <functional>
#include <optional>
#include <vector>

#include "engine/debug_info/kernel_variables.hpp"
#include "engine/results/trace.hpp"

namespace hippuzzle {

// The variables of a kernel, and where in its frame the recorder finds them.
class RecordedFrame {
 public:
  RecordedFrame(const std::string& module, uint64_t kernel);
  RecordedFrame(const RecordedFrame&) = delete;
  RecordedFrame& operator=(const RecordedFrame&) = delete;

  const KernelVariables& variables() const { return variables_; }
  const hip_cpu_frame_layout& layout() const { return layout_; }  // lives as long as this

 private:
  KernelVariables variables_;
  std::vector<hip_cpu_slot> slots_;  // of variables_.locals
  hip_cpu_frame_layout layout_ = {};
};

// Names and types known from outside the recording.
struct RecordedNames {
  // The calls that led to a site, innermost first.
  std::function<std::vector<CodeAddress>(uint32_t site)> frames;

  // The type of an array of global memory; nullopt where it is not known.
  std::function<std::optional<VariableType>(const hip_cpu_traced_array&)> type_of;

  // The type of memory without a known one if it is accessed in elements as wide, else whole
  // numbers.
  std::optional<ElementType> usual = {};
};

// Arrays have the names that the recording gives them. Throws std::runtime_error for a number that
// this hippuzzle does not know.
TracedLaunch to_traced_launch(const hip_cpu_traced_launch& recorded,
                              const KernelVariables& variables, const RecordedNames& names,
                              const std::array<uint32_t, 3>& block);

}  // namespace hippuzzle
