#include "engine/debug_info/dwarf_module.hpp"

#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <system_error>

namespace hippuzzle {

namespace {

constexpr uint64_t most_object_bytes = uint64_t{1} << 30;

// Whether it is a file to be read: who names a module may name a device, or a pipe that waits.
bool is_readable(const std::string& path) {
  std::error_code unknown;
  return std::filesystem::is_regular_file(path, unknown) &&
         std::filesystem::file_size(path, unknown) <= most_object_bytes && !unknown;
}

// A file of its own, in memory, that holds a part of another; -1 where it cannot be made.
int part_of(const std::string& path, uint64_t begin, uint64_t bytes) {
  std::ifstream file(path, std::ios::binary);
  file.seekg(static_cast<std::streamoff>(begin));
  std::error_code unknown;
  const uint64_t size = std::filesystem::file_size(path, unknown);
  if (unknown || begin > size || bytes > size - begin) return -1;
  const int part = memfd_create("object", MFD_CLOEXEC);
  std::string contents(bytes, '\0');
  file.read(contents.data(), static_cast<std::streamsize>(contents.size()));
  if (part < 0) return part;
  if (!file ||
      write(part, contents.data(), contents.size()) != static_cast<ssize_t>(contents.size())) {
    close(part);
    return -1;
  }
  lseek(part, 0, SEEK_SET);
  return part;
}

}  // namespace

DwarfModule::DwarfModule(const std::string& path, uint64_t object, uint64_t bytes) {
  static const Dwfl_Callbacks callbacks = {dwfl_build_id_find_elf, dwfl_standard_find_debuginfo,
                                           dwfl_offline_section_address, nullptr};
  if (!is_readable(path)) return;
  session_.reset(dwfl_begin(&callbacks));
  if (session_ == nullptr) return;
  const int file = bytes == 0 ? -1 : part_of(path, object, bytes);  // libdw's from here on
  if (bytes != 0 && file < 0) return;
  module_ = dwfl_report_offline(session_.get(), "", path.c_str(), file);
  dwfl_report_end(session_.get(), nullptr, nullptr);
  if (module_ != nullptr)
    dwfl_module_info(module_, nullptr, &base_, nullptr, nullptr, nullptr, nullptr, nullptr);
}

DwarfScopes::DwarfScopes(const DwarfModule& module, Dwarf_Addr address)
    : unit_(dwfl_module_addrdie(module.get(), address, &bias_)) {
  Dwarf_Die* dies = nullptr;
  const int count = unit_ == nullptr ? 0 : dwarf_getscopes(unit_, address - bias_, &dies);
  dies_.reset(dies);
  all_ = {dies, static_cast<size_t>(std::max(count, 0))};
}

Dwarf_Files* DwarfScopes::files() const {
  Dwarf_Files* files = nullptr;
  return unit_ != nullptr && dwarf_getsrcfiles(unit_, &files, nullptr) == 0 ? files : nullptr;
}

}  // namespace hippuzzle
