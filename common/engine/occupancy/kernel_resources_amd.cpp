// The file formats: a section .hip_fatbin holds clang's offload bundles (magic, count, then offset,
// size, id length and id of each entry), whose entries are ELF code objects with a note of owner
// "AMDGPU" and type 32, a MessagePack map. Source: LLVM, User Guide for AMDGPU Backend; Clang
// Offload Bundler.
#include <nlohmann/json.hpp>
#include <set>

#include "engine/occupancy/kernel_resources.hpp"
#include "support/files/elf_object.hpp"

namespace hippuzzle {
namespace {

constexpr std::string_view bundle_magic = "__CLANG_OFFLOAD_BUNDLE__";
constexpr unsigned metadata_note = 32;  // NT_AMDGPU_METADATA

constexpr uint64_t align4(uint64_t n) { return (n + 3) & ~uint64_t{3}; }

nlohmann::json metadata(std::string_view code_object) {
  const ElfObject object(code_object);
  for (const ElfSection& section : object.sections()) {
    if (section.header.sh_type != SHT_NOTE) continue;
    for (uint64_t at = 0; at < section.bytes.size();) {
      const auto note = read_as<Elf64_Nhdr>(section.bytes, at);
      const uint64_t owner = at + sizeof note;
      const uint64_t descriptor = owner + align4(note.n_namesz);
      if (note.n_type == metadata_note && slice(section.bytes, owner, 6) == "AMDGPU")
        return nlohmann::json::from_msgpack(slice(section.bytes, descriptor, note.n_descsz));
      at = descriptor + align4(note.n_descsz);
    }
  }
  throw std::runtime_error("a code object has no AMDGPU metadata");
}

// Whether the host hands it a buffer for what it prints.
bool prints(const nlohmann::json& kernel) {
  for (const auto& argument : kernel.value(".args", nlohmann::json::array())) {
    const std::string kind = argument.value(".value_kind", "");
    if (kind == "hidden_hostcall_buffer" || kind == "hidden_printf_buffer") return true;
  }
  return false;
}

// Whether a word of the code is the first of an MFMA: VOP3P-MAI (bits 31 to 23), of whose
// operations two only move values to and from accumulators. A constant may look like one.
bool has_matrix_instruction(std::string_view code) {
  for (uint64_t at = 0; at + sizeof(uint32_t) <= code.size(); at += sizeof(uint32_t)) {
    const auto word = read_as<uint32_t>(code, at);
    const uint32_t operation = word >> 16 & 0x7f;
    if (word >> 23 == 0x1a7 && operation >= 0x40 && operation != 0x58 && operation != 0x59)
      return true;
  }
  return false;
}

std::set<std::string, std::less<>> with_matrix_instructions(std::string_view code_object) {
  const ElfObject object(code_object);
  std::set<std::string, std::less<>> names;
  for (const NamedSymbol& s : object.symbols()) {
    if (ELF64_ST_TYPE(s.symbol.st_info) != STT_FUNC || s.symbol.st_shndx == SHN_UNDEF) continue;
    if (has_matrix_instruction(object.at(s.symbol.st_value, s.symbol.st_size)))
      names.emplace(s.name);
  }
  return names;
}

void append_code_object(std::string_view code_object, const std::string& target,
                        std::vector<KernelResources>& kernels) {
  const auto multiplying = with_matrix_instructions(code_object);
  const nlohmann::json described = metadata(code_object);
  for (const auto& kernel : described.at("amdhsa.kernels")) {
    kernels.push_back(
        {.target = target,
         .name = kernel.at(".name"),
         .registers = kernel.at(".vgpr_count"),
         .accumulators = kernel.value(".agpr_count", 0u),
         .scalar_registers = kernel.at(".sgpr_count"),
         .shared_bytes = kernel.at(".group_segment_fixed_size"),
         .most_threads = kernel.value(".max_flat_workgroup_size", 0u),
         .warp_size = kernel.value(".wavefront_size", 64u),
         .vgpr_spills = kernel.at(".vgpr_spill_count"),
         .sgpr_spills = kernel.at(".sgpr_spill_count"),
         .scratch_bytes = kernel.at(".private_segment_fixed_size"),
         .has_matrix_instructions = multiplying.contains(kernel.at(".name").get<std::string>()),
         .dynamic_stack = kernel.value(".uses_dynamic_stack", false),
         .prints = prints(kernel)});
  }
}

// "gfx90a" of "hipv4-amdgcn-amd-amdhsa--gfx90a:xnack-".
std::string target_of(const std::string& id) {
  const std::string target = id.substr(id.rfind("--") + 2);
  return target.substr(0, target.find(':'));
}

}  // namespace

std::vector<CodeObject> code_objects_of_amd(std::string_view fatbin) {
  std::vector<CodeObject> objects;
  size_t begin = fatbin.find(bundle_magic);
  if (begin != 0)
    throw std::runtime_error("its .hip_fatbin is not an uncompressed clang offload bundle");
  // One bundle for each source, aligned to pages.
  for (; begin != fatbin.npos; begin = fatbin.find(bundle_magic, begin + 1)) {
    const std::string_view bundle = fatbin.substr(begin);
    uint64_t at = bundle_magic.size() + sizeof(uint64_t);
    for (auto left = read_as<uint64_t>(bundle, bundle_magic.size()); left > 0; --left) {
      const auto offset = read_as<uint64_t>(bundle, at);
      const auto size = read_as<uint64_t>(bundle, at + 8);
      const auto id_size = read_as<uint64_t>(bundle, at + 16);
      const std::string id(slice(bundle, at + 24, id_size));
      at += 24 + id_size;
      // The other entry, of no size, is the host's.
      if (id.starts_with("hip")) objects.push_back({target_of(id), slice(bundle, offset, size)});
    }
  }
  return objects;
}

std::vector<KernelResources> kernels_of_amd(std::string_view fatbin) {
  std::vector<KernelResources> kernels;
  for (const CodeObject& object : code_objects_of_amd(fatbin))
    append_code_object(object.bytes, object.target, kernels);
  return kernels;
}

}  // namespace hippuzzle
