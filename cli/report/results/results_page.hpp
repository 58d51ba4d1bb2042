// Results as one HTML page without other files: a matrix, failures with reasons, times.
#pragma once

#include <string>

#include "cli/report/results/joined_results.hpp"

namespace hippuzzle {

// The part of a result that the page shows: for join_results().
KeepOf for_page();

struct ShownResults {
  const JoinedResults& joined;  // with for_page()
  std::string title;
};

std::vector<Format<ShownResults>> page_formats();

// The page of results that were joined with for_page().
std::string results_page(const JoinedResults& joined, const std::string& title);

}  // namespace hippuzzle
