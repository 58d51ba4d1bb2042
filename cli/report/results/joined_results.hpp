// Results of several files as one: each exactly once, in the order of the plan, with
// remarks about doubled and missing results.
#pragma once

#include <string>
#include <vector>

#include "cli/report/output.hpp"
#include "cli/report/results/result_file.hpp"

namespace hippuzzle {

struct JoinedResults {
  bool are_grades = false;
  std::vector<StoredResult> results;
  std::vector<std::string> planned, missing;
  std::vector<std::string> remarks;  // sentences about doubled and missing results

  // The worst outcome, as a run has it; a missing result counts as not started.
  Outcome outcome() const;
};

// Joins files; if several have a result, the last file's counts. Throws Error(usage) for a file
// that holds no results, and for results of runs among results of gradings.
JoinedResults join_results(const std::vector<std::string>& files, const KeepOf& keep);

// Joins files, with all that they have of each result.
JoinedResults join_results(const std::vector<std::string>& files);

// {"version": 1, "planned": […], "missing": […], "results": […], "summary": {…}}
std::string joined_json(const JoinedResults& joined);

// JSON; of gradings CSV and JUnit's XML, too.
std::vector<Format<JoinedResults>> joined_formats();

// Results of gradings as CSV: a line a student, a column a puzzle.
std::string joined_csv(const JoinedResults& joined);

// Results of gradings as JUnit's XML: a suite a student, a case a variant.
std::string joined_junit(const JoinedResults& joined);

}  // namespace hippuzzle
