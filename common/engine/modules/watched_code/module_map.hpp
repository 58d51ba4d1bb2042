// The parts of a module's file that decide what an address of its code means.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace hippuzzle {

class ModuleMap {
 public:
  // module: kept by the caller. Throws std::runtime_error for other bytes than an ELF object's.
  explicit ModuleMap(std::string_view module);

  // Whether the bytes lie in one section that nobody can write to once the module is loaded.
  bool is_constant(uint64_t address, uint64_t bytes) const;

  // The text that begins at an address that nobody can write to; nullopt where there is none.
  std::optional<std::string_view> constant_text(uint64_t address) const;

  // The function of another module that the pointer leads to; "" where it is none.
  std::string_view imported_by(uint64_t pointer) const;
  // The address in this module that the pointer will hold.
  std::optional<uint64_t> pointed_to(uint64_t pointer) const;

  // The function that begins at the address; "" where none does. A function with several names
  // always gets the same one.
  std::string_view function_at(uint64_t address) const;

  // Whether the address is in a section of the start files: .init, .fini or .plt.
  bool is_of_start_files(uint64_t address) const;
  bool is_code(uint64_t address) const;

 private:
  struct Range {
    uint64_t begin, end;
    std::string_view bytes = {};
    bool contains(uint64_t address) const { return address >= begin && address < end; }
  };

  std::vector<Range> constant_, code_, start_files_;
  std::map<uint64_t, std::string_view> imports_;
  std::map<uint64_t, uint64_t> inside_;
  std::map<uint64_t, std::string_view> functions_;
};

}  // namespace hippuzzle
