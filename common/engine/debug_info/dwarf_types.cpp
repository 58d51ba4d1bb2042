#include "engine/debug_info/dwarf_types.hpp"

#include <dwarf.h>

#include <string_view>

namespace hippuzzle {

std::optional<uint64_t> number_of(Dwarf_Die* die, unsigned name) {
  Dwarf_Attribute attribute;
  Dwarf_Word value = 0;
  if (dwarf_formudata(dwarf_attr_integrate(die, name, &attribute), &value) != 0)
    return std::nullopt;
  return value;
}

bool has_attribute(Dwarf_Die* die, unsigned name) {
  Dwarf_Attribute attribute;
  return dwarf_attr_integrate(die, name, &attribute) != nullptr;
}

std::optional<Dwarf_Die> type_die_of(Dwarf_Die* die) {
  Dwarf_Attribute attribute;
  Dwarf_Die type, peeled;
  if (dwarf_formref_die(dwarf_attr_integrate(die, DW_AT_type, &attribute), &type) == nullptr ||
      dwarf_peel_type(&type, &peeled) != 0)
    return std::nullopt;
  return peeled;
}

namespace {

std::optional<ElementType> base_type(Dwarf_Die* type) {
  using Kind = ElementType::Kind;
  const auto bytes = static_cast<uint32_t>(number_of(type, DW_AT_byte_size).value_or(0));
  if (bytes != 1 && bytes != 2 && bytes != 4 && bytes != 8) return std::nullopt;
  switch (number_of(type, DW_AT_encoding).value_or(0)) {
    case DW_ATE_float:
      if (bytes < 4) return std::nullopt;
      return ElementType{Kind::floating, bytes};
    case DW_ATE_signed:
    case DW_ATE_signed_char:
      return ElementType{Kind::signed_integer, bytes};
    case DW_ATE_unsigned:
    case DW_ATE_unsigned_char:
    case DW_ATE_boolean:
      return ElementType{Kind::unsigned_integer, bytes};
    default:
      return std::nullopt;
  }
}

std::optional<VariableType> array_type(Dwarf_Die* array) {
  auto element_die = type_die_of(array);
  if (!element_die) return std::nullopt;
  auto element = numbers_of(&*element_die);
  if (!element) return std::nullopt;
  std::vector<uint64_t> shape;
  for_each_child(array, [&](Dwarf_Die* child) {
    if (dwarf_tag(child) != DW_TAG_subrange_type) return;
    const auto last = number_of(child, DW_AT_upper_bound);
    shape.push_back(last ? *last + 1 : number_of(child, DW_AT_count).value_or(0));
  });
  element->shape.insert(element->shape.begin(), shape.begin(), shape.end());
  return element;
}

// A struct of equal members is an array of them: a float4, or a tile with its elements in it.
std::optional<VariableType> struct_type(Dwarf_Die* type) {
  const char* name = dwarf_diename(type);
  if (name != nullptr && std::string_view(name) == "Bf16")
    return VariableType{{ElementType::Kind::bfloat16, 2}, {}};
  uint64_t members = 0;
  bool equal = true;
  std::optional<VariableType> member;
  for_each_child(type, [&](Dwarf_Die* child) {
    const int tag = dwarf_tag(child);
    if (tag != DW_TAG_member && tag != DW_TAG_inheritance) return;
    if (has_attribute(child, DW_AT_external) || has_attribute(child, DW_AT_declaration))
      return;  // a static one
    auto die = type_die_of(child);
    const auto found = die ? numbers_of(&*die) : std::nullopt;
    equal = equal && found &&
            found->shape.empty() == (member ? member->shape.empty() : found->shape.empty()) &&
            (!member || found->element.name() == member->element.name());
    member = found;
    ++members;
  });
  if (!member || !equal || (members > 1 && !member->shape.empty())) return std::nullopt;
  if (members > 1) member->shape = {members};
  return member;
}

}  // namespace

std::optional<VariableType> numbers_of(Dwarf_Die* type) {
  switch (dwarf_tag(type)) {
    case DW_TAG_base_type:
      if (const auto element = base_type(type)) return VariableType{*element, {}};
      return std::nullopt;
    case DW_TAG_array_type:
      return array_type(type);
    case DW_TAG_structure_type:
    case DW_TAG_class_type:
      return struct_type(type);
    default:
      return std::nullopt;
  }
}

}  // namespace hippuzzle
