// The file formats, which NVIDIA does not document, as nvcc 11.8 to 13.0 write them: a section
// .nv_fatbin holds containers (magic, version, length of the header, length of the rest), one for
// each source, with an entry for each architecture: PTX, or an ELF file for the GPU, a cubin. In a
// cubin, .nv.info has attributes of all kernels, .nv.info.<kernel> those attributes of one kernel,
// and the size of .nv.shared.<kernel> is the size of its shared memory.
#include <map>

#include "engine/occupancy/kernel_resources.hpp"
#include "support/files/elf_object.hpp"

namespace hippuzzle {
namespace {

constexpr uint32_t container_magic = 0xba55ed50;
constexpr uint16_t entry_is_cubin = 2;
constexpr uint64_t entry_is_compressed = 0x2000 | 0x8000;  // LZ4, Zstandard
constexpr uint64_t entry_architecture = 28, entry_flags = 40;

// Attributes are a format, a name, and a value of 16 bits or, of this format, its length.
constexpr uint8_t with_length = 4, register_count = 0x2f, most_threads_of_a_block = 0x05;
constexpr uint8_t barrier_count = 0x4c;  // nvcc 13

// Calls take(name, value's bytes) with each attribute.
template <class Take>
void for_each_attribute(std::string_view info, Take take) {
  for (uint64_t at = 0; at + 4 <= info.size();) {
    const auto format = read_as<uint8_t>(info, at), name = read_as<uint8_t>(info, at + 1);
    const auto value = read_as<uint16_t>(info, at + 2);
    at += 4;
    if (format != with_length) {
      take(name, slice(info, at - 2, 2));
      continue;
    }
    take(name, slice(info, at, value));
    at += value;
  }
}

void append_kernels(std::string_view cubin, const std::string& target,
                    std::vector<KernelResources>& kernels) {
  const ElfObject object(cubin);
  const std::vector<NamedSymbol> symbols = object.symbols();
  std::map<std::string, unsigned> registers;
  if (const ElfSection* info = object.find(".nv.info")) {
    for_each_attribute(info->bytes, [&](uint8_t name, std::string_view value) {
      if (name != register_count || value.size() < 8) return;
      const auto symbol = read_as<uint32_t>(value, 0);
      if (symbol < symbols.size())
        registers[std::string(symbols[symbol].name)] = read_as<uint32_t>(value, 4);
    });
  }
  // If the compiler lays out the shared memory that the system reserves in a block (sm_90 and
  // later), a kernel's own shared memory begins after it.
  constexpr unsigned reserved = 1024;
  const bool is_reserved = object.find(".nv.shared.reserved.0") != nullptr;

  for (const ElfSection& section : object.sections()) {
    constexpr std::string_view prefix = ".nv.info.";
    if (!section.name.starts_with(prefix)) continue;
    KernelResources kernel{
        .target = target, .name = std::string(section.name.substr(prefix.size())), .warp_size = 32};
    const auto found = registers.find(kernel.name);
    if (found == registers.end()) continue;  // a function that kernels call
    kernel.registers = found->second;
    for_each_attribute(section.bytes, [&](uint8_t name, std::string_view value) {
      if (name == barrier_count) kernel.barriers = read_as<uint8_t>(value, 0);
      if (name != most_threads_of_a_block || value.size() < 12) return;
      kernel.most_threads =
          read_as<uint32_t>(value, 0) * read_as<uint32_t>(value, 4) * read_as<uint32_t>(value, 8);
    });
    if (const ElfSection* shared = object.find(".nv.shared." + kernel.name)) {
      const auto bytes = static_cast<unsigned>(shared->header.sh_size);
      kernel.shared_bytes = is_reserved && bytes >= reserved ? bytes - reserved : bytes;
    }
    kernels.push_back(std::move(kernel));
  }
}

// The cubins of one container. Returns whether one is compressed, and so left out.
bool append_entries(std::string_view entries, std::vector<CodeObject>& objects) {
  bool compressed = false;
  for (uint64_t at = 0; at < entries.size();) {
    const auto kind = read_as<uint16_t>(entries, at);
    const auto header = read_as<uint32_t>(entries, at + 4);
    if (header == 0) throw std::runtime_error("an entry of its .nv_fatbin has no header");
    const std::string_view body = slice(entries, at + header, read_as<uint64_t>(entries, at + 8));
    const auto architecture = read_as<uint32_t>(entries, at + entry_architecture);
    if (kind == entry_is_cubin) {
      if ((read_as<uint64_t>(entries, at + entry_flags) & entry_is_compressed) != 0)
        compressed = true;
      else
        objects.push_back({"sm_" + std::to_string(architecture), body});
    }
    at += header + body.size();
  }
  return compressed;
}

}  // namespace

std::vector<CodeObject> code_objects_of_nvidia(std::string_view fatbin) {
  std::vector<CodeObject> objects;
  bool compressed = false;
  for (uint64_t at = 0; at + 16 <= fatbin.size();) {
    if (read_as<uint32_t>(fatbin, at) != container_magic) {
      at += 8;  // between containers
      continue;
    }
    constexpr uint16_t least_header = 16;  // magic, version, two lengths
    const auto header = read_as<uint16_t>(fatbin, at + 6);
    if (header < least_header)
      throw std::runtime_error("a container of its .nv_fatbin has no header");
    const std::string_view entries = slice(fatbin, at + header, read_as<uint64_t>(fatbin, at + 8));
    compressed = append_entries(entries, objects) || compressed;
    at += header + entries.size();
  }
  if (objects.empty() && compressed) {
    throw std::runtime_error("its code objects are compressed; have nvcc leave them uncompressed");
  }
  return objects;
}

std::vector<KernelResources> kernels_of_nvidia(std::string_view fatbin) {
  std::vector<KernelResources> kernels;
  for (const CodeObject& object : code_objects_of_nvidia(fatbin))
    append_kernels(object.bytes, object.target, kernels);
  return kernels;
}

}  // namespace hippuzzle
