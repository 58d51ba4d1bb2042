#include "cli/report/grades/grade_report.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>
#include <stdexcept>
#include <utility>

#include "cli/report/batch/result_format.hpp"
#include "cli/report/csv_field.hpp"
#include "cli/report/verdict/findings/findings_json.hpp"
#include "cli/report/verdict/verdict_json.hpp"
#include "cli/terminal/text/text_layout.hpp"
#include "support/text/grid_text.hpp"
#include "support/text/json.hpp"

namespace hippuzzle {
namespace {

using json = nlohmann::ordered_json;

constexpr size_t most_named = 20;  // of students with the same text

void put_points(json& object, std::optional<double> points, std::optional<double> most) {
  if (most) object["points"] = points ? json(*points) : json();
  if (most) object["most_points"] = *most;
}

json to_json(const SimilarFile& file) {
  return {{"student", file.student},
          {"percent", file.percent},
          {"their_percent", file.their_percent},
          {"lines", file.lines},
          {"their_lines", file.their_lines}};
}

// Nothing where the number is absent or null.
std::optional<double> number_in(const json& object, const char* name) {
  const auto found = object.find(name);
  if (found == object.end() || found->is_null()) return std::nullopt;
  return found->get<double>();
}

json to_json(const Grade& grade) {
  json variants = json::array();
  for (const GradedVariant& variant : grade.variants) {
    variants.push_back({{"variant", variant.name},
                        {"outcome", to_key(variant.outcome)},
                        {"checked", variant.checked},
                        {"reason", variant.reason}});
    if (!variant.unforeseen.empty()) variants.back()["unforeseen"] = variant.unforeseen;
    if (!variant.counts.empty()) variants.back()["counts"] = parse_json(variant.counts);
    put_points(variants.back(), variant.points, variant.most_points);
  }
  json object = {{"kind", "grade"},
                 {"student", grade.student},
                 {"puzzle", grade.puzzle},
                 {"answers", json::array({fmt::format("{}: {}", grade.student, grade.puzzle)})},
                 {"kernels", "yours"},
                 {"outcome", to_key(grade.outcome)},
                 {"exit_code", exit_code(grade.outcome)},
                 {"reason", grade.reason},
                 {"isolation", grade.isolation},
                 {"seed", grade.seed},
                 {"folder", grade.folder},
                 {"hash", grade.hash},
                 {"seconds", grade.seconds},
                 {"variants", variants}};
  if (!grade.same_text.empty()) {
    const size_t shown = std::min(grade.same_text.size(), most_named);
    object["same_text"] = std::vector<std::string>(
        grade.same_text.begin(), grade.same_text.begin() + static_cast<ptrdiff_t>(shown));
    object["same_text_count"] = grade.same_text.size() + grade.more_of_same_text;
  }
  for (const SimilarFile& file : grade.similar) object["similar"].push_back(to_json(file));
  put_points(object, grade.points, grade.most_points);
  if (grade.late_hours > 0) object["late_hours"] = grade.late_hours;
  return object;
}

// "p01 as ann, bob, eve and 3 more"
std::string same_text_in_words(const Grade& grade) {
  constexpr size_t few = 3;
  const std::vector<std::string>& all = grade.same_text;
  const size_t named = std::min(all.size(), few);
  const std::string text =
      fmt::format("{} as {}", grade.puzzle,
                  fmt::join(all.begin(), all.begin() + static_cast<ptrdiff_t>(named), ", "));
  const size_t more = all.size() - named + grade.more_of_same_text;
  return more == 0 ? text : text + fmt::format(" and {} more", more);
}

Outcome outcome_in(const json& object) {
  const auto outcome = outcome_of_key(object.at("outcome").get<std::string>());
  if (!outcome) throw std::runtime_error("an unknown outcome");
  return *outcome;
}

// The puzzles of the grades, each once, in the order in which they first occur.
std::vector<std::string> puzzles_of(std::span<const Grade> grades) {
  std::vector<std::string> puzzles;
  for (const Grade& grade : grades) {
    if (std::ranges::find(puzzles, grade.puzzle) == puzzles.end()) puzzles.push_back(grade.puzzle);
  }
  return puzzles;
}

// ",7.5,9" and a column for each puzzle; a result that is not judged has none.
std::string points_in_csv(std::span<const Grade> own, const std::vector<std::string>& puzzles) {
  const Points total = total_points(own).value_or(Points{});
  std::string text = fmt::format(",{},{}", total.points, total.most);
  for (const std::string& puzzle : puzzles) {
    const auto grade = std::ranges::find(own, puzzle, &Grade::puzzle);
    text += ',';
    if (grade != own.end() && grade->points) text += fmt::format("{}", *grade->points);
  }
  return text;
}

// "p16 as bob (86 %, lines 12-40)"
std::string similar_in_words(const Grade& grade) {
  const SimilarFile& most = grade.similar.front();
  std::vector<std::string> lines;
  for (const auto& [first, last] : most.lines)
    lines.push_back(first == last ? fmt::format("{}", first) : fmt::format("{}-{}", first, last));
  const std::string text =
      fmt::format("{} as {} ({} %, line{} {})", grade.puzzle, most.student, most.percent,
                  most.lines.size() == 1 && most.lines[0].first == most.lines[0].second ? "" : "s",
                  fmt::join(lines, " "));
  return grade.similar.size() == 1 ? text
                                   : text + fmt::format(" and {} more", grade.similar.size() - 1);
}

size_t passed(std::span<const Grade> grades) {
  return static_cast<size_t>(std::ranges::count(grades, Outcome::passed, &Grade::outcome));
}

}  // namespace

std::vector<std::span<const Grade>> by_student(std::span<const Grade> grades) {
  std::vector<std::span<const Grade>> students;
  for (size_t begin = 0; begin < grades.size();) {
    size_t end = begin;
    while (end < grades.size() && grades[end].student == grades[begin].student) ++end;
    students.push_back(grades.subspan(begin, end - begin));
    begin = end;
  }
  return students;
}

bool is_unjudged(const Grade& grade) {
  return grade.outcome == Outcome::not_checked && grade.variants.empty();
}

std::optional<Points> total_points(std::span<const Grade> grades) {
  std::optional<Points> total;
  for (const Grade& grade : grades) {
    if (!grade.most_points) continue;
    if (!total) total.emplace();
    total->points += grade.points.value_or(0);
    total->most += *grade.most_points;
  }
  return total;
}

std::string grade_line(const Grade& grade) {
  json object = to_json(grade);
  json prints = json::array();
  for (const SourcePrint& print : grade.prints)
    prints.push_back({print.hash, print.first_line, print.last_line});
  if (!prints.empty()) object["prints"] = std::move(prints);
  return to_line(object);
}

Grade grade_of_line(const std::string& line) {
  const json j = parse_json(line);
  if (j.at("kind") != "grade") throw std::runtime_error("no grade");
  Grade grade;
  grade.student = j.at("student");
  grade.puzzle = j.at("puzzle");
  grade.folder = j.value("folder", "");
  grade.hash = j.at("hash");
  grade.outcome = outcome_in(j);
  grade.reason = j.at("reason");
  grade.isolation = j.at("isolation");
  grade.seed = j.at("seed");
  grade.seconds = j.at("seconds");
  for (const json& variant : j.at("variants")) {
    GradedVariant& graded = grade.variants.emplace_back(
        GradedVariant{variant.at("variant"), outcome_in(variant), variant.at("reason"),
                      variant.at("checked").get<bool>()});
    if (variant.contains("unforeseen")) graded.unforeseen = variant["unforeseen"];
    if (variant.contains("counts")) graded.counts = to_line(variant["counts"]);
    graded.points = number_in(variant, "points");
    graded.most_points = number_in(variant, "most_points");
  }
  grade.points = number_in(j, "points");
  grade.most_points = number_in(j, "most_points");
  grade.late_hours = j.value("late_hours", uint64_t{0});
  for (const json& print : j.value("prints", json::array()))
    grade.prints.push_back({print.at(0), print.at(1), print.at(2)});
  return grade;
}

std::string counts_in_line(const VariantResult& result) {
  if (result.counts.empty()) return "";
  json launches = counts_json(result.counts);
  for (json& launch : launches) launch.erase("instructions");
  return to_line(launches);
}

std::string grades_json(std::span<const Grade> grades, const GradingFacts& facts, Outcome worst) {
  json results = json::array();
  std::vector<Outcome> outcomes;
  for (const Grade& grade : grades) {
    results.push_back(to_json(grade));
    outcomes.push_back(grade.outcome);
  }
  json document = {{"version", 1}, {"isolation", facts.isolation}, {"seed", facts.seed}};
  if (!facts.platform.empty()) document["platform"] = facts.platform;
  document.update(plan_json(facts.plan));
  document["results"] = std::move(results);
  document["summary"] = summary_json(outcomes, worst);
  return to_indented(document) + '\n';
}

std::string grades_csv(std::span<const Grade> grades) {
  const auto puzzles = puzzles_of(grades);
  std::string text = "student,passed";
  for (const std::string& puzzle : puzzles) text += "," + csv_field(puzzle);
  text += ",isolation";
  const bool has_points = total_points(grades).has_value();
  if (has_points) text += ",points,most_points";
  for (const std::string& puzzle : puzzles) {
    if (has_points) text += "," + csv_field(puzzle + " points");
  }
  text += '\n';
  for (const auto own : by_student(grades)) {
    text += fmt::format("{},{}", csv_field_of_stranger(own.front().student), passed(own));
    for (const std::string& puzzle : puzzles) {
      const auto grade = std::ranges::find(own, puzzle, &Grade::puzzle);
      text += "," + (grade == own.end() ? "" : to_key(grade->outcome));
    }
    text += fmt::format(",{}", own.front().isolation);
    if (has_points) text += points_in_csv(own, puzzles);
    text += '\n';
  }
  return text;
}

std::string grades_table(std::span<const Grade> grades, size_t columns) {
  std::string text;
  for (const auto own : by_student(grades)) {
    std::map<Outcome, std::vector<std::string>> others;
    for (const Grade& grade : own) {
      if (grade.outcome != Outcome::passed) others[grade.outcome].push_back(grade.puzzle);
    }
    std::string line =
        fmt::format("{}: {} of {} passed", own.front().student, passed(own), own.size());
    if (const auto total = total_points(own))
      line += fmt::format("; {} of {} points", total->points, total->most);
    const char* between = "; late: ";
    for (const Grade& grade : own) {
      if (grade.late_hours == 0) continue;
      line +=
          fmt::format("{}{} ({} h)", std::exchange(between, ", "), grade.puzzle, grade.late_hours);
    }
    for (const auto& [outcome, puzzles] : others) {
      line += fmt::format("; {}: {}", to_string(outcome), fmt::join(puzzles, " "));
    }
    between = "; the same text: ";
    for (const Grade& grade : own) {
      if (grade.same_text.empty()) continue;
      line += std::exchange(between, ", ") + same_text_in_words(grade);
    }
    between = "; similar: ";
    for (const Grade& grade : own) {
      if (!grade.similar.empty()) line += std::exchange(between, ", ") + similar_in_words(grade);
    }
    text += fmt::format("{}\n", fmt::join(wrapped(line, columns), "\n  "));
  }
  return text;
}

std::vector<Format<ShownGrades>> grade_formats() {
  constexpr auto text = [](const ShownGrades& shown, const Look& look) {
    const auto& [plan, isolation, platform, seed] = shown.facts;
    return grades_table(shown.grades, look.columns) +
           fmt::format("{}confined by {}; {} has grades.csv and grades.json, with every reason\n",
                       platform.empty() ? "" : "judged on " + platform + ", ",
                       isolation == "none" ? "nothing" : isolation, shown.folder);
  };
  constexpr auto document = [](const ShownGrades& shown, const Look&) {
    return grades_json(shown.grades, shown.facts, shown.worst);
  };
  constexpr auto table = [](const ShownGrades& shown, const Look&) {
    return grades_csv(shown.grades);
  };
  constexpr auto suites = [](const ShownGrades& shown, const Look&) {
    return grades_junit(shown.grades);
  };
  return {{text_format(), text},
          {{{"json"}, {".json"}, "--json", "print all results as one JSON document"}, document},
          {{{"junit"}, {".xml"}}, suites},
          {{{"csv"}, {".csv"}}, table}};
}

}  // namespace hippuzzle
