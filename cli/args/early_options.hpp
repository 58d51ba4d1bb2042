// The options that must be known before the parser exists: they decide which puzzles, and so which
// commands, there are.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace hippuzzle {

struct EarlyOptions {
  std::vector<std::filesystem::path> plugin_paths;  // --plugin-path, in their order
  std::vector<std::filesystem::path> more_puzzles;  // after the shipped ones: the workspace's
  std::string edition;                    // --edition, or the workspace's; "" for this edition
  std::string workspace;                  // --workspace; "" when not given
  std::string colour;                     // --color; "" when not given
  std::string cpu_devices;                // --cpu-devices; "" when not given
  std::vector<std::string> command_line;  // without argv[0]

  // Reads "--option VALUE" and "--option=VALUE" wherever they stand, and checks nothing: the parser
  // meets the same words later and says what is wrong with them.
  static EarlyOptions read(int argc, char** argv);
};

}  // namespace hippuzzle
