// A module's debug information, read from its file by libdw. For the sources of this component:
// nobody else sees libdw.
#pragma once

#include <elfutils/libdwfl.h>

#include <cstdint>
#include <cstdlib>
#include <memory>
#include <span>
#include <string>

namespace hippuzzle {

class DwarfModule {
 public:
  // object, bytes: the part of the file that is the ELF object; no bytes: all of it.
  explicit DwarfModule(const std::string& path, uint64_t object = 0, uint64_t bytes = 0);

  // Null when the file cannot be read or is not an ELF file.
  Dwfl_Module* get() const { return module_; }

  // The address at which libdw places the module; offsets in its code count from there.
  Dwarf_Addr base() const { return base_; }

 private:
  std::unique_ptr<Dwfl, decltype(&dwfl_end)> session_{nullptr, dwfl_end};
  Dwfl_Module* module_ = nullptr;  // of the session
  Dwarf_Addr base_ = 0;
};

// The functions, inlined calls and blocks around an address, the innermost first.
class DwarfScopes {
 public:
  // The module is open.
  DwarfScopes(const DwarfModule& module, Dwarf_Addr address);

  std::span<Dwarf_Die> all() const { return all_; }

  // The bias between addresses in the scopes' attributes and libdw's.
  Dwarf_Addr bias() const { return bias_; }

  // The files that their attributes name by number; null when these are not known.
  Dwarf_Files* files() const;

 private:
  Dwarf_Addr bias_ = 0;
  Dwarf_Die* unit_;
  std::unique_ptr<Dwarf_Die, decltype(&std::free)> dies_{nullptr, std::free};
  std::span<Dwarf_Die> all_;
};

}  // namespace hippuzzle
