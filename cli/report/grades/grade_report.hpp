// The results of grading: for a terminal, for spreadsheets, for programs.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "cli/report/batch/result_plan.hpp"
#include "cli/report/output.hpp"
#include "engine/judge/result.hpp"
#include "support/outcome.hpp"

namespace hippuzzle {

struct GradedVariant {
  std::string name;
  Outcome outcome = Outcome::passed;
  std::string reason;  // "" when passed
  bool checked = false;
  std::vector<std::string> unforeseen = {};  // sizes that the seed drew, as "13x7"
  std::string counts = {};                   // of its accesses, as counts_in_line() has them
};

// The result of one student's submission for one puzzle.
struct Grade {
  std::string student, puzzle;
  std::string folder = {};  // SHA-256 of the bytes of the student's folder's name
  std::string hash;         // SHA-256 of the submitted file; "" if there is none
  Outcome outcome = Outcome::passed;
  std::string reason;
  std::string isolation;  // how it was confined: "bubblewrap", "landlock", "none"
  uint64_t seed = 0;
  double seconds = 0;
  std::vector<GradedVariant> variants;
  std::vector<std::string> same_text = {};  // students whose file differs in comments and blanks
                                            // at most; none of a stub that was left as it is
};

// A JSON object on one line, {"kind": "grade", …}, and back. Throws std::exception for any other
// line.
std::string grade_line(const Grade& grade);
Grade grade_of_line(const std::string& line);

// The check's counts of each launch, as `hippuzzle check --counts --json` has them but without
// lines; "" when nothing was counted.
std::string counts_in_line(const VariantResult& result);

struct GradingFacts {
  ResultPlan plan;
  std::string isolation;
  std::string platform;  // "amd (emulated gfx90a)"; "" for the CPU platform
  uint64_t seed = 0;
};

// {"version": 1, "isolation": …, "seed": …, "platform" (where there is one): …, "planned": […],
// "results": […], "summary": {…}}
std::string grades_json(std::span<const Grade> grades, const GradingFacts& facts, Outcome worst);

// A line a student, a column a puzzle.
std::string grades_csv(std::span<const Grade> grades);

// The grades of a run, as `hippuzzle grade` prints them. folder: that has them as files.
struct ShownGrades {
  std::span<const Grade> grades;
  GradingFacts facts;
  Outcome worst;
  std::string folder;
};

std::vector<Format<ShownGrades>> grade_formats();

// A line a student, in lines of at most `columns`: how many passed, and what became of the others.
std::string grades_table(std::span<const Grade> grades, size_t columns);

}  // namespace hippuzzle
