// The references in the machine code of a module: functions that it calls and variables whose
// address it takes, by the module's file alone. For x86-64; of other machines' modules nothing is
// known.
#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace hippuzzle {

struct ElfRelocation;
struct NamedSymbol;

// A function or variable by its mangled name. Addresses count from where the module is loaded.
struct CodeSymbol {
  std::string name;
  uint64_t begin = 0, bytes = 0;

  bool contains(uint64_t address) const { return address - begin < bytes; }
};

struct CodeReference {
  bool is_call = false;  // else an address that is taken
  uint64_t behind = 0;   // the address after the instruction
  uint64_t target = 0;
  std::string imported = {};  // the target's name if it is another module's; else ""
};

class ModuleCode {
 public:
  // A file that cannot be read, is damaged, stripped, or for another machine has no symbols.
  explicit ModuleCode(const std::filesystem::path& file);

  // The functions by their begins.
  const std::map<uint64_t, CodeSymbol>& functions() const { return functions_; }

  // Thread-local variables, which __shared__ arrays are on the CPU platform. `begin` is the
  // distance from the begin of the thread's storage.
  const std::vector<CodeSymbol>& thread_locals() const { return thread_locals_; }

  // The variable around an address; null when there is none.
  const CodeSymbol* variable_at(uint64_t address) const;

  // Whether the file has its first value; else it begins as zeros.
  bool is_in_file(const CodeSymbol& variable) const;

  // The function's references, in the order of its instructions.
  std::vector<CodeReference> references(const CodeSymbol& function) const;

 private:
  struct Segment {
    uint64_t begin = 0, offset = 0, bytes = 0;  // of the file
  };

  void add_symbol(const NamedSymbol& named);
  void add_slot(const ElfRelocation& relocation);

  // The bytes at an address that the file has; empty when they are not all there.
  std::string_view at(uint64_t address, uint64_t bytes) const;
  // Decodes the reference of the instruction whose bytes begin here, if it has one.
  bool decode(std::string_view bytes, uint64_t address, CodeReference& reference) const;
  void call_through(uint64_t slot, CodeReference& reference) const;

  std::string contents_;
  std::vector<Segment> segments_;
  std::map<uint64_t, CodeSymbol> functions_, variables_;
  std::vector<CodeSymbol> thread_locals_;
  std::map<uint64_t, std::string> imports_;  // by the slot that the loader fills with the address
  std::map<uint64_t, uint64_t> slots_;       // the same of addresses in the module
};

}  // namespace hippuzzle
