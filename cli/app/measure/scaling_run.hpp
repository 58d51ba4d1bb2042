// The same size on one device after the other more.
#pragma once

#include <vector>

#include "cli/app/measure/bench_run.hpp"
#include "engine/performance/bench/scaling.hpp"

namespace hippuzzle {

// The numbers of devices to measure: all up to that many, or one and that many.
std::vector<unsigned> device_counts(size_t devices, bool all);

// Measures on the first of `devices`, as many as each of the counts says; variants for a single
// device run on one. Throws the errors of measure_size(), and Error(usage) when no variant uses
// several.
Scaling measure_scaling(const std::vector<VariantRef>& refs, const hippuzzle_extents& extents,
                        const Chosen& chosen, const BenchOptions& options, const RunJob& run_job,
                        const std::vector<int>& devices, const std::vector<unsigned>& counts);

// The worst outcome of all.
Outcome outcome_of(const Scaling& scaling);

}  // namespace hippuzzle
