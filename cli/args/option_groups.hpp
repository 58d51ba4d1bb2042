// The options with which variants are run, the same for `hippuzzle p16` and `hippuzzle run`.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "cli/args/command.hpp"
#include "engine/judge/judge.hpp"

namespace hippuzzle::commands {

struct RunSettings {
  std::optional<std::string> backend;  // otherwise the workspace's, "auto" outside one
  uint64_t seed = 1;
  double timeout_seconds = 10;
  int device = 0;
  bool in_process = false;
  bool json = false;
  bool solution = false;
  bool no_check = false;

  RunOptions options() const;
};

// backend_help: what --backend takes.
void add_run_settings(Command command, RunSettings& settings, const std::string& backend_help);

}  // namespace hippuzzle::commands
