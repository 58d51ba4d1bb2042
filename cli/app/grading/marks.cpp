#include "cli/app/grading/marks.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "cli/report/verdict/verdict_text.hpp"
#include "support/outcome.hpp"
#include "support/text/toml.hpp"

namespace hippuzzle {
namespace {

constexpr double seconds_of_an_hour = 3600, seconds_of_a_day = 24 * seconds_of_an_hour;

void refuse_others(const TomlTable& table, std::vector<std::string> known) {
  for (const std::string& key : table.keys()) {
    if (std::ranges::find(known, key) == known.end())
      table.refuse(key, fmt::format("only the keys {}", fmt::join(known, ", ")));
  }
}

// In the time zone of this machine.
std::time_t time_in(const TomlTable& table, const std::string& key) {
  const std::string text = table.string(key);
  std::tm parts = {};
  const char* end = strptime(text.c_str(), "%Y-%m-%d %H:%M", &parts);
  if (end == nullptr || *end != '\0') table.refuse(key, "a time such as \"2026-12-01 23:59\"");
  parts.tm_isdst = -1;
  return std::mktime(&parts);
}

double points_in(const TomlTable& table, const std::string& key) {
  const double points = table.number(key);
  if (!(points >= 0 && points <= 1e6)) table.refuse(key, "points from 0 to 1000000");
  return points;
}

double percent_in(const TomlTable& table, const std::string& key) {
  const double percent = table.number(key);
  if (!(percent >= 0 && percent <= 100)) table.refuse(key, "a percentage from 0 to 100");
  return percent;
}

double rounded(double points) { return std::round(points * 100) / 100; }

}  // namespace

Marks::Marks(const std::filesystem::path& file, const GradedPuzzles& puzzles) : puzzles_(puzzles) {
  const TomlTable all(file, Outcome::usage);
  refuse_others(all, {"points", "late", "deadline", "variants", "part", "deadlines", "extensions"});
  if (all.has("points")) usual_points_ = points_in(all, "points");
  if (all.has("late")) late_percent_ = percent_in(all, "late");
  if (all.has("deadline")) deadline_ = time_in(all, "deadline");
  std::vector<std::string> ids, titles;
  for (const Lesson& lesson : puzzles.lessons()) {
    for (const VariantRef& ref : puzzles.variants(lesson.id())) {
      titles.push_back(title(lesson.id(), ref.flag));
    }
    ids.push_back(lesson.id());
    if (std::ranges::find(titles, lesson.id()) == titles.end()) titles.push_back(lesson.id());
  }
  if (all.has("variants")) {
    const TomlTable variants = all.table("variants");
    refuse_others(variants, titles);
    for (const std::string& name : variants.keys()) points_[name] = points_in(variants, name);
  }
  if (all.has("part")) {
    const TomlTable parts = all.table("part");
    std::vector<std::string> known;
    for (const Outcome outcome : {Outcome::findings, Outcome::wrong_answer, Outcome::timed_out,
                                  Outcome::crashed, Outcome::load_failed, Outcome::not_checked}) {
      known.push_back(to_key(outcome));
      if (parts.has(known.back())) parts_[outcome] = percent_in(parts, known.back());
    }
    refuse_others(parts, known);
  }
  if (all.has("deadlines")) {
    const TomlTable deadlines = all.table("deadlines");
    refuse_others(deadlines, ids);
    for (const std::string& id : deadlines.keys()) deadlines_[id] = time_in(deadlines, id);
  }
  if (all.has("extensions")) {
    const TomlTable extensions = all.table("extensions");
    for (const std::string& name : extensions.keys()) extensions_[name] = time_in(extensions, name);
  }
}

double Marks::points_of(const VariantRef& ref) const {
  for (const std::string& name : {title(ref.id, ref.flag), ref.id}) {
    if (const auto own = points_.find(name); own != points_.end()) return own->second;
  }
  return usual_points_;
}

double Marks::part_of(Outcome outcome) const {
  if (outcome == Outcome::passed) return 1;
  const auto part = parts_.find(outcome);
  return part == parts_.end() ? 0 : part->second / 100;
}

// An extension counts where it is the later time.
std::optional<std::time_t> Marks::deadline_of(const Grade& grade) const {
  const auto own = deadlines_.find(grade.puzzle);
  const auto usual = own == deadlines_.end() ? deadline_ : std::optional(own->second);
  const auto extended = extensions_.find(grade.student);
  if (!usual || extended == extensions_.end()) return usual;
  return std::max(*usual, extended->second);
}

void Marks::mark(Grade& grade, const Submission& submission) const {
  double share = 1;
  grade.late_hours = 0;
  if (!submission.kernels.empty()) {
    const auto deadline = deadline_of(grade);
    const double late = deadline ? std::difftime(submission.handed_in, *deadline) : 0;
    if (late > 0) {
      grade.late_hours = static_cast<uint64_t>(std::ceil(late / seconds_of_an_hour));
      share = std::max(0.0, 1 - std::ceil(late / seconds_of_a_day) * late_percent_ / 100);
    }
  }
  double points = 0, most = 0;
  const bool is_judged = !is_unjudged(grade);
  for (const VariantRef& ref : puzzles_.variants(grade.puzzle)) {
    const double most_here = points_of(ref);
    const auto variant = std::ranges::find(grade.variants, ref.flag, &GradedVariant::name);
    const bool has_own = variant != grade.variants.end();
    const double here = most_here * share * part_of(has_own ? variant->outcome : grade.outcome);
    most += most_here;
    points += here;
    if (!has_own) continue;
    variant->most_points = rounded(most_here);
    variant->points = rounded(here);
  }
  grade.most_points = rounded(most);
  grade.points.reset();
  if (is_judged) grade.points = rounded(points);
}

}  // namespace hippuzzle
