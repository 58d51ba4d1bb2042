#include "amd_emulator/code_object/offload_bundle.hpp"

#include <cstdint>
#include <cstring>
#include <limits>

#include "amd_emulator/code_object/compressed_bundle.hpp"
#include "amd_emulator/wave/fault.hpp"
#include "support/files/elf_object.hpp"

namespace hippuzzle::amd {
namespace {

constexpr std::string_view magic = "__CLANG_OFFLOAD_BUNDLE__";

// "gfx90a" of "hipv4-amdgcn-amd-amdhsa--gfx90a:xnack-"; "" for the host's entry.
std::string target_of(std::string_view id) {
  const size_t mark = id.rfind("--");
  if (!id.starts_with("hip") || mark == id.npos) return "";
  const std::string_view target = id.substr(mark + 2);
  return std::string(target.substr(0, target.find(':')));
}

}  // namespace

std::vector<BundleEntry> entries_of(std::string_view bundle) {
  if (bundle.substr(0, magic.size()) != magic)
    throw Fault(Fault::Kind::not_loadable, "its fat binary is no clang offload bundle");
  try {
    std::vector<BundleEntry> entries;
    uint64_t at = magic.size() + sizeof(uint64_t);
    for (auto left = read_as<uint64_t>(bundle, magic.size()); left > 0; --left) {
      const auto offset = read_as<uint64_t>(bundle, at);
      const auto size = read_as<uint64_t>(bundle, at + 8);
      const auto id_size = read_as<uint64_t>(bundle, at + 16);
      const std::string target = target_of(slice(bundle, at + 24, id_size));
      at += 24 + id_size;
      if (!target.empty()) entries.push_back({target, slice(bundle, offset, size)});
    }
    return entries;
  } catch (const std::runtime_error& error) {
    throw Fault(Fault::Kind::not_loadable,
                std::string("its fat binary is broken: ") + error.what());
  }
}

std::vector<BundleEntry> entries_at(const void* bundle, std::string& whole) {
  const auto* begin = static_cast<const char*>(bundle);
  // The loader mapped it with the module, so that the bundle's own sizes lie inside.
  constexpr size_t unknown = size_t{1} << 40;
  const std::string_view found(begin, unknown);
  if (!is_compressed(found)) return entries_of(found);
  whole = unpacked(found);
  return entries_of(whole);
}

}  // namespace hippuzzle::amd
