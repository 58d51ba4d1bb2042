#include "support/files/text_file.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <linux/magic.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <sys/vfs.h>
#include <unistd.h>

#include "support/files/file_descriptor.hpp"
#include "support/outcome.hpp"
#include "support/system_error.hpp"

namespace hippuzzle {
namespace fs = std::filesystem;
namespace {

// A pipe without a name, which a shell makes for <(command): its writer runs.
bool is_anonymous_pipe(int descriptor) {
  struct statfs system = {};
  return fstatfs(descriptor, &system) == 0 && system.f_type == PIPEFS_MAGIC;
}

// Opens what can be read to its end; does not wait for a FIFO's writer.
FileDescriptor opened(const fs::path& path) {
  FileDescriptor file(open(path.c_str(), O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC));
  struct stat found = {};
  const bool is_socket = file.get() < 0 && errno == ENXIO;
  if (!is_socket && (file.get() < 0 || fstat(file.get(), &found) != 0)) return file;
  const bool is_null = S_ISCHR(found.st_mode) && found.st_rdev == makedev(1, 3);
  if (!is_socket && (S_ISREG(found.st_mode) || S_ISDIR(found.st_mode) || is_null)) return file;
  if (!is_socket && S_ISFIFO(found.st_mode) && is_anonymous_pipe(file.get())) {
    fcntl(file.get(), F_SETFL, 0);  // from now on reading waits
    return file;
  }
  throw Error(Outcome::load_failed,
              fmt::format("{} is {}, not a file; move it away, or name a file", path.string(),
                          is_socket                 ? "a socket"
                          : S_ISFIFO(found.st_mode) ? "a FIFO"
                                                    : "a device"));
}

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
  const FileDescriptor file = opened(path);
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

namespace {

void replace(const fs::path& path, std::string_view contents, bool flushes) {
  fs::create_directories(path.parent_path());
  const fs::path beside = path.string() + ".new";
  try {
    // A FIFO of that name is an error, and is not waited for.
    const FileDescriptor file(
        open(beside.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_NONBLOCK | O_CLOEXEC, 0666));
    if (file.get() < 0) throw_system_error("cannot write", beside);
    write_all(file.get(), contents, beside);
    if (flushes) flush(file.get(), beside);
    if (rename(beside.c_str(), path.c_str()) != 0) throw_system_error("cannot replace", path);
  } catch (...) {
    unlink(beside.c_str());
    throw;
  }
}

}  // namespace

void replace_file(const fs::path& path, std::string_view contents) {
  replace(path, contents, true);
  const FileDescriptor directory(
      open(path.parent_path().c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (directory.get() >= 0) fsync(directory.get());  // the new name; not every file system can
}

void replace_derived_file(const fs::path& path, std::string_view contents) {
  replace(path, contents, false);
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
