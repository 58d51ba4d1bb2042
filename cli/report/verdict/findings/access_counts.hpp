// What the checker counted, in each format in which it is shown.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <span>
#include <string>

#include "cli/report/verdict/report.hpp"

namespace hippuzzle {

// Two tables a launch: of threads, and of the requests of warps line by line; "" when nothing was
// counted. Ends with a line break.
std::string counts_text(const VariantResult& result);

// The tables of one launch, indented as those of counts_text().
std::string counts_tables(const LaunchCounts& launch);

// An array with an object for each launch; docs/check.md says what they hold.
nlohmann::ordered_json counts_json(std::span<const LaunchCounts> launches);

}  // namespace hippuzzle
