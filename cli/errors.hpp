// Errors as the user meets them: one sentence on standard error and an exit code.
#pragma once

#include <exception>

namespace hippuzzle {

// Logs the sentence and returns the exit code: an Error's own, 6 for anything unforeseen.
int report_error(const std::exception& error);

// The exit code of a program that is about to end: the given one if all that it printed has
// arrived; else it says that some has not, and the code is that of a file that cannot be written.
int after_output(int code);

}  // namespace hippuzzle
