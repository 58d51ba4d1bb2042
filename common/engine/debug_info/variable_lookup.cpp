#include "engine/debug_info/variable_lookup.hpp"

#include <dwarf.h>

#include <algorithm>

#include "engine/debug_info/dwarf_types.hpp"

namespace hippuzzle {
namespace {

using MaybeDie = std::optional<Dwarf_Die>;

bool is_named(Dwarf_Die* die, std::string_view name) {
  const char* const own = dwarf_diename(die);
  return own != nullptr && name == own;
}

// The type of the variable or parameter of this name that stands directly in the scope, or in a
// namespace in it.
MaybeDie type_in_scope(Dwarf_Die* scope, std::string_view name) {
  MaybeDie found;
  for_each_child(scope, [&](Dwarf_Die* child) {
    const int tag = dwarf_tag(child);
    if (found) return;
    if (tag == DW_TAG_namespace) found = type_in_scope(child, name);
    if ((tag == DW_TAG_variable || tag == DW_TAG_formal_parameter) && is_named(child, name))
      found = type_die_of(child);
  });
  return found;
}

// The type of a member of an object, or of the object that a pointer points to.
MaybeDie member_type(MaybeDie object, std::string_view name) {
  while (object && is_indirect(&*object)) object = type_die_of(&*object);
  if (!object) return std::nullopt;
  MaybeDie found;
  for_each_child(&*object, [&](Dwarf_Die* child) {
    if (found) return;
    const int tag = dwarf_tag(child);
    if (tag == DW_TAG_member && is_named(child, name)) found = type_die_of(child);
    if (tag == DW_TAG_inheritance) found = member_type(type_die_of(child), name);
  });
  return found;
}

MaybeDie type_of_name(const DwarfScopes& scopes, std::string_view name) {
  for (Dwarf_Die& scope : scopes.all()) {
    if (MaybeDie found = type_in_scope(&scope, name)) return found;
    if (dwarf_tag(&scope) != DW_TAG_subprogram) continue;
    if (MaybeDie found = member_type(type_in_scope(&scope, "this"), name)) return found;
  }
  return std::nullopt;
}

// The next name of "state->rows[i].data", after the part already read.
std::string_view take_name(std::string_view& rest) {
  rest.remove_prefix(std::min(rest.find_first_not_of(".->"), rest.size()));
  const std::string_view name = rest.substr(0, rest.find_first_of(".-["));
  rest.remove_prefix(name.size());
  return name;
}

}  // namespace

bool is_indirect(Dwarf_Die* type) {
  const int tag = dwarf_tag(type);
  return tag == DW_TAG_pointer_type || tag == DW_TAG_reference_type ||
         tag == DW_TAG_rvalue_reference_type;
}

MaybeDie type_of_variable(const DwarfScopes& scopes, std::string_view variable) {
  MaybeDie type = type_of_name(scopes, take_name(variable));
  while (type && !variable.empty()) {
    if (variable.front() == '[') {
      variable.remove_prefix(std::min(variable.find(']'), variable.size() - 1) + 1);
      type = type_die_of(&*type);
    } else {
      type = member_type(type, take_name(variable));
    }
  }
  while (type && is_indirect(&*type) && dwarf_tag(&*type) != DW_TAG_pointer_type)
    type = type_die_of(&*type);
  return type;
}

}  // namespace hippuzzle
