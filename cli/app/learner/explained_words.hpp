// The command that explains the words of a report to its reader.
#pragma once

#include <string>
#include <vector>

#include "cli/report/output.hpp"
#include "engine/results/finding.hpp"

namespace hippuzzle {

// Names `hippuzzle explain WORD` on standard error, if one of the outputs is text.
void say_where_words_are_explained(const std::vector<OutputChoice>& choices,
                                   const std::string& word);

// The id of the first finding that no comment allows; "" if there is none.
std::string first_rule(const std::vector<Finding>& findings);

}  // namespace hippuzzle
