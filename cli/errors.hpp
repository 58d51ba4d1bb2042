// Errors as the user meets them: one sentence on standard error and an exit code.
#pragma once

#include <exception>

namespace hippuzzle {

// Logs the sentence and returns the exit code: an Error's own, 6 for anything unforeseen.
int report_error(const std::exception& error);

}  // namespace hippuzzle
