#include "engine/debug_info/pointed_type.hpp"

#include <dwarf.h>

#include "engine/debug_info/dwarf_types.hpp"
#include "engine/debug_info/variable_lookup.hpp"

namespace hippuzzle {

std::optional<VariableType> pointed_type(const CodeAddress& code, const std::string& variable) {
  const DwarfModule module(code.module, code.object, code.object_bytes);
  if (module.get() == nullptr) return std::nullopt;
  const DwarfScopes scopes(module, module.base() + code.offset - 1);
  MaybeDie type = type_of_variable(scopes, variable);
  if (!type || dwarf_tag(&*type) != DW_TAG_pointer_type)
    return type ? numbers_of(&*type) : std::nullopt;
  MaybeDie behind = type_die_of(&*type);
  std::optional<VariableType> numbers = behind ? numbers_of(&*behind) : std::nullopt;
  if (numbers) numbers->shape.insert(numbers->shape.begin(), 0);
  return numbers;
}

}  // namespace hippuzzle
