// Diagnostics: spdlog to standard error, one line each, "hippuzzle: error: …". Results never go
// here.
#pragma once

namespace hippuzzle {

// Colour only on a terminal and without NO_COLOR. Level: warnings and what says "info" by default.
void setup_logging();

// -v: details of what was looked for, chosen and run.
void log_details();

}  // namespace hippuzzle
