// The options of a variant's run: one struct from the command line to the runner's job.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "engine/judge/cases/cases.hpp"
#include "engine/protocol/candidate.hpp"
#include "engine/protocol/run_mode.hpp"

namespace hippuzzle {

struct RunOptions {
  uint64_t seed = 1;
  std::chrono::milliseconds timeout{10'000};  // for all cases of a variant
  bool quiet = false;                         // show nothing of what the kernels print
  std::optional<Example> example = {};        // takes the place of the puzzle's own
  RunMode mode = {};                          // checked and traced: of a module for that
  uint64_t most_threads = ~uint64_t{0};  // leaves out larger cases, except the example
  std::vector<std::string> only = {};    // ids or categories of findings that count; empty for all
  bool asks_gpu_compilers = true;        // checked: also report code that GPU compilers refuse
  bool only_usual_tiles = false;         // cases in other tiles are left out
  bool explains = true;     // checked: reads the kernels' module and sources to explain findings
  uint32_t unforeseen = 0;  // further cases, of sizes that the seed draws
  // Called before the first case where some are in other tiles: may begin to compile for them.
  std::function<void(const Candidate&, const std::set<uint64_t>& tiles)> expect_tiles = {};
  // Called before the first case in other tiles than the usual: compiles a learner's kernels for
  // them. Throws Error(load_failed) when they do not compile.
  std::function<void(const Candidate&, const std::set<uint64_t>& tiles)> prepare_tiles = {};
};

}  // namespace hippuzzle
