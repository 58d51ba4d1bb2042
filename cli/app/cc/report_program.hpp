// The report that a checked program asks of hippuzzle when it ends: `hippuzzle cc --report RECORD
// key=value …`.
#pragma once

#include <string>
#include <vector>

#include "support/outcome.hpp"

namespace hippuzzle {

// words: the record's file, then the program's options and the signal that it dies of. Without a
// record, "", only the options are checked. Outcome::findings where an error is left.
Outcome report_program(const std::vector<std::string>& words);

// `hippuzzle cc --frame-layout MODULE KERNEL FILE`: where a kernel's variables lie, for a program
// that records a trace.
Outcome write_frame_layout(const std::vector<std::string>& words);

}  // namespace hippuzzle
