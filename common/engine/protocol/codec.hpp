// Messages as text: one line each, without the line break.
#pragma once

#include <string>

#include "engine/protocol/event.hpp"
#include "engine/protocol/job.hpp"

namespace hippuzzle {

std::string encode(const Job& job);
std::string encode(const Event& event);

// Throw a std::exception on text that encode() did not write: other members, numbers that do not
// fit, words that name nothing.
Job decode_job(const std::string& line);
Event decode_event(const std::string& line);

}  // namespace hippuzzle
