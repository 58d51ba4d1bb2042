// The file formats: an ELF module has a section .hip_fatbin, which holds clang's offload bundle
// (magic, count, then offset, size, id length and id of each entry), whose entries are ELF code
// objects with a note of owner "AMDGPU" and type 32, a MessagePack map.
#include "tests/amd/code_object.hpp"

#include <elf.h>

#include <cstring>
#include <fstream>
#include <iterator>
#include <nlohmann/json.hpp>
#include <stdexcept>
#include <string_view>

namespace {

constexpr std::string_view bundle_magic = "__CLANG_OFFLOAD_BUNDLE__";
constexpr unsigned metadata_note = 32;  // NT_AMDGPU_METADATA

template <class T>
T read(std::string_view bytes, uint64_t offset) {
  if (offset > bytes.size() || bytes.size() - offset < sizeof(T))
    throw std::runtime_error("truncated at byte " + std::to_string(offset));
  T value;
  std::memcpy(&value, bytes.data() + offset, sizeof value);
  return value;
}

std::string_view slice(std::string_view bytes, uint64_t offset, uint64_t size) {
  if (offset > bytes.size() || bytes.size() - offset < size)
    throw std::runtime_error("truncated at byte " + std::to_string(offset));
  return bytes.substr(offset, size);
}

struct Section {
  std::string_view name;
  uint32_t type;
  std::string_view bytes;
};

std::vector<Section> sections(std::string_view elf) {
  if (elf.substr(0, SELFMAG) != ELFMAG) throw std::runtime_error("not an ELF file");
  const auto header = read<Elf64_Ehdr>(elf, 0);
  const auto section_header = [&](unsigned i) {
    return read<Elf64_Shdr>(elf, header.e_shoff + uint64_t{i} * header.e_shentsize);
  };
  const auto names = section_header(header.e_shstrndx);
  std::vector<Section> found;
  for (unsigned i = 0; i < header.e_shnum; ++i) {
    const auto section = section_header(i);
    const auto bytes = section.sh_type == SHT_NOBITS
                           ? std::string_view{}
                           : slice(elf, section.sh_offset, section.sh_size);
    const auto name = slice(elf, names.sh_offset, names.sh_size).substr(section.sh_name);
    found.push_back({name.substr(0, name.find('\0')), section.sh_type, bytes});
  }
  return found;
}

constexpr uint64_t align4(uint64_t n) { return (n + 3) & ~uint64_t{3}; }

nlohmann::json metadata(std::string_view code_object) {
  for (const Section& section : sections(code_object)) {
    if (section.type != SHT_NOTE) continue;
    for (uint64_t at = 0; at < section.bytes.size();) {
      const auto note = read<Elf64_Nhdr>(section.bytes, at);
      const uint64_t owner = at + sizeof note;
      const uint64_t descriptor = owner + align4(note.n_namesz);
      if (note.n_type == metadata_note && slice(section.bytes, owner, 6) == "AMDGPU")
        return nlohmann::json::from_msgpack(slice(section.bytes, descriptor, note.n_descsz));
      at = descriptor + align4(note.n_descsz);
    }
  }
  throw std::runtime_error("a code object has no AMDGPU metadata");
}

void append_kernels(const nlohmann::json& metadata, const std::string& target,
                    std::vector<KernelResources>& kernels) {
  for (const auto& kernel : metadata.at("amdhsa.kernels"))
    kernels.push_back({target, kernel.at(".name"), kernel.at(".vgpr_spill_count"),
                       kernel.at(".sgpr_spill_count"), kernel.at(".private_segment_fixed_size"),
                       kernel.value(".uses_dynamic_stack", false)});
}

std::vector<KernelResources> kernels_of_bundle(std::string_view bundle) {
  if (bundle.substr(0, bundle_magic.size()) != bundle_magic)
    throw std::runtime_error("its .hip_fatbin is not an uncompressed clang offload bundle");
  std::vector<KernelResources> kernels;
  uint64_t at = bundle_magic.size() + sizeof(uint64_t);
  for (auto left = read<uint64_t>(bundle, bundle_magic.size()); left > 0; --left) {
    const auto offset = read<uint64_t>(bundle, at);
    const auto size = read<uint64_t>(bundle, at + 8);
    const auto id_size = read<uint64_t>(bundle, at + 16);
    const std::string id(slice(bundle, at + 24, id_size));
    at += 24 + id_size;
    // "hipv4-amdgcn-amd-amdhsa--gfx90a"; the other entry, of no size, is the host's.
    if (id.starts_with("hip"))
      append_kernels(metadata(slice(bundle, offset, size)), id.substr(id.rfind("--") + 2), kernels);
  }
  return kernels;
}

}  // namespace

std::vector<KernelResources> read_kernel_resources(const std::filesystem::path& module) try {
  std::ifstream file(module, std::ios::binary);
  const std::string bytes(std::istreambuf_iterator<char>(file), {});
  for (const Section& section : sections(bytes))
    if (section.name == ".hip_fatbin") return kernels_of_bundle(section.bytes);
  throw std::runtime_error("it has no section .hip_fatbin");
} catch (const std::exception& error) {
  throw std::runtime_error(module.string() + ": " + error.what());
}
