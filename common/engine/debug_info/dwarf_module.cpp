#include "engine/debug_info/dwarf_module.hpp"

#include <algorithm>

namespace hippuzzle {

DwarfModule::DwarfModule(const std::string& path) {
  static const Dwfl_Callbacks callbacks = {dwfl_build_id_find_elf, dwfl_standard_find_debuginfo,
                                           dwfl_offline_section_address, nullptr};
  session_.reset(dwfl_begin(&callbacks));
  if (session_ == nullptr) return;
  module_ = dwfl_report_offline(session_.get(), "", path.c_str(), -1);
  dwfl_report_end(session_.get(), nullptr, nullptr);
  if (module_ != nullptr)
    dwfl_module_info(module_, nullptr, &base_, nullptr, nullptr, nullptr, nullptr, nullptr);
}

DwarfScopes::DwarfScopes(const DwarfModule& module, Dwarf_Addr address)
    : unit_(dwfl_module_addrdie(module.get(), address, &bias_)) {
  Dwarf_Die* dies = nullptr;
  const int count = unit_ == nullptr ? 0 : dwarf_getscopes(unit_, address - bias_, &dies);
  dies_.reset(dies);
  all_ = {dies, static_cast<size_t>(std::max(count, 0))};
}

Dwarf_Files* DwarfScopes::files() const {
  Dwarf_Files* files = nullptr;
  return unit_ != nullptr && dwarf_getsrcfiles(unit_, &files, nullptr) == 0 ? files : nullptr;
}

}  // namespace hippuzzle
