// The type of the memory behind a variable, by the debug information of code that sees the
// variable. Modules are read as files; nothing of them runs.
#pragma once

#include <optional>
#include <string>

#include "engine/debug_info/variable_type.hpp"
#include "engine/results/finding.hpp"

namespace hippuzzle {

// code: the address after a call, as call sites are. variable: as the source spells it there,
// "d_in", "rows[i]", "state->weights"; also a member of the function's own object. The numbers that
// a pointer points to, how many of them not known (extent 0), or those of an array. Nothing where
// these are no numbers of one type, or the variable is not found.
std::optional<VariableType> pointed_type(const CodeAddress& code, const std::string& variable);

}  // namespace hippuzzle
