#include "engine/debug_info/declared_element.hpp"

#include <dwarf.h>

#include <map>
#include <memory>
#include <utility>

#include "engine/debug_info/dwarf_types.hpp"
#include "engine/debug_info/element_path.hpp"
#include "engine/debug_info/variable_lookup.hpp"

namespace hippuzzle {
namespace {

// Opened once: findings name a few modules often.
const DwarfModule& module_of(const CodeAddress& code) {
  thread_local std::map<std::pair<std::string, uint64_t>, std::unique_ptr<DwarfModule>> open;
  auto& module = open[{code.module, code.object}];
  if (!module) module = std::make_unique<DwarfModule>(code.module, code.object, code.object_bytes);
  return *module;
}

// The array's elements are innermost ones where it has several dimensions.
DeclaredElement element_in(Dwarf_Die* variable, uint64_t offset, uint64_t bytes) {
  MaybeDie element = type_die_of(variable);
  const bool is_array = dwarf_tag(variable) == DW_TAG_array_type && element;
  return {path_in(variable, offset, bytes), bytes_of(is_array ? &*element : variable)};
}

unsigned dimensions_of(Dwarf_Die* type) {
  if (dwarf_tag(type) != DW_TAG_array_type) return 0;
  unsigned count = 0;
  for_each_child(
      type, [&](Dwarf_Die* child) { count += dwarf_tag(child) == DW_TAG_subrange_type ? 1 : 0; });
  return count;
}

std::optional<DeclaredElement> element_of(const Finding& f, const CodeAddress& code) {
  const DwarfModule& module = module_of(code);
  if (module.get() == nullptr) return std::nullopt;
  const DwarfScopes scopes(module, module.base() + code.offset - 1);
  MaybeDie type = type_of_variable(scopes, f.array.substr(f.array.rfind(':') + 1));
  if (!type) return std::nullopt;
  const unsigned dimensions = dimensions_of(&*type);
  MaybeDie element = dimensions == 1 ? type_die_of(&*type) : std::nullopt;
  const bool is_dynamic = element && bytes_of(&*type) == 0;  // `extern __shared__ float tile[]`
  if (!is_dynamic && bytes_of(&*type) != f.array_bytes) return std::nullopt;
  if (element) return DeclaredElement{path_among(&*element, f.first, f.bytes), bytes_of(&*element)};
  const bool is_inside = f.first >= 0 && static_cast<uint64_t>(f.first) < f.array_bytes;
  if (!is_inside) return std::nullopt;
  return element_in(&*type, static_cast<uint64_t>(f.first), f.bytes);
}

}  // namespace

std::optional<DeclaredElement> element_behind(const CodeAddress& code, const std::string& pointer,
                                              int64_t offset, uint64_t bytes) {
  const DwarfModule& module = module_of(code);
  if (module.get() == nullptr) return std::nullopt;
  const DwarfScopes scopes(module, module.base() + code.offset - 1);
  MaybeDie type = type_of_variable(scopes, pointer);
  MaybeDie element =
      type && dwarf_tag(&*type) == DW_TAG_pointer_type ? type_die_of(&*type) : std::nullopt;
  if (!element || bytes_of(&*element) == 0) return std::nullopt;
  return DeclaredElement{path_among(&*element, offset, bytes), bytes_of(&*element)};
}

void name_by_declaration(Finding& finding) {
  if (finding.array.empty() || finding.bytes == 0) return;
  for (const FindingSide& side : finding.sides) {
    for (const CodeAddress& frame : side.frames) {
      const std::optional<DeclaredElement> element = element_of(finding, frame);
      if (!element) continue;
      finding.element = finding.array + element->path;
      finding.element_bytes = element->element_bytes;
      return;
    }
  }
}

}  // namespace hippuzzle
