// An instruction is looked for at each byte of a function, without decoding what lies before it. A
// number that looks like an instruction by chance would have to hold the distance to a symbol of
// the module as well, so what is found is one.
#include "engine/debug_info/module_code.hpp"

#include <elf.h>

#include <algorithm>
#include <cstring>
#include <fstream>
#include <iterator>
#include <optional>
#include <span>
#include <utility>

namespace hippuzzle {
namespace {

constexpr uint64_t most_bytes = uint64_t{1} << 30;

std::string read(const std::filesystem::path& file) {
  std::error_code error;
  const auto bytes = std::filesystem::file_size(file, error);
  if (error || bytes > most_bytes) return "";
  std::ifstream in(file, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

uint8_t byte(std::string_view bytes, size_t index) { return static_cast<uint8_t>(bytes[index]); }

// The target of an instruction of `length` bytes whose last four are its distance.
uint64_t target_of(std::string_view bytes, size_t length, uint64_t address) {
  int32_t distance = 0;
  std::memcpy(&distance, bytes.data() + length - 4, 4);
  return address + length + static_cast<uint64_t>(static_cast<int64_t>(distance));
}

constexpr size_t longest = 7;  // of the instructions that are looked for

}  // namespace

// The parts of an ELF file.
class ModuleCode::Reader {
 public:
  explicit Reader(ModuleCode& code) : code_(code), bytes_(code.contents_) {
    const auto header = all<Elf64_Ehdr>(0, 1);
    if (header.empty() || std::memcmp(header[0].e_ident, ELFMAG, SELFMAG) != 0 ||
        header[0].e_ident[EI_CLASS] != ELFCLASS64 || header[0].e_machine != EM_X86_64 ||
        header[0].e_type != ET_DYN)
      return;
    for (const Elf64_Phdr& p : all<Elf64_Phdr>(header[0].e_phoff, header[0].e_phnum))
      if (p.p_type == PT_LOAD) code_.segments_.push_back({p.p_vaddr, p.p_offset, p.p_filesz});
    sections_ = all<Elf64_Shdr>(header[0].e_shoff, header[0].e_shnum);
    for (const Elf64_Shdr& s : sections_) {
      if (s.sh_type == SHT_SYMTAB) read_symbols(s);
      if (s.sh_type == SHT_RELA) read_relocations(s);
    }
  }

 private:
  // Empty when they are not all in the file, or lie where none can.
  template <class T>
  std::span<const T> all(uint64_t offset, uint64_t count) const {
    if (offset > bytes_.size() || count > (bytes_.size() - offset) / sizeof(T)) return {};
    const char* begin = bytes_.data() + offset;
    if (reinterpret_cast<uintptr_t>(begin) % alignof(T) != 0) return {};
    return {reinterpret_cast<const T*>(begin), count};
  }

  std::span<const Elf64_Sym> symbols(const Elf64_Shdr& table) const {
    return all<Elf64_Sym>(table.sh_offset, table.sh_size / sizeof(Elf64_Sym));
  }

  std::string name(const Elf64_Shdr& table, const Elf64_Sym& symbol) const {
    if (table.sh_link >= sections_.size()) return "";
    const Elf64_Shdr& names = sections_[table.sh_link];
    if (symbol.st_name >= names.sh_size) return "";
    const auto text = all<char>(names.sh_offset + symbol.st_name, names.sh_size - symbol.st_name);
    return {text.begin(), std::find(text.begin(), text.end(), '\0')};
  }

  void read_symbols(const Elf64_Shdr& table) {
    for (const Elf64_Sym& symbol : symbols(table)) {
      if (symbol.st_shndx == SHN_UNDEF || symbol.st_size == 0) continue;
      CodeSymbol found{name(table, symbol), symbol.st_value, symbol.st_size};
      switch (ELF64_ST_TYPE(symbol.st_info)) {
        case STT_FUNC:
          code_.functions_.try_emplace(found.begin, std::move(found));
          break;
        case STT_OBJECT:
          code_.variables_.try_emplace(found.begin, std::move(found));
          break;
        case STT_TLS:
          code_.thread_locals_.push_back(std::move(found));
          break;
        default:
          break;
      }
    }
  }

  void read_relocations(const Elf64_Shdr& section) {
    const auto count = section.sh_size / sizeof(Elf64_Rela);
    for (const Elf64_Rela& r : all<Elf64_Rela>(section.sh_offset, count)) {
      const auto type = ELF64_R_TYPE(r.r_info);
      if (type == R_X86_64_RELATIVE) {
        code_.slots_[r.r_offset] = static_cast<uint64_t>(r.r_addend);
      } else if (type == R_X86_64_GLOB_DAT || type == R_X86_64_JUMP_SLOT) {
        read_import(section, r);
      }
    }
  }

  void read_import(const Elf64_Shdr& section, const Elf64_Rela& relocation) {
    if (section.sh_link >= sections_.size()) return;
    const Elf64_Shdr& table = sections_[section.sh_link];
    const auto all_symbols = symbols(table);
    const auto index = ELF64_R_SYM(relocation.r_info);
    if (index >= all_symbols.size()) return;
    const Elf64_Sym& symbol = all_symbols[index];
    if (symbol.st_shndx == SHN_UNDEF) {
      code_.imports_[relocation.r_offset] = name(table, symbol);
    } else {
      code_.slots_[relocation.r_offset] = symbol.st_value;
    }
  }

  ModuleCode& code_;
  std::string_view bytes_;
  std::span<const Elf64_Shdr> sections_;
};

ModuleCode::ModuleCode(const std::filesystem::path& file) : contents_(read(file)) { Reader(*this); }

const CodeSymbol* ModuleCode::variable_at(uint64_t address) const {
  const auto after = variables_.upper_bound(address);
  if (after == variables_.begin()) return nullptr;
  const CodeSymbol& variable = std::prev(after)->second;
  return variable.contains(address) ? &variable : nullptr;
}

bool ModuleCode::is_in_file(const CodeSymbol& variable) const {
  return !at(variable.begin, variable.bytes).empty();
}

std::string_view ModuleCode::at(uint64_t address, uint64_t bytes) const {
  for (const Segment& s : segments_) {
    if (address < s.begin || address - s.begin >= s.bytes) continue;
    const uint64_t offset = s.offset + (address - s.begin);
    if (bytes > s.bytes - (address - s.begin) || offset + bytes > contents_.size()) return {};
    return std::string_view(contents_).substr(offset, bytes);
  }
  return {};
}

void ModuleCode::call_through(uint64_t slot, CodeReference& reference) const {
  if (const auto import = imports_.find(slot); import != imports_.end()) {
    reference.imported = import->second;
  } else if (const auto here = slots_.find(slot); here != slots_.end()) {
    reference.target = here->second;
  }
}

bool ModuleCode::decode(std::string_view bytes, uint64_t address, CodeReference& reference) const {
  if (bytes.size() >= 5 && byte(bytes, 0) == 0xe8) {  // call
    reference = {true, address + 5, target_of(bytes, 5, address)};
    if (functions_.contains(reference.target)) return true;
    // A stub of the linkage table: it jumps through a slot.
    const std::string_view stub = at(reference.target, 16);
    const size_t jump = stub.find("\xff\x25");
    if (jump == std::string_view::npos || jump + 6 > stub.size()) return false;
    call_through(target_of(stub.substr(jump), 6, reference.target + jump), reference);
    return !reference.imported.empty();
  }
  if (bytes.size() >= 6 && byte(bytes, 0) == 0xff && byte(bytes, 1) == 0x15) {  // call *slot
    reference = {true, address + 6};
    call_through(target_of(bytes, 6, address), reference);
    return !reference.imported.empty() || functions_.contains(reference.target);
  }
  const bool is_wide = bytes.size() >= 7 && (byte(bytes, 0) & 0xfb) == 0x48;
  if (!is_wide || (byte(bytes, 2) & 0xc7) != 0x05) return false;
  reference = {false, address + 7, target_of(bytes, 7, address)};
  if (byte(bytes, 1) == 0x8b) {  // mov slot, register
    const uint64_t slot = std::exchange(reference.target, 0);
    call_through(slot, reference);
    return !reference.imported.empty() ||
           (reference.target != 0 && variable_at(reference.target) != nullptr);
  }
  return byte(bytes, 1) == 0x8d && variable_at(reference.target) != nullptr;  // lea
}

std::vector<CodeReference> ModuleCode::references(const CodeSymbol& function) const {
  std::vector<CodeReference> found;
  const std::string_view code = at(function.begin, function.bytes);
  for (size_t i = 0; i < code.size(); ++i) {
    CodeReference reference;
    if (decode(code.substr(i, longest), function.begin + i, reference)) found.push_back(reference);
  }
  return found;
}

}  // namespace hippuzzle
