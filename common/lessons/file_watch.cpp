#include "lessons/file_watch.hpp"

#include <fmt/format.h>
#include <sys/inotify.h>

#include <algorithm>
#include <array>
#include <cstring>

#include "support/system_error.hpp"

namespace hippuzzle {
namespace fs = std::filesystem;
namespace {

bool is_source(const fs::path& name) {
  static const std::array<fs::path, 6> extensions = {".hip", ".hpp", ".h", ".cuh", ".cu", ".cpp"};
  return !name.string().starts_with('.') &&
         std::ranges::find(extensions, name.extension()) != extensions.end();
}

}  // namespace

FileWatch::FileWatch(fs::path folder)
    : folder_(std::move(folder)), events_(inotify_init1(IN_CLOEXEC | IN_NONBLOCK)) {
  const fs::path parent = folder_.parent_path();
  if (events_.get() < 0 ||
      inotify_add_watch(events_.get(), parent.c_str(), IN_CREATE | IN_MOVED_TO) < 0) {
    throw_system_error(fmt::format("cannot watch {}", parent.string()));
  }
  watch_folder();
}

bool FileWatch::saved() {
  bool found = false;
  alignas(inotify_event) std::array<char, 16384> buffer;
  for (ssize_t n; (n = read(events_.get(), buffer.data(), buffer.size())) > 0;) {
    for (ssize_t at = 0; at < n;) {
      inotify_event event;
      std::memcpy(&event, &buffer[static_cast<size_t>(at)], sizeof event);
      const fs::path name = event.len > 0 ? &buffer[static_cast<size_t>(at) + sizeof event] : "";
      at += static_cast<ssize_t>(sizeof event + event.len);
      if (event.wd == folder_watch_) {
        found |= is_source(name) || (event.mask & (IN_DELETE_SELF | IN_MOVE_SELF)) != 0;
      } else if (name == folder_.filename()) {
        watch_folder();
        found = true;
      }
    }
  }
  return found;
}

// The folder may be missing: it is watched once its parent reports it.
void FileWatch::watch_folder() {
  folder_watch_ = inotify_add_watch(events_.get(), folder_.c_str(),
                                    IN_CLOSE_WRITE | IN_MOVED_TO | IN_DELETE | IN_MOVED_FROM |
                                        IN_DELETE_SELF | IN_MOVE_SELF | IN_ONLYDIR);
}

}  // namespace hippuzzle
