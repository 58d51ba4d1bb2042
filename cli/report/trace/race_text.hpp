// A race in the trace's own view: the accesses of each thread in each phase, for a terminal and for
// a page.
#pragma once

#include <filesystem>
#include <string>

#include "cli/report/trace/trace_report.hpp"
#include "engine/judge/explained_race.hpp"

namespace hippuzzle {

// Lines that stand below the finding, indented like it: the smallest launch, both accesses, the
// result of the other order, the phase as a trace shows it, and the command that shows the rest.
// seed: the check's. style: its threads are the two of the race.
std::string race_text(const ExplainedRace& race, uint64_t seed, TraceStyle style);

// The page of its trace, which opens at the first access and points at both.
std::string race_page(const ExplainedRace& race, const std::vector<KernelSource>& sources);

}  // namespace hippuzzle
