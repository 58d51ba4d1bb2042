#include "support/files/source_file.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include "support/files/file_descriptor.hpp"
#include "support/outcome.hpp"
#include "support/system_error.hpp"

namespace hippuzzle {
namespace fs = std::filesystem;
namespace {

constexpr size_t most_bytes = 4 << 20;

const char* kind_of(mode_t mode) {
  if (S_ISDIR(mode)) return "a folder";
  if (S_ISFIFO(mode)) return "a FIFO";
  return S_ISSOCK(mode) ? "a socket" : "a device";
}

void require_source(const fs::path& path, const struct stat& found) {
  const std::string shown = fs::absolute(path).lexically_proximate(fs::current_path()).string();
  if (!S_ISREG(found.st_mode)) {
    throw Error(Outcome::load_failed,
                fmt::format("{} is {}, not a file of kernels; move it away and start the puzzle "
                            "again",
                            shown, kind_of(found.st_mode)));
  }
  if (found.st_size <= static_cast<off_t>(most_bytes)) return;
  throw Error(Outcome::load_failed,
              fmt::format("{} has {} bytes, and a file of kernels at most {}; move it away and "
                          "start the puzzle again",
                          shown, found.st_size, most_bytes));
}

}  // namespace

std::optional<std::string> read_source_file(const fs::path& path) {
  struct stat found {};
  if (stat(path.c_str(), &found) != 0) {
    if (errno == ENOENT || errno == ENOTDIR) return std::nullopt;
    throw_system_error("cannot read", path);
  }
  require_source(path, found);  // before it is opened, which a device may notice
  const FileDescriptor file(open(path.c_str(), O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC));
  if (file.get() < 0 || fstat(file.get(), &found) != 0) throw_system_error("cannot read", path);
  require_source(path, found);  // it may have been replaced
  std::string contents;
  char chunk[16384];
  while (contents.size() <= most_bytes) {
    const ssize_t n = read(file.get(), chunk, sizeof chunk);
    if (n == 0) return contents;
    if (n > 0) contents.append(chunk, static_cast<size_t>(n));
    if (n < 0 && errno != EINTR) throw_system_error("cannot read", path);
  }
  found.st_size = static_cast<off_t>(contents.size());
  require_source(path, found);  // it grows while it is read
  return contents;
}

void remove_unless_regular(const std::filesystem::path& path) {
  namespace fs = std::filesystem;
  const fs::file_status status = fs::status(path);
  if (fs::exists(status) && !fs::is_regular_file(status)) fs::remove_all(path);
}

}  // namespace hippuzzle
