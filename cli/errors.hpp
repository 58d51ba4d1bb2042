// Errors as the user meets them: one sentence on standard error and an exit code.
#pragma once

#include <exception>

#include "engine/outcome.hpp"

namespace CLI {
class App;
class ParseError;
}  // namespace CLI

namespace hippuzzle {

// What CLI11 objects to, as one sentence that names the nearest thing that exists.
Error usage_error(const CLI::App& app, const CLI::ParseError& error);

// Logs the sentence and returns the exit code: an Error's own, 6 for anything unforeseen.
int report_error(const std::exception& error);

}  // namespace hippuzzle
