// Reads a module's ELF note from its file, without opening the module.
#pragma once

#include <filesystem>
#include <string>

namespace hippuzzle {

struct ModuleNote {
  uint32_t abi_version;
  uint32_t kind;         // HIPPUZZLE_KIND_*
  std::string platform;  // "host", "cpu", "nvidia", "amd"
  std::string id;
};

// Throws Error(load_failed) when the file is missing, is not a 64-bit ELF shared library of this
// machine, or carries no hippuzzle note. Trusts nothing in the file.
ModuleNote read_note(const std::filesystem::path& path);

// read_note, and throws Error(load_failed) unless the note says this ABI version, kind, platform
// and id. Everything that opens a module calls this first.
void require_note(const std::filesystem::path& path, uint32_t kind, const std::string& platform,
                  const std::string& id);

}  // namespace hippuzzle
