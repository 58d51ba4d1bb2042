// The checker's counts, for people.
#pragma once

#include <string>

#include "engine/judge/result.hpp"

namespace hippuzzle {

// Two tables a launch: of threads, and of the requests of warps line by line; "" when nothing was
// counted. Ends with a line break.
std::string counts_text(const VariantResult& result);

// The tables of one launch, indented like the tables of counts_text().
std::string counts_tables(const LaunchCounts& launch);

}  // namespace hippuzzle
