// A trace as numbered sentences: the reads and writes of a block's threads, line by line, with
// their values.
#pragma once

#include <string>

#include "engine/results/trace.hpp"

namespace hippuzzle {

// Markdown: a heading for each launch that has the block where there are several, one for each
// phase, and below it a list whose numbers go on from phase to phase. Source: whether lines are
// quoted and numbered, or left for the reader to write. level: of a phase's headings.
enum class StepSource { quoted, left_out };
std::string trace_steps(const Trace& trace, StepSource source, int level);

}  // namespace hippuzzle
