// Names for a trace's arrays that have no description, such as arrays that a puzzle's host function
// allocates: the kernel's parameters, by the lines that access them.
#pragma once

#include "engine/results/trace.hpp"

namespace hippuzzle {

// Names an array where all lines that access it agree on one name.
void name_arrays_by_source(Trace& trace);

}  // namespace hippuzzle
