// Errors as the user meets them: one sentence on standard error and an exit code.
#pragma once

#include <exception>

namespace hippuzzle {

// Logs the sentence and returns the exit code: an Error's own, 6 for anything unforeseen.
int report_error(const std::exception& error);

// Flushes standard output at the end of the program. Returns the given code if all output has
// arrived; else logs that some is missing and returns the code of a file that cannot be written.
int after_output(int code);

}  // namespace hippuzzle
