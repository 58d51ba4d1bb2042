// Findings about variables of a program's own (<hip_cpu/check_programs.h>): the checker does not
// know how they were declared, the source does.
#pragma once

#include <map>
#include <string>

#include "engine/debug_info/declarations.hpp"
#include "engine/debug_info/source_lines.hpp"
#include "engine/results/finding.hpp"

namespace hippuzzle::cc {

class DeclaredVariables {
 public:
  explicit DeclaredVariables(SourceLines& lines) : lines_(lines) {}

  // Completes such a finding, and leaves every other one as it is. False: nothing is wrong with it.
  bool settle(Finding& finding);

 private:
  const Declaration* declaration_of(const Finding& finding, uint64_t offset);
  bool is_declared(const Declaration& variable, const char* word);
  bool has_device_address(const Declaration& variable);

  SourceLines& lines_;
  std::map<std::string, Declarations> modules_;
};

}  // namespace hippuzzle::cc
