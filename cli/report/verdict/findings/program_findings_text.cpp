#include "cli/report/verdict/findings/program_findings_text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "cli/report/verdict/findings/access_counts_table.hpp"
#include "cli/report/verdict/findings/findings.hpp"
#include "cli/report/verdict/findings/findings_json.hpp"
#include "support/text/grid_text.hpp"
#include "support/text/json.hpp"

namespace hippuzzle {
namespace {

// "  fill: 3 launches of 4 blocks of 64 threads, warps of 32", and the tables below it.
std::string kernel_counts_text(const LaunchCounts& counts, uint64_t launches) {
  const uint64_t blocks = counts.blocks() * launches;
  std::string text =
      fmt::format("  {}: {} launch{} of {} block{} of {} threads, warps of {}", counts.kernel,
                  launches, launches == 1 ? "" : "es", dimensions(counts.grid),
                  counts.blocks() == 1 ? "" : "s", dimensions(counts.block), counts.warp_size);
  if (counts.counted_blocks < blocks)
    text += fmt::format("; counted on {} of {} blocks", counts.counted_blocks, blocks);
  if (!counts.complete) text += "; a thread did not get to its end";
  return text + "\n" + counts_tables(counts);
}

// "never freed: 2 arrays, 512 bytes", and a line for each place that allocates.
std::string leaks_text(const std::vector<Leak>& leaks) {
  uint64_t bytes = 0, count = 0;
  std::string lines;
  for (const Leak& leak : leaks) {
    bytes += leak.bytes;
    count += leak.count;
    lines += fmt::format("  {} bytes{}: {}\n", leak.bytes,
                         leak.count == 1 ? "" : fmt::format(" in {} arrays", leak.count),
                         leak.array.empty() ? "an array of unknown name" : leak.array);
  }
  if (count == 0) return "never freed: nothing\n";
  return fmt::format("never freed: {} array{}, {} bytes\n", count, count == 1 ? "" : "s", bytes) +
         lines;
}

std::string number_of(const ProgramReport& report, size_t left, size_t shown) {
  // That a sample is clean says nothing of the other blocks.
  if (left == 0) return report.in_all == 0 ? "" : "no findings";
  std::string text = fmt::format("{} finding{}", left, left == 1 ? "" : "s");
  if (shown < left) {
    text +=
        fmt::format(", {} of them shown; HIPPUZZLE_CHECK=max_findings={} shows all", shown, left);
  }
  return text;
}

// As a program says it that needs no report.
bool has_nothing_to_say(const ProgramReport& report) {
  return report.findings.empty() && report.in_all == 0 && report.counts.empty() && !report.trace &&
         report.signal == 0;
}

std::string findings_and_their_number(const ProgramReport& report, size_t most, bool colour) {
  if (has_nothing_to_say(report))
    return report.begun == 0 ? ""
                             : fmt::format("hippuzzle: no findings in {} kernel launch{}\n",
                                           report.begun, report.begun == 1 ? "" : "es");
  VariantResult shown;
  size_t left = 0;
  for (const Finding& finding : report.findings) {
    if (!finding.suppressed.empty()) continue;
    if (++left <= most) shown.findings.push_back(finding);
  }
  std::string number = number_of(report, left, shown.findings.size());
  if (number.empty()) return "";
  if (left < report.findings.size())
    number += fmt::format(", and {} suppressed", report.findings.size() - left);
  if (report.rescheduled != 0)
    number += fmt::format(", in {} orders of blocks and threads (seed {})", report.schedules,
                          report.seed);
  if (report.in_all != 0)
    number += fmt::format("; {} of {} blocks looked at", report.looked_at, report.in_all);
  return findings_text(shown, shown.findings.size(), colour) + number + "\n";
}

}  // namespace

std::string program_findings_text(const ProgramReport& report, size_t most, bool colour) {
  std::string text = report.trace.value_or("");
  for (size_t i = 0; i < report.counts.size(); ++i)
    text += kernel_counts_text(report.counts[i], report.launches[i]);
  if (report.leaks) text += leaks_text(*report.leaks);
  return text + findings_and_their_number(report, most, colour);
}

std::string program_findings_json(const ProgramReport& report) {
  VariantResult result;
  result.findings = report.findings;
  nlohmann::ordered_json document = {{"findings", findings_json(result)}};
  if (report.in_all != 0)
    document["blocks"] = {{"looked_at", report.looked_at}, {"in_all", report.in_all}};
  if (report.rescheduled != 0)
    document["schedules"] = {{"count", report.schedules}, {"launches", report.rescheduled}};
  if (!report.counts.empty()) {
    nlohmann::ordered_json counts = counts_json(report.counts);
    for (size_t i = 0; i < counts.size(); ++i) counts[i]["launches"] = report.launches[i];
    document["counts"] = std::move(counts);
  }
  if (report.leaks) {
    document["leaks"] = nlohmann::ordered_json::array();
    for (const Leak& leak : *report.leaks)
      document["leaks"].push_back(
          {{"array", leak.array}, {"bytes", leak.bytes}, {"count", leak.count}});
  }
  if (report.trace && !report.trace->empty()) document["trace"] = parse_json(*report.trace);
  return to_indented(document) + "\n";
}

}  // namespace hippuzzle
