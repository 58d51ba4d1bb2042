// The environment variables that the CPU platform reads in a runner.
#pragma once

namespace hippuzzle {

// Throws Error(usage) when one of them has an invalid value. "" counts as not set.
void require_cpu_variables();

}  // namespace hippuzzle
