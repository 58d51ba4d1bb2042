// The CPU runtime's C structs as the protocol has them, and the other way round.
#pragma once

#include <hip_cpu/check.h>

#include <span>
#include <vector>

#include "engine/results/access_counts.hpp"
#include "engine/results/finding.hpp"

namespace hippuzzle {

std::vector<CodeAddress> to_addresses(std::span<const hip_cpu_frame> frames);
Finding to_finding(const hip_cpu_finding& found);
LaunchCounts to_counts(const hip_cpu_launch_counts& from);

std::vector<hip_cpu_limit> to_runtime(std::span<const CountLimit> limits);

}  // namespace hippuzzle
