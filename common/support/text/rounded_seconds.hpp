// Limits of time in messages.
#pragma once

#include <chrono>
#include <string>

namespace hippuzzle {

// As given, and without the fractions of what earlier work left of a limit: "0.5", "58".
std::string rounded_seconds(std::chrono::milliseconds time);

}  // namespace hippuzzle
