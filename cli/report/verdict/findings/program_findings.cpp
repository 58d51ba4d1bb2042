#include "cli/report/verdict/findings/program_findings.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "cli/report/verdict/findings/findings.hpp"

namespace hippuzzle {
namespace {

VariantResult result_of(std::span<const Finding> findings) {
  VariantResult result;
  result.findings.assign(findings.begin(), findings.end());
  return result;
}

}  // namespace

std::string program_findings_text(std::span<const Finding> findings, size_t most,
                                  uint64_t looked_at, uint64_t in_all, bool colour) {
  const size_t shown = std::min(most, findings.size());
  std::string text = findings_text(result_of(findings.first(shown)), shown, colour);
  text += fmt::format("{} finding{}", findings.size(), findings.size() == 1 ? "" : "s");
  if (shown < findings.size()) {
    text += fmt::format(", {} of them shown; HIPPUZZLE_CHECK=max_findings={} shows all", shown,
                        findings.size());
  }
  if (in_all != 0) text += fmt::format("; {} of {} blocks looked at", looked_at, in_all);
  return text + "\n";
}

std::string program_findings_json(std::span<const Finding> findings, uint64_t looked_at,
                                  uint64_t in_all) {
  nlohmann::ordered_json document = {{"findings", findings_json(result_of(findings))}};
  if (in_all != 0) document["blocks"] = {{"looked_at", looked_at}, {"in_all", in_all}};
  return document.dump(2) + "\n";
}

}  // namespace hippuzzle
