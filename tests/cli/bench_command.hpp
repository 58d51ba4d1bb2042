// Calls of `hippuzzle bench`, and their output.
#pragma once

#include <filesystem>
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

// The CPU, and a GPU where there is one and the fixture was built for it.
inline std::vector<std::string> platforms_of(const char* name) {
  std::vector<std::string> all{"cpu"};
  if (std::filesystem::exists("/dev/nvidiactl") &&
      std::filesystem::exists(fixture(name) / "nvidia" / "p16.so")) {
    all.push_back("nvidia");
  }
  return all;
}

inline CommandResult bench_fixture(const char* name, const std::string& platform,
                                   const char* regime) {
  return hippuzzle({"bench", "p16", "--naive", "--size", "6", "--json", regime, "--budget", "0.3",
                    "--plugin-path", fixture(name).string(), "--backend", platform});
}

}  // namespace hippuzzle::testing
