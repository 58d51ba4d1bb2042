// A worker's message about a task: the task's results, each with its text in every format.
#pragma once

#include <string>
#include <vector>

#include "cli/report/batch/batch_result.hpp"

namespace hippuzzle {

struct BatchMessage {
  BatchResult batch;               // names, outcome, reason, time and command only
  std::vector<std::string> texts;  // by output
};

std::string encode_messages(const std::vector<BatchMessage>& messages);
std::vector<BatchMessage> decode_messages(const std::string& text);

}  // namespace hippuzzle
