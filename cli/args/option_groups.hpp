// Options that several commands take, and the values that they fill in. Groups only add options; a
// command that lacks one of a group adds the others by their own functions.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "cli/args/command.hpp"

namespace hippuzzle {

// The settings of a run. A command sets the members for which it has options.
struct RunSettings {
  std::optional<std::string> backend;  // otherwise the workspace's, "auto" outside one
  uint64_t seed = 1;
  double timeout_seconds = 10;
  uint64_t megabytes = 0;  // MiB that the kernels' process may use; 0 for no limit
  int device = 0;
  std::optional<std::string> emulate;  // AMD's target; "" for the first that there is code for
  bool in_process = false;
  bool solution = false;
  bool no_check = false;
  bool confined = false;   // a workspace's kernels run as `hippuzzle grade` confines them
  bool fail_fast = false;  // begin no further variant after a failed one
  std::optional<std::string> workspace;  // a folder; otherwise the one around the current directory
};

// Settings that `hippuzzle bench` and `hippuzzle roofline` have in common.
struct MeasureSettings {
  std::vector<std::string> variants, sizes;  // with commas between them; empty for the default
  std::vector<std::string> plots;            // files
  double budget = 5;                         // seconds
  RunSettings run;
};

// One option each. help: given where the option's meaning differs between commands.
void add_backend(Command command, RunSettings& settings, const std::string& help);
void add_emulate(Command command, std::optional<std::string>& target);
void add_device(Command command, RunSettings& settings, const std::string& help);
void add_seed(Command command, RunSettings& settings);
void add_timeout(Command command, RunSettings& settings);
void add_memory(Command command, RunSettings& settings);
void add_in_process(Command command, RunSettings& settings);
void add_solution(Command command, RunSettings& settings, const std::string& verb);  // "run"
void add_no_check(Command command, RunSettings& settings);
void add_confined(Command command, RunSettings& settings);
void add_workspace(Command command, RunSettings& settings, const std::string& verb);
void add_variant_names(Command command, MeasureSettings& settings, const std::string& help);
void add_sizes(Command command, MeasureSettings& settings, const std::string& help);
void add_budget(Command command, MeasureSettings& settings, const std::string& help);
void add_plots(Command command, MeasureSettings& settings, const std::string& help);

// Help of --backend: where one word may stand, and where several may; usual: without the option.
std::string one_backend();
std::string several_backends(const std::string& usual);

inline constexpr const char* number_of_the_device =
    "number of the device, as `hippuzzle devices` lists them";

// The options of `hippuzzle p16` and `hippuzzle run`: all of RunSettings.
void add_run_options(Command command, RunSettings& settings);

// All options of `hippuzzle p16` but its variants.
void add_puzzle_options(Command command, RunSettings& settings);

// The options of a command that measures kernels and neither checks nor lists them: --seed,
// --timeout, --in-process, --solution and --confined. Raises the time limit to a measurement's.
void add_measure_options(Command command, RunSettings& settings);

}  // namespace hippuzzle
