// Types in a module's debug information. For the sources of this component, as dwarf_module.hpp.
#pragma once

#include <elfutils/libdw.h>

#include <cstdint>
#include <optional>

#include "engine/debug_info/variable_type.hpp"

namespace hippuzzle {

std::optional<uint64_t> number_of(Dwarf_Die* die, unsigned name);
bool has_attribute(Dwarf_Die* die, unsigned name);

// The type of a variable, member, array or pointer, without typedefs, const and the like.
std::optional<Dwarf_Die> type_die_of(Dwarf_Die* die);

// The numbers that a type consists of, all of one type; nothing for other types.
std::optional<VariableType> numbers_of(Dwarf_Die* type);

template <class Visit>
void for_each_child(Dwarf_Die* parent, const Visit& visit) {
  Dwarf_Die child;
  if (dwarf_child(parent, &child) != 0) return;
  do visit(&child);
  while (dwarf_siblingof(&child, &child) == 0);
}

}  // namespace hippuzzle
