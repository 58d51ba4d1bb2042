// The trace of one launch that a checked program was asked for, from the record that it left.
#pragma once

#include <nlohmann/json_fwd.hpp>

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "engine/results/trace.hpp"
#include "hip_cc/findings/array_names.hpp"

namespace hippuzzle::cc {

struct ProgramTrace {
  std::string kernel;                                      // as it was asked for
  uint64_t number = 1;                                     // of its launches
  uint64_t launches = 0;                                   // of it so far
  std::array<uint32_t, 3> block = {}, thread = {};         // that were asked for
  std::vector<std::pair<std::string, uint64_t>> launched;  // all kernels, and how often
  std::optional<TracedLaunch> launch;
};

// Throws a std::exception where the record does not fit together.
ProgramTrace read_program_trace(const nlohmann::ordered_json& record, ArrayNames& arrays);

// The layout of a kernel's frame, by which the recorder finds its variables, as the program reads
// it.
std::string frame_layout(const std::string& module, uint64_t kernel);

}  // namespace hippuzzle::cc
