// Findings for programs. docs/reference/check.md describes the objects.
#include <algorithm>
#include <nlohmann/json.hpp>

#include "cli/report/verdict/findings/finding_text.hpp"
#include "cli/report/verdict/findings/findings_json.hpp"
#include "engine/results/finding_kinds.hpp"
#include "engine/results/names.hpp"

namespace hippuzzle {
namespace {

using json = nlohmann::ordered_json;

json to_json(const FindingSide& side) {
  return {{"access", word_of(side.access)},
          {"block", side.block},
          {"thread", side.thread},
          {"left_kernel", side.has_left_kernel()},
          {"file", side.place.file},
          {"line", side.place.line},
          {"column", side.place.column},
          {"function", side.place.function},
          {"source", side.place.text},
          {"instruction", side.instruction},
          {"copy", side.copy}};
}

json to_json(const LaunchShape& shape) {
  return {{"size", shape.size}, {"grid", shape.grid}, {"block", shape.block}};
}

json to_json(const SourcePlace& place) {
  return place.line == 0 ? json() : json{{"file", place.file}, {"line", place.line}};
}

json to_json(const TracedValue& value) { return value ? json(*value) : json(); }

json to_json(const ExplainedRace& race) {
  if (!race.why_not.empty()) return {{"why_not", race.why_not}};
  json tried = json::array(), without_effect = json::array(), accesses = json::array();
  for (const LaunchShape& shape : race.tried) tried.push_back(to_json(shape));
  for (const LaunchShape& shape : race.without_effect) without_effect.push_back(to_json(shape));
  for (const RacingAccess& racing : race.accesses) {
    const TracedLaunch& launch = race.trace.launches[racing.launch];
    const TracedAccess& access = launch.phases[racing.phase].accesses[racing.access];
    const SourcePlace& place = launch.places[access.place];
    accesses.push_back({{"access", word_of(access.access)},
                        {"block", launch.shown},
                        {"thread", racing.thread},
                        {"phase", racing.phase + 1},
                        {"phases", launch.phases.size()},
                        {"after", to_json(racing.after)},
                        {"until", to_json(racing.until)},
                        {"file", place.file},
                        {"line", place.line},
                        {"source", place.text},
                        {"array", launch.arrays[access.array].name},
                        {"element", racing.element},
                        {"held", to_json(racing.held)},
                        {"value", to_json(racing.value)}});
  }
  return {{"case", race.size ? "" : race.trace.case_name},
          {"launch", race.size ? to_json(*race.size) : json()},
          {"tried", tried},
          {"without_effect", without_effect},
          {"accesses", accesses}};
}

}  // namespace

nlohmann::ordered_json findings_json(const VariantResult& result) {
  json findings = json::array();
  for (const Finding& f : result.findings) {
    const FindingRule& rule = rule_of(f.kind);
    json sides = json::array();
    for (const FindingSide& side : f.sides) sides.push_back(to_json(side));
    findings.push_back({{"rule", rule.id},
                        {"category", rule.category},
                        {"level", name_of(level_of(f))},
                        {"message", headline(f)},
                        {"why", why(f)},
                        {"kernel", f.kernel},
                        {"case", f.case_name},
                        {"array", f.array},
                        {"space", f.shared ? "shared" : (f.array_bytes == 0 ? "" : "global")},
                        {"element", f.element},
                        {"count", f.count},
                        {"between_blocks", f.get<RacePart>().between_blocks},
                        {"schedule", schedule_name(f.schedule)},
                        {"sides", sides},
                        {"allowed", f.suppressed}});
    const auto index = static_cast<size_t>(&f - result.findings.data());
    const auto explained = std::ranges::find(result.explained, index, &ExplainedRace::finding);
    if (explained != result.explained.end()) findings.back()["explained"] = to_json(*explained);
  }
  return findings;
}

}  // namespace hippuzzle
