// Points of a grading, by the teacher's file: points of variants, part marks of results that did
// not pass, deadlines and their extensions.
#pragma once

#include <ctime>
#include <filesystem>
#include <map>
#include <optional>
#include <string>

#include "cli/app/grading/graded_puzzles.hpp"
#include "cli/app/grading/submissions.hpp"
#include "cli/report/grades/grade_report.hpp"

namespace hippuzzle {

class Marks {
 public:
  // Throws Error(usage) for mistakes in the file, also for a puzzle or a variant that is not
  // graded.
  Marks(const std::filesystem::path& file, const GradedPuzzles& puzzles);

  // Sets the points of the grade and of its variants, and the hours by which it was handed in late.
  // A result that the machine kept from being judged has no points.
  void mark(Grade& grade, const Submission& submission) const;

 private:
  double points_of(const VariantRef& ref) const;
  double part_of(Outcome outcome) const;
  std::optional<std::time_t> deadline_of(const Grade& grade) const;

  const GradedPuzzles& puzzles_;
  double usual_points_ = 1;
  double late_percent_ = 100;             // of the points, for each day that was begun
  std::map<std::string, double> points_;  // by "p16" and "p16 --tiled"
  std::map<Outcome, double> parts_;       // percent
  std::optional<std::time_t> deadline_;   // of all puzzles
  std::map<std::string, std::time_t> deadlines_, extensions_;  // by puzzle; by student
};

}  // namespace hippuzzle
