#include "cc/driver/placed_file.hpp"

#include <unistd.h>

#include <string>
#include <system_error>

namespace hippuzzle::cc {
namespace fs = std::filesystem;

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
  // A file from another disk is made whole beside its place first.
  const fs::path beside = path.string() + "." + std::to_string(getpid());
  ending.also_remove(beside);
  try {
    fs::copy_file(made, beside);
    fs::rename(beside, path);
  } catch (const fs::filesystem_error& failed) {
    fs::remove(beside, error);
    throw fs::filesystem_error("cannot write", path, failed.code());
  }
  fs::remove(made);
}

}  // namespace hippuzzle::cc
