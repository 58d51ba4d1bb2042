// The type of the memory that a variable points to, by the debug information of code that sees the
// variable. Modules are read as files; nothing of them runs.
#pragma once

#include <optional>
#include <string>

#include "engine/debug_info/variable_type.hpp"
#include "engine/results/finding.hpp"

namespace hippuzzle {

// code: the address after a call, as call sites are. variable: as the source spells it there,
// "d_in", "rows[i]", "state->weights"; also a member of the function's own object. The
// result is the type of the elements of an array, or of a pointer's target, whose extent is 0: it
// is not known. Nothing where the elements are not numbers of one type, or the variable is not
// found.
std::optional<VariableType> pointed_type(const CodeAddress& code, const std::string& variable);

}  // namespace hippuzzle
