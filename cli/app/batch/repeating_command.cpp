#include "cli/app/batch/repeating_command.hpp"

#include <fmt/format.h>

#include "cli/terminal/text/shell_word.hpp"

namespace hippuzzle {

std::string repeating_command(const VariantResult& result, const RunSettings& run,
                              const std::vector<std::string>& before_puzzle) {
  std::vector<std::string> words = {"hippuzzle"};
  words.insert(words.end(), before_puzzle.begin(), before_puzzle.end());
  words.push_back(result.puzzle);
  if (!result.variant.empty()) words.push_back("--" + result.variant);
  const auto option = [&](bool given, const char* name, const std::string& value) {
    if (given) words.insert(words.end(), {name, value});
  };
  option(!result.platform.empty(), "--backend", result.platform);
  option(run.device != 0, "--device", std::to_string(run.device));
  option(run.seed != 1, "--seed", std::to_string(run.seed));
  option(run.timeout_seconds != RunSettings().timeout_seconds, "--timeout",
         fmt::format("{:g}", run.timeout_seconds));
  option(run.megabytes != 0, "--memory", std::to_string(run.megabytes));
  option(run.workspace.has_value(), "--workspace", run.workspace.value_or(""));
  if (run.solution) words.emplace_back("--solution");
  if (run.no_check) words.emplace_back("--no-check");
  if (run.in_process) words.emplace_back("--in-process");
  for (std::string& word : words) word = shell_word(word);
  return fmt::format("{}", fmt::join(words, " "));
}

}  // namespace hippuzzle
