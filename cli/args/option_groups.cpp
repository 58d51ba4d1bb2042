#include "cli/args/option_groups.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "cli/args/option_values.hpp"
#include "engine/catalog/backend.hpp"

namespace hippuzzle::commands {
namespace {

// Said before the first of them runs.
std::string backends(const std::string& list) {
  for (const std::string& word : comma_separated(list)) {
    if (word != "auto" && std::ranges::find(platforms, word) == platforms.end()) {
      return fmt::format("there is no backend '{}', choose auto, cpu, nvidia or amd", word);
    }
  }
  return "";
}

}  // namespace

RunOptions RunSettings::options() const {
  RunOptions options;
  options.seed = seed;
  options.timeout = std::chrono::milliseconds(static_cast<int64_t>(timeout_seconds * 1000 + 0.5));
  return options;
}

void add_run_settings(Command command, RunSettings& settings, const std::string& backend_help) {
  command.option("--backend", settings.backend, backend_help).type_name("NAME").check(backends);
  command
      .option("--device", settings.device,
              "number of the device, as `hippuzzle devices` lists them")
      .type_name("N")
      .check(whole_number);
  command.option("--seed", settings.seed, "seed of the random cases [1]")
      .type_name("N")
      .check(whole_number);
  command
      .option("--timeout", settings.timeout_seconds,
              fmt::format("seconds that a variant may take [{:g}]", settings.timeout_seconds))
      .type_name("SECONDS")
      .check(seconds);
  command.flag("--in-process", settings.in_process,
               "run kernels in this process, for gdb, ncu and rocprof");
  command.flag("--solution", settings.solution,
               "in a workspace: run the reference instead of your kernels");
  command.flag("--no-check", settings.no_check,
               "in a workspace: do not check kernels that passed on the CPU");
  command.flag("--json", settings.json, "print results as JSON, one line a variant and a summary");
}

}  // namespace hippuzzle::commands
