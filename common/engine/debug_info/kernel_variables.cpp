#include "engine/debug_info/kernel_variables.hpp"

#include <dwarf.h>
#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <hippuzzle/bfloat16.hpp>

#include "engine/debug_info/dwarf_module.hpp"

namespace hippuzzle {
namespace {

constexpr uint64_t most_elements = 64;  // of a local variable; larger ones are left out

std::optional<uint64_t> number_of(Dwarf_Die* die, unsigned name) {
  Dwarf_Attribute attribute;
  Dwarf_Word value = 0;
  if (dwarf_formudata(dwarf_attr_integrate(die, name, &attribute), &value) != 0)
    return std::nullopt;
  return value;
}

bool has(Dwarf_Die* die, unsigned name) {
  Dwarf_Attribute attribute;
  return dwarf_attr_integrate(die, name, &attribute) != nullptr;
}

// The type of a variable, member or array, without typedefs, const and the like.
std::optional<Dwarf_Die> type_of(Dwarf_Die* die) {
  Dwarf_Attribute attribute;
  Dwarf_Die type, peeled;
  if (dwarf_formref_die(dwarf_attr_integrate(die, DW_AT_type, &attribute), &type) == nullptr ||
      dwarf_peel_type(&type, &peeled) != 0)
    return std::nullopt;
  return peeled;
}

template <class Visit>
void for_each_child(Dwarf_Die* parent, const Visit& visit) {
  Dwarf_Die child;
  if (dwarf_child(parent, &child) != 0) return;
  do visit(&child);
  while (dwarf_siblingof(&child, &child) == 0);
}

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

std::optional<VariableType> resolve(Dwarf_Die* type);

std::optional<VariableType> array_type(Dwarf_Die* array) {
  auto element_die = type_of(array);
  if (!element_die) return std::nullopt;
  auto element = resolve(&*element_die);
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
    if (has(child, DW_AT_external) || has(child, DW_AT_declaration)) return;  // a static one
    auto die = type_of(child);
    const auto found = die ? resolve(&*die) : std::nullopt;
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

std::optional<VariableType> resolve(Dwarf_Die* type) {
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

// The first operation of where a variable lies; null when it lies nowhere.
const Dwarf_Op* location_of(Dwarf_Die* variable, size_t& count) {
  Dwarf_Attribute attribute;
  Dwarf_Op* operations = nullptr;
  if (dwarf_getlocation(dwarf_attr_integrate(variable, DW_AT_location, &attribute), &operations,
                        &count) != 0)
    return nullptr;
  return operations;
}

class Reader {
 public:
  Reader(const std::string& path, uint64_t kernel) : dwarf_(path) {
    if (dwarf_.get() != nullptr) find_function(dwarf_.base() + kernel);
  }

  KernelVariables read() {
    if (function_) {
      result_.begin = low_ + bias_ - dwarf_.base();
      result_.end = high_ + bias_ - dwarf_.base();
      has_usual_frame_ = has_usual_frame();
      add_scope(&*function_);
    }
    return std::move(result_);
  }

 private:
  void find_function(Dwarf_Addr address) {
    const DwarfScopes scopes(dwarf_, address);
    for (Dwarf_Die& scope : scopes.all()) {
      if (dwarf_tag(&scope) != DW_TAG_subprogram || dwarf_lowpc(&scope, &low_) != 0 ||
          dwarf_highpc(&scope, &high_) != 0)
        continue;
      function_ = scope;
      bias_ = scopes.bias();
      return;
    }
  }

  // Whether the frame lies above the saved frame pointer and the return address, where the runtime
  // looks for it. A function whose locals ask for more alignment than the stack has, differs.
  bool has_usual_frame() {
    Dwarf_Addr* entries = nullptr;
    const int count = dwarf_entry_breakpoints(&*function_, &entries);
    const std::unique_ptr<Dwarf_Addr, decltype(&std::free)> owner(entries, std::free);
    Dwarf_Addr bias = 0;
    Dwarf_CFI* table = dwfl_module_eh_cfi(dwarf_.get(), &bias);
    Dwarf_Frame* frame = nullptr;
    if (count < 1 || table == nullptr ||
        dwarf_cfi_addrframe(table, entries[0] + bias_ - bias, &frame) != 0)
      return false;
    const std::unique_ptr<Dwarf_Frame, decltype(&std::free)> frame_owner(frame, std::free);
    Dwarf_Op* operations = nullptr;
    size_t length = 0;
    constexpr Dwarf_Word frame_pointer = 6;  // rbp
    if (dwarf_frame_cfa(frame, &operations, &length) != 0 || length != 1) return false;
    const Dwarf_Op& at = operations[0];
    return (at.atom == DW_OP_bregx && at.number == frame_pointer && at.number2 == 16) ||
           (at.atom == DW_OP_breg0 + frame_pointer && at.number == 16);
  }

  void add_scope(Dwarf_Die* scope) {
    for_each_child(scope, [&](Dwarf_Die* child) {
      if (dwarf_tag(child) == DW_TAG_variable) add_variable(scope, child);
      if (dwarf_tag(child) == DW_TAG_lexical_block) add_scope(child);
    });
  }

  void add_variable(Dwarf_Die* scope, Dwarf_Die* variable) {
    const char* name = dwarf_diename(variable);
    auto type_die = type_of(variable);
    if (name == nullptr || !type_die || has(variable, DW_AT_artificial)) return;
    const auto type = resolve(&*type_die);
    size_t length = 0;
    const Dwarf_Op* at = location_of(variable, length);
    const bool in_frame = at != nullptr && length == 1 && at->atom == DW_OP_fbreg;
    if (!type) return;
    if (!in_frame) {
      result_.shared.push_back({name, *type});
      return;
    }
    const bool is_struct = dwarf_tag(&*type_die) == DW_TAG_structure_type ||
                           dwarf_tag(&*type_die) == DW_TAG_class_type;
    if (!has_usual_frame_ || is_struct || type->count() == 0 || type->count() > most_elements)
      return;
    LocalVariable local{name, *type, static_cast<int64_t>(at->number), {}, 0};
    dwarf_decl_line(variable, &local.line);
    Dwarf_Addr base = 0, from = 0, to = 0;
    for (ptrdiff_t next = 0; (next = dwarf_ranges(scope, next, &base, &from, &to)) > 0;)
      local.scopes.push_back({from + bias_ - dwarf_.base(), to + bias_ - dwarf_.base()});
    result_.locals.push_back(std::move(local));
  }

  DwarfModule dwarf_;
  Dwarf_Addr bias_ = 0, low_ = 0, high_ = 0;
  std::optional<Dwarf_Die> function_;
  bool has_usual_frame_ = false;
  KernelVariables result_;
};

template <class T>
double convert(const uint8_t* from) {
  T value;
  std::memcpy(&value, from, sizeof value);
  return static_cast<double>(value);
}

}  // namespace

std::string ElementType::name() const {
  switch (kind) {
    case Kind::floating:
      return fmt::format("f{}", bytes * 8);
    case Kind::bfloat16:
      return "bf16";
    case Kind::signed_integer:
      return fmt::format("i{}", bytes * 8);
    case Kind::unsigned_integer:
      break;
  }
  return fmt::format("u{}", bytes * 8);
}

double ElementType::decode(const uint8_t* from) const {
  switch (kind) {
    case Kind::floating:
      return bytes == 8 ? convert<double>(from) : convert<float>(from);
    case Kind::bfloat16: {
      Bf16 value;
      std::memcpy(&value, from, sizeof value);
      return static_cast<double>(to_float(value));
    }
    case Kind::signed_integer:
      return bytes == 1   ? convert<int8_t>(from)
             : bytes == 2 ? convert<int16_t>(from)
             : bytes == 4 ? convert<int32_t>(from)
                          : convert<int64_t>(from);
    case Kind::unsigned_integer:
      break;
  }
  return bytes == 1   ? convert<uint8_t>(from)
         : bytes == 2 ? convert<uint16_t>(from)
         : bytes == 4 ? convert<uint32_t>(from)
                      : convert<uint64_t>(from);
}

uint64_t VariableType::count() const {
  uint64_t product = 1;
  for (const uint64_t extent : shape) product *= extent;
  return product;
}

const SharedVariable* KernelVariables::find_shared(const std::string& name) const {
  const auto found = std::ranges::find(shared, name, &SharedVariable::name);
  return found == shared.end() ? nullptr : &*found;
}

KernelVariables read_kernel_variables(const std::string& module, uint64_t kernel) {
  return Reader(module, kernel).read();
}

}  // namespace hippuzzle
