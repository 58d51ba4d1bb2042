// The settings of a grading.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "cli/app/batch/shard.hpp"

namespace hippuzzle {

struct GradeSettings {
  std::filesystem::path folder, results;
  std::vector<std::string> puzzles;   // names and patterns; none for all that learners solve
  std::optional<std::string> secret;  // a file with the seed
  std::optional<std::string> marks;   // a file of points and deadlines
  std::string isolation = "auto";
  int jobs = 1;
  Shard shard;
  std::optional<std::string> durations;  // a file of results, by whose times shards are cut
  double timeout_seconds = 10;
  uint64_t megabytes = 2048;
  std::optional<std::string> emulate;  // AMD's target; "" for the first that there is code for
  bool no_check = false;
  bool counts = false;  // record the accesses of checked kernels
  bool again = false;   // also files that a finished grading has results of
};

}  // namespace hippuzzle
