// Techniques that a kernel does not use yet, by its observed requests to memory and by which roof
// is lowest.
#pragma once

#include <optional>
#include <string>

#include "engine/performance/roofline/traffic.hpp"

namespace hippuzzle {

// The lesson's table of techniques.
enum class Technique {
  none,               // no count shows one
  coalescing,         // neighbouring lanes read neighbouring words
  shared_tiling,      // values that threads of a block share are fetched once, to shared memory
  bank_layout,        // shared memory laid out so that a warp's lanes meet different banks
  register_blocking,  // a thread computes several outputs from the values that it has read
  fusion,             // the next operation joins the kernel, so that results need no memory
  more_blocks,  // the work is divided over more blocks, so that all multiprocessors have warps
  overlap,      // asynchronous copies and more warps: computing while data is on its way
  narrower_arithmetic  // matrix cores and operands of fewer bits
};

struct Recommendation {
  Technique technique = Technique::none;
  std::string reason;  // why that one, with the figures that say so
};

// The measured time of a kernel and the device that it was measured on.
struct TimedOn {
  double milliseconds = 0;         // 0 where nothing was measured
  double multiprocessors = 0;      // 0 where a device has none, as a CPU
  double launch_milliseconds = 0;  // the device's shortest launch; 0 where it is not known
  bool is_simulated = false;       // the CPU platform, which runs the threads of a block in turn
};

struct Observed {
  std::optional<Traffic> traffic;
  double flops = 0;
  double compulsory_bytes = 0;  // that must be read
  std::string binds;  // the level of the lowest roof: "l1", "l2", "dram", "shared", "fp32"
  bool arithmetic_binds = false;  // that level is the arithmetic
  double reached = 0;             // of that roof; 0 where nothing was measured
  TimedOn timed = {};
  bool uses_matrix_cores = false;
  bool is_narrowest = true;  // the device has no faster arithmetic that would do for the kernel
};

Recommendation recommend(const Observed& kernel);

// "16 blocks of 2 warps for 132 multiprocessors" if the launches have fewer blocks or warps than a
// kernel needs to come near a roof; else "".
std::string too_few_blocks(const Traffic& traffic, double multiprocessors);

}  // namespace hippuzzle
