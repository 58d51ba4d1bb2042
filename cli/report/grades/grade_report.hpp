// The results of grading: for a terminal, for spreadsheets, for programs.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "cli/report/batch/result_plan.hpp"
#include "cli/report/output.hpp"
#include "engine/judge/result.hpp"
#include "support/outcome.hpp"
#include "toolchain/source_prints.hpp"

namespace hippuzzle {

struct GradedVariant {
  std::string name;
  Outcome outcome = Outcome::passed;
  std::string reason;  // "" when passed
  bool checked = false;
  std::vector<std::string> unforeseen = {};  // sizes that the seed drew, as "13x7"
  std::string counts = {};                   // of its accesses, as counts_in_line() has them
  std::optional<double> points = {}, most_points = {};  // by the teacher's file, if there is one
};

// Another student's file that is alike in parts: how much of this file is in the other one, and the
// reverse, and the lines.
struct SimilarFile {
  std::string student;
  int percent = 0, their_percent = 0;
  std::vector<std::pair<uint32_t, uint32_t>> lines = {}, their_lines = {};  // first and last
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
  size_t more_of_same_text = 0;             // beside these
  std::vector<SourcePrint> prints = {};     // of its tokens; kept in the journal alone
  std::vector<SimilarFile> similar = {};
  std::optional<double> points = {}, most_points = {};  // no points: not judged yet
  uint64_t late_hours = 0;                              // after the deadline
};

// Whether the machine is why there is no result, so that the submission is judged at the next call.
// A `not-checked` result with variants is the submission's own: its code cannot be verified.
bool is_unjudged(const Grade& grade);

struct Points {
  double points = 0, most = 0;
};

// The sum of the grades' points; nothing where no points are given.
std::optional<Points> total_points(std::span<const Grade> grades);

// The grades of each student, who come in order.
std::vector<std::span<const Grade>> by_student(std::span<const Grade> grades);

// A JSON object on one line, {"kind": "grade", …}, with its prints, and back. Throws std::exception
// for any other line.
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

// JUnit's XML: a test suite for each student, a test case for each variant.
std::string grades_junit(std::span<const Grade> grades);

// A line a student, a column a puzzle; where points are given, a column of theirs for each as well.
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
