// Takes rights to read, to write and to call the system from this process, for good. For
// programs that run unknown code. It needs no privileges: Landlock for files, a seccomp
// filter for system calls, resource limits.
#pragma once

#include <cstdint>
#include <filesystem>
#include <vector>

namespace hippuzzle {

struct Confinement {
  std::vector<std::filesystem::path> readable, writable;  // files, and folders with all below them
  std::filesystem::path hidden;    // a folder that no readable folder around it makes readable;
                                   // readable paths below it are named one by one. "": none
  bool starts_processes = false;   // a compiler's driver does, a runner does not
  uint64_t largest_file = 0;       // bytes that may be written to one
  uint64_t address_space = 0;      // bytes; 0 for no limit
  unsigned processor_seconds = 0;  // 0 for no limit
};

// The version of Landlock's interface that the system has; 0 without Landlock. From
// signals_version on it keeps signals and abstract sockets inside, too.
int landlock_version();
inline constexpr int signals_version = 6;

// Paths that do not exist are left out. Without Landlock, files are not confined: callers that rely
// on it call landlock_version() first. Throws std::system_error when the system refuses.
void confine(const Confinement& confinement);

// The folders that hold the libraries that this process has loaded, except folders below `except`,
// and the links through which the dynamic linker finds them.
std::vector<std::filesystem::path> library_folders(const std::filesystem::path& except);

}  // namespace hippuzzle
