#include "engine/judge/check/race_remedy.hpp"

#include <algorithm>

namespace hippuzzle {
namespace {

bool is_race_of_threads(const Finding& f) {
  if (f.kind != FindingKind::race && f.kind != FindingKind::race_same_value) return false;
  if (f.sides.size() != 2 || !f.detail.empty()) return false;  // a copy's, a launch's, a scope's
  return std::ranges::none_of(f.sides, [](const FindingSide& side) {
    return side.copy || side.place.line == 0 || side.access == Access::atomic;
  });
}

// No barrier of a block orders blocks, and none stands between a line and itself.
RacePart by_barriers(const SourceCode& code, RacePart race, int first, int second) {
  if (race.between_blocks || !code.is_one_function(first, second)) return race;
  const SourceCode::Range loop = code.loop_around(first, second);
  const bool lacks_between = first != second && !code.has_barrier({first + 1, second - 1});
  const bool lacks_at_end = loop.first != 0 && !code.has_barrier({loop.first, first - 1}) &&
                            !code.has_barrier({second + 1, loop.last});
  race.first_line = first;
  race.second_line = second;
  race.loop_line = loop.first;
  race.remedy = lacks_between && lacks_at_end ? RaceRemedy::barrier_between_and_each_round
                : lacks_between               ? RaceRemedy::barrier_between
                : lacks_at_end                ? RaceRemedy::barrier_each_round
                                              : RaceRemedy::unknown;
  return race;
}

RacePart within_a_statement(const SourceCode& code, const Finding& f, RacePart race, int line) {
  const Assignment assignment = assignment_in(code.line(line), f.array);
  const bool both_write = f.sides[0].access == Access::write && f.sides[1].access == Access::write;
  if (!assignment.base.empty() && both_write) {
    race.remedy = assignment.reads_itself() ? RaceRemedy::combined_update : RaceRemedy::own_element;
    return race;
  }
  if (assignment.reads_another()) {
    race = by_barriers(code, race, line, line);
    if (race.remedy == RaceRemedy::unknown && !race.between_blocks)
      race.remedy = RaceRemedy::read_first;
    return race;
  }
  if (!assignment.base.empty() && assignment.reads_itself()) {
    race.remedy = RaceRemedy::combined_update;
    return race;
  }
  return by_barriers(code, race, line, line);
}

}  // namespace

RacePart race_remedy(const SourceCode& code, const Finding& race) {
  const auto [first, second] = std::minmax({race.sides[0].place.line, race.sides[1].place.line});
  const RacePart& part = race.get<RacePart>();
  return first == second ? within_a_statement(code, race, part, first)
                         : by_barriers(code, part, first, second);
}

void RaceRemedies::find_for(Finding& finding) {
  if (!is_race_of_threads(finding)) return;
  const std::string& file = finding.sides[0].place.file;
  if (file != finding.sides[1].place.file) return;
  finding.part = race_remedy(code_of(file), finding);
}

const SourceCode& RaceRemedies::code_of(const std::string& file) {
  const auto known = files_.find(file);
  if (known != files_.end()) return known->second;
  return files_.emplace(file, SourceCode(lines_.lines(file))).first->second;
}

}  // namespace hippuzzle
