// Grades as JUnit's XML: a test suite for each student, a test case for each variant.
#include <fmt/format.h>

#include <utility>

#include "cli/report/grades/grade_report.hpp"
#include "cli/report/xml_text.hpp"

namespace hippuzzle {
namespace {

struct TestCase {
  std::string puzzle, name;
  Outcome outcome;
  std::string reason;
  double seconds;
};

// A file that was not compiled has no variants, and is one case.
std::vector<TestCase> cases_of(std::span<const Grade> grades) {
  std::vector<TestCase> cases;
  for (const Grade& grade : grades) {
    if (grade.variants.empty())
      cases.push_back({grade.puzzle, grade.puzzle, grade.outcome, grade.reason, grade.seconds});
    double seconds = grade.seconds;  // of all variants: counted at the first one
    for (const GradedVariant& variant : grade.variants) {
      cases.push_back({grade.puzzle, variant.name.empty() ? grade.puzzle : variant.name,
                       variant.outcome, variant.reason, std::exchange(seconds, 0)});
    }
  }
  return cases;
}

// The answer is wrong, or the check found something; else nothing came to an end.
bool is_failure(Outcome outcome) {
  return outcome == Outcome::wrong_answer || outcome == Outcome::findings;
}

std::string attributes(const std::vector<TestCase>& cases) {
  size_t failures = 0, errors = 0;
  double seconds = 0;
  for (const TestCase& one : cases) {
    if (one.outcome != Outcome::passed) ++(is_failure(one.outcome) ? failures : errors);
    seconds += one.seconds;
  }
  return fmt::format("tests=\"{}\" failures=\"{}\" errors=\"{}\" skipped=\"0\" time=\"{:.3f}\"",
                     cases.size(), failures, errors, seconds);
}

std::string suite(std::span<const Grade> grades) {
  const std::string student = xml_escaped(grades.front().student);
  const std::vector<TestCase> cases = cases_of(grades);
  std::string text = fmt::format("<testsuite name=\"{}\" {}>\n", student, attributes(cases));
  for (const TestCase& one : cases) {
    text += fmt::format("<testcase classname=\"{}.{}\" name=\"{}\" time=\"{:.3f}\"", student,
                        xml_escaped(one.puzzle), xml_escaped(one.name), one.seconds);
    if (one.outcome == Outcome::passed) {
      text += "/>\n";
      continue;
    }
    text += fmt::format("><{} type=\"{}\" message=\"{}\"/></testcase>\n",
                        is_failure(one.outcome) ? "failure" : "error", to_key(one.outcome),
                        xml_escaped(one.reason));
  }
  return text + "</testsuite>\n";
}

}  // namespace

std::string grades_junit(std::span<const Grade> grades) {
  std::string text = fmt::format(
      "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites name=\"hippuzzle grade\" {}>\n",
      attributes(cases_of(grades)));
  for (const auto own : by_student(grades)) text += suite(own);
  return text + "</testsuites>\n";
}

}  // namespace hippuzzle
