// The change that would order the two accesses of a race, read from the source around them.
#pragma once

#include <map>
#include <string>

#include "engine/debug_info/source_lines.hpp"
#include "engine/judge/check/source_code.hpp"
#include "engine/results/finding.hpp"

namespace hippuzzle {

class RaceRemedies {
 public:
  explicit RaceRemedies(SourceLines& lines) : lines_(lines) {}

  // Fills the remedy of a race between two threads' accesses; other findings stay as they are.
  void find_for(Finding& finding);

 private:
  const SourceCode& code_of(const std::string& file);

  SourceLines& lines_;
  std::map<std::string, SourceCode> files_;
};

// The remedy and its lines for two accesses in these lines of one file.
RacePart race_remedy(const SourceCode& code, const Finding& race);

}  // namespace hippuzzle
