#include "cli/args/passed_on.hpp"

namespace hippuzzle {

std::vector<std::string> passed_on(const GlobalOptions& globals, const Command& command,
                                   std::initializer_list<const char*> names) {
  std::vector<std::string> options;
  for (const auto& path : globals.early().plugin_paths) {
    options.emplace_back("--plugin-path");
    options.push_back(path.string());
  }
  if (!globals.early().edition.empty()) {
    options.emplace_back("--edition");
    options.push_back(globals.early().edition);
  }
  for (const char* name : names) {
    for (const std::string& value : command.values_of(name)) {
      options.emplace_back(name);
      options.push_back(value);
    }
  }
  return options;
}

}  // namespace hippuzzle
