// The types of variables by their names, as code at an address sees them. For the sources of this
// component, as dwarf_types.hpp.
#pragma once

#include <elfutils/libdw.h>

#include <optional>
#include <string_view>

#include "engine/debug_info/dwarf_module.hpp"

namespace hippuzzle {

using MaybeDie = std::optional<Dwarf_Die>;

// A pointer or a reference.
bool is_indirect(Dwarf_Die* type);

// As the source spells the variable there, "d_in", "rows[i]", "state->weights"; also a member of
// the function's own object. References stand for their targets.
MaybeDie type_of_variable(const DwarfScopes& scopes, std::string_view variable);

}  // namespace hippuzzle
