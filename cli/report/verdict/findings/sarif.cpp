// Findings as SARIF 2.1.0, the OASIS standard by which editors and code hosts show the results of
// checks.
#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "cli/report/advice_text.hpp"
#include "cli/report/verdict/findings/finding_text.hpp"
#include "cli/report/verdict/findings/program_findings_text.hpp"
#include "cli/report/verdict/verdict_formats.hpp"
#include "cli/report/verdict/verdict_text.hpp"
#include "engine/results/finding_kinds.hpp"
#include "support/text/json.hpp"

namespace hippuzzle {
namespace {

using json = nlohmann::ordered_json;

// A file's path as a URI: bytes that RFC 3986 does not allow in a path are percent-encoded.
std::string file_uri(const std::string& path) {
  std::string uri = "file://";
  for (const char c : path) {
    const bool plain = std::isalnum(static_cast<unsigned char>(c)) != 0 ||
                       std::string_view("/-._~").find(c) != std::string_view::npos;
    uri += plain ? std::string(1, c) : fmt::format("%{:02X}", static_cast<unsigned char>(c));
  }
  return uri;
}

json rules() {
  json rules = json::array();
  for (const FindingRule& rule : finding_rules()) {
    rules.push_back({{"id", rule.id},
                     {"shortDescription", {{"text", rule.title}}},
                     {"fullDescription", {{"text", rule.why}}},
                     {"defaultConfiguration", {{"level", name_of(rule.level)}}},
                     {"properties", {{"category", rule.category}}}});
  }
  return rules;
}

json location(const Finding& finding, size_t side) {
  const SourcePlace& place = finding.sides[side].place;
  json region = {{"startLine", place.line}, {"snippet", {{"text", place.text}}}};
  if (place.column > 0) region["startColumn"] = place.column;
  return {{"physicalLocation",
           {{"artifactLocation", {{"uri", file_uri(place.file)}}}, {"region", region}}},
          {"message", {{"text", describe_side(finding, side)}}}};
}

// subject: the kernel of the finding. suppressed: the kind of suppression, if it is suppressed.
json to_result(const Finding& finding, const std::string& subject, const char* suppressed) {
  const FindingRule& rule = rule_of(finding.kind);
  json locations = json::array(), related = json::array();
  for (size_t side = 0; side < finding.sides.size(); ++side) {
    if (finding.sides[side].place.line == 0) continue;
    (locations.empty() ? locations : related).push_back(location(finding, side));
  }
  json j = {
      {"ruleId", rule.id},
      {"level", name_of(level_of(finding))},
      {"message", {{"text", fmt::format("{}: {} ({})", subject, headline(finding), why(finding))}}},
      {"locations", locations},
      {"occurrenceCount", finding.count}};
  if (!related.empty()) j["relatedLocations"] = related;
  if (!finding.suppressed.empty()) {
    j["suppressions"] =
        json::array({{{"kind", suppressed}, {"justification", finding.suppressed}}});
  }
  return j;
}

json document_of(const char* tool, const json& invocation, const json& results) {
  const json run = {{"tool", {{"driver", {{"name", tool}, {"rules", rules()}}}}},
                    {"invocations", json::array({invocation})},
                    {"results", results}};
  return {{"$schema", "https://json.schemastore.org/sarif-2.1.0.json"},
          {"version", "2.1.0"},
          {"runs", json::array({run})}};
}

class Sarif : public VerdictFormat {
 public:
  std::string result(const VariantResult&) override { return ""; }

  std::string end(const Verdicts& verdicts) override {
    json all = json::array(), notes = json::array();
    for (const VariantResult& result : verdicts.results) {
      for (const Finding& finding : result.findings)
        all.push_back(to_result(finding, title(result), "inSource"));
      if (result.outcome != Outcome::passed && result.outcome != Outcome::findings) {
        notes.push_back(
            {{"level", "error"},
             {"message",
              {{"text", fmt::format("{}: {}: {}", title(result), to_string(result.outcome),
                                    reason_in_words(result))}}}});
      }
    }
    const json invocation = {{"executionSuccessful", notes.empty()},
                             {"toolExecutionNotifications", notes}};
    return to_indented(document_of("hippuzzle check", invocation, all)) + "\n";
  }
};

}  // namespace

std::string program_findings_sarif(const ProgramReport& report) {
  json results = json::array();
  for (const Finding& finding : report.findings)
    results.push_back(to_result(finding, finding.kernel, "external"));
  json invocation = {{"executionSuccessful", report.signal == 0}};
  if (report.signal != 0) invocation["exitSignalNumber"] = report.signal;
  return to_indented(document_of("hippuzzle cc", invocation, results)) + "\n";
}

std::unique_ptr<VerdictFormat> make_sarif() { return std::make_unique<Sarif>(); }

}  // namespace hippuzzle
