#include "cli/args/early_options.hpp"

#include <string_view>

namespace hippuzzle {
namespace {

// Without empty ones, which the parser refuses.
std::vector<std::string> values_of(std::string_view option, const std::vector<std::string>& words) {
  std::vector<std::string> values;
  for (size_t i = 0; i < words.size(); ++i) {
    const std::string_view word = words[i];
    if (word == option && i + 1 < words.size()) {
      values.push_back(words[++i]);
    } else if (word.starts_with(option) && word.substr(option.size()).starts_with('=')) {
      values.emplace_back(word.substr(option.size() + 1));
    }
  }
  std::erase(values, "");
  return values;
}

}  // namespace

EarlyOptions EarlyOptions::read(int argc, char** argv) {
  EarlyOptions options;
  options.command_line.assign(argv + 1, argv + argc);
  for (const std::string& path : values_of("--plugin-path", options.command_line)) {
    options.plugin_paths.emplace_back(path);
  }
  const auto editions = values_of("--edition", options.command_line);
  if (!editions.empty()) options.edition = editions.back();
  const auto colours = values_of("--color", options.command_line);
  if (!colours.empty()) options.colour = colours.back();
  const auto devices = values_of("--cpu-devices", options.command_line);
  if (!devices.empty()) options.cpu_devices = devices.back();
  const auto workspaces = values_of("--workspace", options.command_line);
  if (!workspaces.empty()) options.workspace = workspaces.back();
  return options;
}

}  // namespace hippuzzle
