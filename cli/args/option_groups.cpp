#include "cli/args/option_groups.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <string>

#include "cli/args/option_values.hpp"
#include "engine/judge/catalog/backend.hpp"
#include "engine/platforms/platforms.hpp"

namespace hippuzzle {
namespace {

// Checks all of them before the first runs.
std::string backends(const std::string& list) {
  std::set<std::string> seen;
  for (const std::string& word : comma_separated(list)) {
    if (!seen.insert(word).second) {
      return fmt::format("the list names the backend '{}' twice; name each once", word);
    }
    if (word != "auto" && find_platform(word) == nullptr) {
      return fmt::format("there is no backend '{}', choose auto, {}", word, platform_words());
    }
  }
  return "";
}

// "" stands for no value.
std::string amd_target(const std::string& text) {
  if (text.empty() || text.starts_with("gfx")) return "";
  return fmt::format(
      "there is no AMD GPU '{}', its target begins with gfx; write --emulate=gfx90a, "
      "or --emulate as the last word",
      text);
}

}  // namespace

std::string one_backend() { return fmt::format("auto, {} [auto]", platform_words()); }

std::string several_backends(const std::string& usual) {
  return fmt::format("auto, {}; several with commas [{}]", platform_words(), usual);
}

void add_backend(Command command, RunSettings& settings, const std::string& help) {
  command.option("--backend", settings.backend, help).type_name("NAME").check(backends);
}

void add_device(Command command, RunSettings& settings, const std::string& help) {
  command.option("--device", settings.device, help).type_name("N").check(whole_number);
}

void add_emulate(Command command, std::optional<std::string>& target) {
  command
      .option("--emulate", target,
              "run AMD's kernels on an emulated GPU: gfx90a, or the first they were built for")
      .type_name("[TARGET]")
      .value_or_none()
      .check(amd_target);
}

void add_seed(Command command, RunSettings& settings) {
  command.option("--seed", settings.seed, "seed of the random cases [1]")
      .type_name("N")
      .check(whole_number);
}

void add_timeout(Command command, RunSettings& settings) {
  command
      .option("--timeout", settings.timeout_seconds,
              fmt::format("seconds that a variant may take, without those in which it waits for a "
                          "processor [{:g}]",
                          settings.timeout_seconds))
      .type_name("SECONDS")
      .check(seconds);
}

void add_in_process(Command command, RunSettings& settings) {
  command.flag("--in-process", settings.in_process,
               "run kernels in this process, for gdb, ncu and rocprof");
}

void add_solution(Command command, RunSettings& settings, const std::string& verb) {
  command.flag("--solution", settings.solution,
               fmt::format("in a workspace: {} the reference instead of your kernels", verb));
}

void add_no_check(Command command, RunSettings& settings) {
  command.flag("--no-check", settings.no_check,
               "in a workspace: do not check kernels that passed on the CPU");
}

void add_confined(Command command, RunSettings& settings) {
  command.flag("--confined", settings.confined,
               "in a workspace: compile and run your kernels confined, as `hippuzzle grade` does");
}

void add_workspace(Command command, RunSettings& settings, const std::string& verb) {
  command
      .option("--workspace", settings.workspace,
              fmt::format("{} the kernels in DIR, never the reference", verb))
      .type_name("DIR");
}

void add_variant_names(Command command, MeasureSettings& settings, const std::string& help) {
  command.option("--variant", settings.variants, help).type_name("NAME").repeatable();
}

void add_sizes(Command command, MeasureSettings& settings, const std::string& help) {
  command.option("--size", settings.sizes, help).type_name("SIZE").repeatable();
}

void add_budget(Command command, MeasureSettings& settings, const std::string& help) {
  command.option("--budget", settings.budget, help).type_name("SECONDS").check(seconds);
}

void add_plots(Command command, MeasureSettings& settings, const std::string& help) {
  command.option("--plot", settings.plots, help).type_name("FILE").repeatable();
}

void add_memory(Command command, RunSettings& settings) {
  command.option("--memory", settings.megabytes, "MiB that the kernels' process may use [no limit]")
      .type_name("MIB")
      .check(positive_number);
}

void add_run_options(Command command, RunSettings& settings) {
  add_backend(command, settings, several_backends("auto"));
  add_device(command, settings, number_of_the_device);
  add_emulate(command, settings.emulate);
  add_seed(command, settings);
  add_timeout(command, settings);
  add_memory(command, settings);
  add_in_process(command, settings);
  add_solution(command, settings, "run");
  add_workspace(command, settings, "run");
  add_confined(command, settings);
  add_no_check(command, settings);
}

void add_puzzle_options(Command command, RunSettings& settings) {
  add_run_options(command, settings);
  command.flag("--fail-fast", settings.fail_fast,
               "stop after the first variant that does not pass");
}

void add_measure_options(Command command, RunSettings& settings) {
  settings.timeout_seconds = 60;
  add_seed(command, settings);
  add_timeout(command, settings);
  add_in_process(command, settings);
  add_solution(command, settings, "run");
  add_workspace(command, settings, "run");
  add_confined(command, settings);
}

}  // namespace hippuzzle
