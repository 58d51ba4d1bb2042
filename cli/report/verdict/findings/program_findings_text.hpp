// The checker's findings in a program of the user's, for people and for programs.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "engine/results/access_counts.hpp"
#include "engine/results/finding.hpp"
#include "engine/results/leak.hpp"

namespace hippuzzle {

struct ProgramReport {
  std::vector<Finding> findings;
  uint64_t looked_at = 0, in_all = 0;  // blocks, if only a sample of them was checked; else 0
  int signal = 0;                      // of which the program dies; 0 for none
  uint64_t rescheduled = 0;            // launches that ran in several orders
  uint32_t schedules = 1;              // orders in which those ran
  uint64_t seed = 1;                   // of shuffled ones
  std::vector<LaunchCounts> counts;    // each of `launches` of a kernel with one grid and block
  std::vector<uint64_t> launches;
  uint64_t begun = 0;                      // launches in all
  std::optional<std::vector<Leak>> leaks;  // where they were asked for
  // A launch's, as text or in JSON its document; "" where it went to a page.
  std::optional<std::string> trace;
};

// The trace, counts, and at most `most` of the findings that nothing suppresses with a line that
// counts all; that line as well where blocks were left out. "" for nothing of it.
std::string program_findings_text(const ProgramReport& report, size_t most, bool colour);

// docs/reference/check.md describes the objects of "findings".
std::string program_findings_json(const ProgramReport& report);

// SARIF 2.1.0.
std::string program_findings_sarif(const ProgramReport& report);

}  // namespace hippuzzle
