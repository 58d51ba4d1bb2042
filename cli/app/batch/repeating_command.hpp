// The command line that repeats one result of a batch.
#pragma once

#include <string>
#include <vector>

#include "cli/app/run/session.hpp"
#include "engine/judge/result.hpp"

namespace hippuzzle {

// before_puzzle: words of the batch's command line that find the puzzles.
std::string repeating_command(const VariantResult& result, const RunSettings& run,
                              const std::vector<std::string>& before_puzzle);

}  // namespace hippuzzle
