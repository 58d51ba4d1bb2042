// Calls of `hippuzzle bench`, and their output.
#pragma once

#include <string>
#include <vector>

#include "tests/support/hippuzzle_command.hpp"

namespace hippuzzle::testing {

// One of each line.
inline std::vector<nlohmann::json> objects(const CommandResult& r) {
  std::vector<nlohmann::json> all;
  for (const std::string& line : lines(r.out)) all.push_back(parse_json(line));
  return all;
}

// On the CPU, and for a short time.
inline CommandResult bench(std::vector<std::string> arguments) {
  arguments.insert(arguments.begin(), "bench");
  arguments.insert(arguments.end(), {"--backend", "cpu", "--budget", "0.3"});
  return hippuzzle(arguments);
}

}  // namespace hippuzzle::testing
