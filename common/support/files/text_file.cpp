#include "support/files/text_file.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "support/files/file_descriptor.hpp"
#include "support/system_error.hpp"

namespace hippuzzle {
namespace fs = std::filesystem;
namespace {

void flush(int descriptor, const fs::path& path) {
  if (fsync(descriptor) != 0) throw_system_error("cannot flush", path);
}

}  // namespace

void write_all(int descriptor, std::string_view contents, const fs::path& path) {
  while (!contents.empty()) {
    const ssize_t n = write(descriptor, contents.data(), contents.size());
    if (n < 0 && errno != EINTR) throw_system_error("cannot write", path);
    if (n > 0) contents.remove_prefix(static_cast<size_t>(n));
  }
}

std::optional<std::string> read_file(const fs::path& path) {
  const FileDescriptor file(open(path.c_str(), O_RDONLY | O_CLOEXEC));
  if (file.get() < 0) {
    if (errno == ENOENT || errno == ENOTDIR) return std::nullopt;
    throw_system_error("cannot read", path);
  }
  std::string contents;
  char chunk[16384];
  for (;;) {
    const ssize_t n = read(file.get(), chunk, sizeof chunk);
    if (n == 0) return contents;
    if (n > 0) contents.append(chunk, static_cast<size_t>(n));
    if (n < 0 && errno == EISDIR) return std::nullopt;
    if (n < 0 && errno != EINTR) throw_system_error("cannot read", path);
  }
}

void replace_file(const fs::path& path, std::string_view contents) {
  const fs::path folder = path.parent_path();
  fs::create_directories(folder);
  const fs::path beside = path.string() + ".new";
  try {
    const FileDescriptor file(open(beside.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666));
    if (file.get() < 0) throw_system_error("cannot write", beside);
    write_all(file.get(), contents, beside);
    flush(file.get(), beside);
    if (rename(beside.c_str(), path.c_str()) != 0) throw_system_error("cannot replace", path);
  } catch (...) {
    unlink(beside.c_str());
    throw;
  }
  const FileDescriptor directory(open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (directory.get() >= 0) fsync(directory.get());  // the new name; not every file system can
}

void create_file(const fs::path& path, std::string_view contents) {
  fs::create_directories(path.parent_path());
  const FileDescriptor file(open(path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666));
  if (file.get() < 0) throw_system_error("cannot create", path);
  try {
    write_all(file.get(), contents, path);
    flush(file.get(), path);
  } catch (...) {
    unlink(path.c_str());
    throw;
  }
}

}  // namespace hippuzzle
