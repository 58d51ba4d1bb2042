// The file that a student gets back: results, reasons and points, and nothing of other students.
#pragma once

#include <span>
#include <string>

#include "cli/report/grades/grade_report.hpp"

namespace hippuzzle {

// Markdown. grades: of one student, at least one.
std::string feedback_text(std::span<const Grade> grades);

// "ann.md"; a name that is too long for a file is the folder's hash.
std::string feedback_name(const Grade& grade);

}  // namespace hippuzzle
