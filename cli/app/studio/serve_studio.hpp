// `hippuzzle studio`: the server, from its start to its end.
#pragma once

#include <chrono>
#include <optional>
#include <string>
#include <vector>

#include "cli/args/global_options.hpp"
#include "lessons/workspace.hpp"

namespace hippuzzle {

struct StudioSettings {
  std::string first;                     // the puzzle to begin with
  std::vector<std::string> run_options;  // of each `hippuzzle <puzzle>`
  std::vector<std::string> all_options;  // of each `hippuzzle check` and `hippuzzle trace`
  std::optional<int> port;               // else the workspace's own
  std::chrono::seconds idle{1800};       // without a page before it ends
  bool is_read_only = false;
};

// Serves until Ctrl-C or until nobody was there for the idle time; prints the address before.
// Throws Error(unsupported) without the library of the web server, Error(usage) when the port is
// taken.
void serve_studio(const GlobalOptions& globals, const Workspace& workspace,
                  const StudioSettings& settings);

}  // namespace hippuzzle
