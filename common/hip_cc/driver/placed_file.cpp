#include "hip_cc/driver/placed_file.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/statvfs.h>
#include <unistd.h>

#include <cstdint>
#include <string>
#include <system_error>

#include "support/files/file_descriptor.hpp"
#include "support/files/text_file.hpp"
#include "support/system_error.hpp"

namespace hippuzzle::cc {
namespace fs = std::filesystem;

namespace {

// fs::copy_file says of a disk that becomes full that its input or output failed.
void copy_whole(const fs::path& from, const fs::path& to) {
  const FileDescriptor file(open(to.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666));
  if (file.get() < 0) throw_system_error("cannot write", to);
  write_all(file.get(), read_file(from).value_or(""), to);
  fs::permissions(to, fs::status(from).permissions());
}

}  // namespace

bool can_be_replaced(const fs::path& path) {
  const fs::file_type type = fs::symlink_status(path).type();
  return type == fs::file_type::not_found || type == fs::file_type::regular ||
         type == fs::file_type::symlink;
}

void put_in_place(const fs::path& made, const fs::path& path, RemovedWhenEnded& ending) {
  std::error_code error;
  fs::rename(made, path, error);
  if (error != std::errc::cross_device_link) {
    if (error) throw fs::filesystem_error("cannot write", path, error);
    return;
  }
  // A file from another disk is first completed next to its place.
  const fs::path beside = path.string() + "." + std::to_string(getpid());
  ending.also_remove(beside);
  try {
    copy_whole(made, beside);
    fs::rename(beside, path);
  } catch (const fs::filesystem_error& failed) {
    fs::remove(beside, error);
    throw fs::filesystem_error("cannot write", path, failed.code());
  }
  fs::remove(made);
}

std::string little_room(const fs::path& folder) {
  constexpr uint64_t enough = 16 << 20;
  struct statvfs system {};
  if (statvfs(folder.c_str(), &system) != 0) return "";
  const uint64_t bytes = uint64_t{system.f_bavail} * system.f_frsize;
  if (bytes >= enough) return "";
  return fmt::format(
      "hippuzzle: {} KiB of space are left in {} for a compiler's files; make room there, or set "
      "TMPDIR to another folder\n",
      bytes >> 10, folder.string());
}

}  // namespace hippuzzle::cc
