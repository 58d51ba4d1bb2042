#include "engine/debug_info/kernel_variables.hpp"

#include <dwarf.h>
#include <algorithm>

#include "engine/debug_info/dwarf_module.hpp"
#include "engine/debug_info/dwarf_types.hpp"

namespace hippuzzle {
namespace {

constexpr uint64_t most_elements = 64;  // of a local variable; larger ones are left out

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
    auto type_die = type_die_of(variable);
    if (name == nullptr || !type_die || has_attribute(variable, DW_AT_artificial)) return;
    const auto type = numbers_of(&*type_die);
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

}  // namespace

const SharedVariable* KernelVariables::find_shared(const std::string& name) const {
  const auto found = std::ranges::find(shared, name, &SharedVariable::name);
  return found == shared.end() ? nullptr : &*found;
}

KernelVariables read_kernel_variables(const std::string& module, uint64_t kernel) {
  return Reader(module, kernel).read();
}

}  // namespace hippuzzle
