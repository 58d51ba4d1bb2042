// The source of traced kernels: the functions that a trace's places lie in.
#pragma once

#include <vector>

#include "cli/report/trace/trace_report.hpp"
#include "engine/results/trace.hpp"

namespace hippuzzle {

// The sources of the traced kernels, each file once. A file that has gone is left out.
std::vector<KernelSource> kernel_sources(const Trace& trace);

// Removes the text of places, for readers who are to write the kernel themselves.
Trace without_source(Trace trace);

}  // namespace hippuzzle
