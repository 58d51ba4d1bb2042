// A file of results as `hippuzzle run` and `hippuzzle grade` write them in JSON, read again.
#pragma once

#include <functional>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <vector>

#include "cli/report/batch/result_plan.hpp"
#include "support/outcome.hpp"

namespace hippuzzle {

struct StoredResult {
  bool is_grade = false;
  std::string student, puzzle, variant, platform, device;
  std::string folder;                // of a grade: the hash of the student's folder's name
  std::vector<std::string> answers;  // of the plan
  Outcome outcome = Outcome::passed;
  double seconds = 0;
  bool decides = true;  // else over the outcome of all only if nothing else does
  std::string text;     // as it is kept: JSON on one line
};

struct ResultFile {
  std::string name;
  std::vector<StoredResult> results;
  std::optional<ResultPlan> plan;
  bool is_complete = false;  // has its summary
  bool is_torn = false;      // its last line has no end
};

// The text that is kept of a result.
using KeepOf = std::function<nlohmann::ordered_json(const nlohmann::ordered_json&)>;

// Reads a document of results, or results line by line. Throws Error(usage) for any other file.
ResultFile read_results(const std::string& file, const KeepOf& keep);

// "p16 --naive on cpu" from "p16", "naive" and "cpu"; without the empty parts.
std::string name_of(const StoredResult& result);

}  // namespace hippuzzle
