#include "cli/program/runner_entry.hpp"

#include <cstdio>
#include <cstring>

#include "engine/process/child_runner.hpp"

namespace hippuzzle {

std::optional<RunnerDescriptors> runner_descriptors(int argc, char** argv) {
  const size_t prefix = std::strlen(runner_argument);
  if (argc != 2 || std::strncmp(argv[1], runner_argument, prefix) != 0) return std::nullopt;
  RunnerDescriptors descriptors = {};
  int length = 0;
  const int found = std::sscanf(argv[1] + prefix, "%d,%d,%d%n", &descriptors.job,
                                &descriptors.events, &descriptors.memory, &length);
  descriptors.confined = std::strcmp(argv[1] + prefix + length, runner_confined) == 0;
  return found == 3 ? std::optional(descriptors) : std::nullopt;
}

}  // namespace hippuzzle
