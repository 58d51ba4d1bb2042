#include "cli/report/verdict/findings/program_findings.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "cli/report/verdict/findings/findings.hpp"

namespace hippuzzle {

std::string program_findings_text(const ProgramReport& report, size_t most, bool colour) {
  VariantResult shown;
  size_t left = 0;
  for (const Finding& finding : report.findings) {
    if (!finding.suppressed.empty()) continue;
    if (++left <= most) shown.findings.push_back(finding);
  }
  if (left == 0) return "";
  std::string text = findings_text(shown, shown.findings.size(), colour);
  text += fmt::format("{} finding{}", left, left == 1 ? "" : "s");
  if (shown.findings.size() < left) {
    text += fmt::format(", {} of them shown; HIPPUZZLE_CHECK=max_findings={} shows all",
                        shown.findings.size(), left);
  }
  if (left < report.findings.size())
    text += fmt::format(", and {} suppressed", report.findings.size() - left);
  if (report.in_all != 0)
    text += fmt::format("; {} of {} blocks looked at", report.looked_at, report.in_all);
  return text + "\n";
}

std::string program_findings_json(const ProgramReport& report) {
  VariantResult result;
  result.findings = report.findings;
  nlohmann::ordered_json document = {{"findings", findings_json(result)}};
  if (report.in_all != 0)
    document["blocks"] = {{"looked_at", report.looked_at}, {"in_all", report.in_all}};
  return document.dump(2) + "\n";
}

}  // namespace hippuzzle
