#include "engine/debug_info/element_path.hpp"

#include <dwarf.h>

#include <optional>
#include <vector>

#include "engine/debug_info/dwarf_types.hpp"

namespace hippuzzle {
namespace {

struct Member {
  std::string name;  // "" of a base, or of a struct without a name
  Dwarf_Die type;
  uint64_t offset, bytes;
};

std::vector<Member> members_of(Dwarf_Die* type) {
  std::vector<Member> members;
  for_each_child(type, [&](Dwarf_Die* child) {
    const int tag = dwarf_tag(child);
    const bool is_static =
        has_attribute(child, DW_AT_external) || has_attribute(child, DW_AT_declaration);
    if ((tag != DW_TAG_member && tag != DW_TAG_inheritance) || is_static) return;
    auto own = type_die_of(child);
    if (!own) return;
    const char* const name = tag == DW_TAG_member ? dwarf_diename(child) : nullptr;
    members.push_back({name ? name : "", *own,
                       number_of(child, DW_AT_data_member_location).value_or(0), bytes_of(&*own)});
  });
  return members;
}

std::string path_in_struct(Dwarf_Die* type, uint64_t offset, uint64_t bytes) {
  std::vector<Member> members = members_of(type);
  for (Member& member : members) {
    if (offset < member.offset || offset - member.offset >= member.bytes) continue;
    // A tile with its elements in it is an array of them.
    const bool is_all = members.size() == 1 && dwarf_tag(&member.type) == DW_TAG_array_type;
    const std::string name = member.name.empty() || is_all ? "" : "." + member.name;
    return name + path_in(&member.type, offset - member.offset, bytes);
  }
  return "";
}

std::string path_in_array(Dwarf_Die* array, uint64_t offset, uint64_t bytes) {
  auto element = type_die_of(array);
  const uint64_t size = element ? bytes_of(&*element) : 0;
  if (size == 0) return "";
  std::vector<uint64_t> shape;
  for_each_child(array, [&](Dwarf_Die* child) {
    if (dwarf_tag(child) != DW_TAG_subrange_type) return;
    const auto last = number_of(child, DW_AT_upper_bound);
    shape.push_back(last ? *last + 1 : number_of(child, DW_AT_count).value_or(0));
  });
  std::string indices;
  uint64_t number = offset / size;
  while (!shape.empty()) {
    const bool is_first = shape.size() == 1;  // whose extent need not be known
    const uint64_t extent = is_first ? 0 : shape.back();
    indices = "[" + std::to_string(extent == 0 ? number : number % extent) + "]" + indices;
    if (extent != 0) number /= extent;
    shape.pop_back();
  }
  return indices + path_in(&*element, offset % size, bytes);
}

}  // namespace

uint64_t bytes_of(Dwarf_Die* type) {
  Dwarf_Word bytes = 0;
  return dwarf_aggregate_size(type, &bytes) == 0 ? bytes : 0;
}

std::string path_in(Dwarf_Die* type, uint64_t offset, uint64_t bytes) {
  const int tag = dwarf_tag(type);
  if (tag == DW_TAG_array_type) return path_in_array(type, offset, bytes);
  const bool is_struct = tag == DW_TAG_structure_type || tag == DW_TAG_class_type;
  if ((!is_struct && tag != DW_TAG_union_type) || (offset == 0 && bytes >= bytes_of(type)))
    return "";
  return path_in_struct(type, offset, bytes);
}

std::string path_among(Dwarf_Die* element, int64_t offset, uint64_t bytes) {
  const auto size = static_cast<int64_t>(bytes_of(element));
  if (size == 0) return "";
  const int64_t number = offset >= 0 ? offset / size : (offset - size + 1) / size;
  return "[" + std::to_string(number) + "]" +
         path_in(element, static_cast<uint64_t>(offset - number * size), bytes);
}

}  // namespace hippuzzle
