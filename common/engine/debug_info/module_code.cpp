// An instruction is looked for at each byte of a function, without decoding the bytes before it. A
// number that looks like an instruction by chance would have to hold the distance to a symbol of
// the module as well, so a match is an instruction.
#include "engine/debug_info/module_code.hpp"

#include <cstring>
#include <fstream>
#include <iterator>
#include <stdexcept>
#include <utility>

#include "support/files/elf_object.hpp"

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

// Whether the byte is the displacement of a variable on the stack: the displacement of -0x18(%rbp)
// and of -0x18(%rbp,%rax,4) is 0xe8, the byte that begins a call.
bool is_displacement(std::string_view code, size_t i) {
  if (i > 0 && (byte(code, i - 1) & 0xc7) == 0x45) return true;
  return i > 1 && (byte(code, i - 2) & 0xc7) == 0x44 && (byte(code, i - 1) & 7) == 5;
}

// The target of an instruction of `length` bytes whose last four are its distance.
uint64_t target_of(std::string_view bytes, size_t length, uint64_t address) {
  int32_t distance = 0;
  std::memcpy(&distance, bytes.data() + length - 4, 4);
  return address + length + static_cast<uint64_t>(static_cast<int64_t>(distance));
}

constexpr size_t longest = 7;  // of the instructions that are looked for

}  // namespace

ModuleCode::ModuleCode(const std::filesystem::path& file) : contents_(read(file)) {
  try {
    const ElfObject elf(contents_);
    if (elf.header().e_ident[EI_CLASS] != ELFCLASS64 || elf.machine() != EM_X86_64 ||
        elf.header().e_type != ET_DYN)
      return;
    for (const Elf64_Phdr& p : elf.segments())
      if (p.p_type == PT_LOAD) segments_.push_back({p.p_vaddr, p.p_offset, p.p_filesz});
    for (const NamedSymbol& named : elf.symbols(SHT_SYMTAB)) add_symbol(named);
    for (const ElfRelocation& relocation : elf.relocations()) add_slot(relocation);
  } catch (const std::runtime_error&) {
    // The file is not an ELF object, or is damaged: keep the part read so far.
  }
}

void ModuleCode::add_symbol(const NamedSymbol& named) {
  const Elf64_Sym& symbol = named.symbol;
  if (symbol.st_shndx == SHN_UNDEF || symbol.st_size == 0) return;
  CodeSymbol found{std::string(named.name), symbol.st_value, symbol.st_size};
  switch (ELF64_ST_TYPE(symbol.st_info)) {
    case STT_FUNC:
      functions_.try_emplace(found.begin, std::move(found));
      break;
    case STT_OBJECT:
      variables_.try_emplace(found.begin, std::move(found));
      break;
    case STT_TLS:
      thread_locals_.push_back(std::move(found));
      break;
    default:
      break;
  }
}

void ModuleCode::add_slot(const ElfRelocation& relocation) {
  if (relocation.type == R_X86_64_RELATIVE) {
    slots_[relocation.address] = relocation.addend;
  } else if ((relocation.type == R_X86_64_GLOB_DAT || relocation.type == R_X86_64_JUMP_SLOT) &&
             relocation.symbol) {
    const auto& [name, symbol] = *relocation.symbol;
    if (symbol.st_shndx == SHN_UNDEF) {
      imports_[relocation.address] = name;
    } else {
      slots_[relocation.address] = symbol.st_value;
    }
  }
}

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
    if (!is_displacement(code, i) && decode(code.substr(i, longest), function.begin + i, reference))
      found.push_back(reference);
  }
  return found;
}

}  // namespace hippuzzle
