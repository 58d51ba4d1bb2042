#include "amd_emulator/code_object/code_object.hpp"

#include <elf.h>
#include <fmt/format.h>
#include <sys/mman.h>

#include <algorithm>
#include <cstring>
#include <nlohmann/json.hpp>

#include "amd_emulator/wave/fault.hpp"
#include "support/files/elf_object.hpp"

namespace hippuzzle::amd {
namespace {

constexpr uint32_t relative64 = 13, absolute64 = 3;  // R_AMDGPU_*
constexpr uint32_t metadata_note = 32;               // NT_AMDGPU_METADATA
constexpr uint64_t page = 4096;

constexpr uint64_t align4(uint64_t n) { return (n + 3) & ~uint64_t{3}; }

nlohmann::json metadata_of(const ElfObject& elf) {
  for (const Elf64_Phdr& segment : elf.segments()) {
    if (segment.p_type != PT_NOTE) continue;
    const std::string_view notes = elf.bytes_of(segment);
    for (uint64_t at = 0; at < notes.size();) {
      const auto note = read_as<Elf64_Nhdr>(notes, at);
      const uint64_t owner = at + sizeof note, descriptor = owner + align4(note.n_namesz);
      if (note.n_type == metadata_note && slice(notes, owner, 6) == "AMDGPU")
        return nlohmann::json::from_msgpack(slice(notes, descriptor, note.n_descsz));
      at = descriptor + align4(note.n_descsz);
    }
  }
  throw std::runtime_error("it has no AMDGPU metadata");
}

std::vector<Argument> arguments_of(const nlohmann::json& kernel) {
  std::vector<Argument> arguments;
  for (const auto& a : kernel.value(".args", nlohmann::json::array())) {
    arguments.push_back({.offset = a.at(".offset"),
                         .size = a.at(".size"),
                         .kind = a.at(".value_kind").get<std::string>()});
  }
  return arguments;
}

}  // namespace

CodeObject::CodeObject(std::string_view elf, std::string target) : target_(std::move(target)) {
  try {
    const ElfObject object(elf);
    load(object);
    relocate(object);
    read_symbols(object);
    read_metadata(object);
  } catch (const Fault&) {
    throw;
  } catch (const std::exception& error) {
    throw Fault(Fault::Kind::not_loadable,
                fmt::format("its code object for {} cannot be read: {}", target_, error.what()));
  }
}

CodeObject::~CodeObject() {
  if (base_ != 0) munmap(reinterpret_cast<void*>(base_), bytes_);
}

void CodeObject::load(const ElfObject& elf) {
  if (elf.machine() != EM_AMDGPU) throw std::runtime_error("it is not for an AMD GPU");
  for (const Elf64_Phdr& s : elf.segments()) {
    if (s.p_type == PT_LOAD) bytes_ = std::max<uint64_t>(bytes_, s.p_vaddr + s.p_memsz);
  }
  bytes_ = (bytes_ + page - 1) / page * page;
  void* memory = mmap(nullptr, std::max(bytes_, page), PROT_READ | PROT_WRITE,
                      MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (memory == MAP_FAILED) throw std::runtime_error("there is no memory for it");
  base_ = reinterpret_cast<uint64_t>(memory);
  for (const Elf64_Phdr& s : elf.segments()) {
    if (s.p_type != PT_LOAD) continue;
    const std::string_view bytes = elf.bytes_of(s);
    std::memcpy(reinterpret_cast<void*>(base_ + s.p_vaddr), bytes.data(), bytes.size());
  }
}

void CodeObject::relocate(const ElfObject& elf) {
  for (const ElfRelocation& r : elf.relocations()) {
    uint64_t value = base_ + r.addend;
    if (r.type == absolute64) {
      if (r.symbol) value += r.symbol->symbol.st_value;
    } else if (r.type != relative64) {
      throw std::runtime_error(fmt::format("it has a relocation of type {}", r.type));
    }
    if (r.address > bytes_ || bytes_ - r.address < sizeof value)
      throw std::runtime_error("a relocation in it points outside");
    std::memcpy(reinterpret_cast<void*>(base_ + r.address), &value, sizeof value);
  }
}

void CodeObject::read_symbols(const ElfObject& elf) {
  for (const NamedSymbol& s : elf.symbols()) {
    const uint64_t begin = s.symbol.st_value, size = s.symbol.st_size;
    if (s.symbol.st_shndx == SHN_UNDEF || begin > bytes_ || bytes_ - begin < size) continue;
    const std::string name(s.name);
    if (ELF64_ST_TYPE(s.symbol.st_info) == STT_FUNC) {
      functions_[base_ + begin] = {base_ + begin, base_ + begin + size, name};
    } else if (ELF64_ST_TYPE(s.symbol.st_info) == STT_OBJECT) {
      if (name.ends_with(".kd")) descriptors_[name] = base_ + begin;
      variables_[name] = {reinterpret_cast<uint8_t*>(base_ + begin), size};
    }
  }
}

void CodeObject::read_metadata(const ElfObject& elf) {
  const nlohmann::json metadata = metadata_of(elf);
  for (const auto& k : metadata.at("amdhsa.kernels")) {
    Kernel kernel;
    kernel.name = k.at(".name");
    const auto descriptor = descriptors_.find(k.at(".symbol").get<std::string>());
    if (descriptor == descriptors_.end())
      throw std::runtime_error(fmt::format("kernel {} has no descriptor", kernel.name));
    kernel.descriptor = descriptor->second;
    kernel.warp_size = k.value(".wavefront_size", 64u);
    kernel.most_threads = k.value(".max_flat_workgroup_size", 1024u);
    kernel.registers = k.at(".vgpr_count");
    kernel.accumulators = k.value(".agpr_count", 0u);
    kernel.has_dynamic_stack = k.value(".uses_dynamic_stack", false);
    kernel.arguments = arguments_of(k);
    take_descriptor(kernel);
    kernels_[kernel.name] = std::move(kernel);
  }
}

// 64 bytes: sizes, the entry's distance, the register settings.
void CodeObject::take_descriptor(Kernel& kernel) const {
  const std::string_view bytes(reinterpret_cast<const char*>(kernel.descriptor), 64);
  kernel.shared_bytes = read_as<uint32_t>(bytes, 0);
  kernel.private_bytes = read_as<uint32_t>(bytes, 4);
  kernel.argument_bytes = read_as<uint32_t>(bytes, 8);
  kernel.entry = kernel.descriptor + static_cast<uint64_t>(read_as<int64_t>(bytes, 16));
  kernel.rsrc3 = read_as<uint32_t>(bytes, 44);
  kernel.rsrc1 = read_as<uint32_t>(bytes, 48);
  kernel.rsrc2 = read_as<uint32_t>(bytes, 52);
  kernel.properties = read_as<uint16_t>(bytes, 56);
  if (read_as<uint16_t>(bytes, 58) != 0) {
    throw Fault(
        Fault::Kind::not_emulated,
        fmt::format("kernel {} has its arguments put into registers before it starts, which "
                    "is not emulated",
                    kernel.name));
  }
}

const Kernel* CodeObject::kernel(const std::string& name) const {
  const auto found = kernels_.find(name);
  return found == kernels_.end() ? nullptr : &found->second;
}

std::span<uint8_t> CodeObject::variable(const std::string& name) const {
  const auto found = variables_.find(name);
  return found == variables_.end() ? std::span<uint8_t>() : found->second;
}

}  // namespace hippuzzle::amd
