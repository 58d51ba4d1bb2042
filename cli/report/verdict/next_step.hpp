// The one command that shows more of a failure.
#pragma once

#include <string>

#include "engine/judge/result.hpp"

namespace hippuzzle {

// "`hippuzzle trace p16 --naive --case 4` shows each step of it"; "" where the verdict itself says
// what to do. options: of the run that the command needs as well, " --seed 7".
std::string next_step(const VariantResult& result, const std::string& options);

}  // namespace hippuzzle
