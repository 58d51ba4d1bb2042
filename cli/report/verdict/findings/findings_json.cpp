// Findings for programs. docs/check.md describes the objects.
#include <nlohmann/json.hpp>

#include "cli/report/verdict/findings/finding_text.hpp"
#include "cli/report/verdict/findings/findings.hpp"
#include "engine/check/finding_rules.hpp"
#include "engine/protocol/names.hpp"

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

}  // namespace

nlohmann::ordered_json findings_json(const VariantResult& result) {
  json findings = json::array();
  for (const Finding& f : result.findings) {
    const FindingRule& rule = rule_of(f.kind);
    json sides = json::array();
    for (const FindingSide& side : f.sides) sides.push_back(to_json(side));
    findings.push_back({{"rule", rule.id},
                        {"category", rule.category},
                        {"level", rule.is_error ? "error" : "warning"},
                        {"message", headline(f)},
                        {"why", why(f)},
                        {"kernel", f.kernel},
                        {"case", f.case_name},
                        {"array", f.array},
                        {"space", f.shared ? "shared" : (f.array_bytes == 0 ? "" : "global")},
                        {"element", f.element},
                        {"count", f.count},
                        {"between_blocks", f.between_blocks},
                        {"schedule", schedule_name(f.schedule)},
                        {"sides", sides},
                        {"allowed", f.suppressed}});
  }
  return findings;
}

}  // namespace hippuzzle
