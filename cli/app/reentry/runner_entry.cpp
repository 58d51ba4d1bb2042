#include "cli/app/reentry/runner_entry.hpp"

#include <cstdio>
#include <cstring>

#include "engine/judge/child/child_runner.hpp"
#include "engine/runner/runner.hpp"

namespace hippuzzle {

std::optional<int> become_runner(int argc, char** argv) {
  const size_t prefix = std::strlen(runner_argument);
  if (argc != 2 || std::strncmp(argv[1], runner_argument, prefix) != 0) return std::nullopt;
  RunnerDescriptors descriptors = {};
  int length = 0;
  const int found = std::sscanf(argv[1] + prefix, "%d,%d,%d%n", &descriptors.job,
                                &descriptors.events, &descriptors.memory, &length);
  if (found != 3) return std::nullopt;
  descriptors.confined = std::strcmp(argv[1] + prefix + length, runner_confined) == 0;
  return runner_main(descriptors);
}

}  // namespace hippuzzle
