#include "support/process/confinement.hpp"

#include <fcntl.h>
#include <linux/capability.h>
#include <linux/landlock.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <fstream>
#include <set>
#include <string>

#include "support/files/file_descriptor.hpp"
#include "support/files/path_below.hpp"
#include "support/process/call_filter.hpp"
#include "support/system_error.hpp"

namespace hippuzzle {
namespace fs = std::filesystem;
namespace {

// Rights of Landlock's interface, by version: older headers lack the last ones.
constexpr uint64_t execute = 1 << 0, write_file = 1 << 1, read_file = 1 << 2, read_dir = 1 << 3;
constexpr uint64_t all_of_version_1 = (1 << 13) - 1, refer = 1 << 13, truncate = 1 << 14,
                   ioctl_dev = 1 << 15;
constexpr uint64_t to_read = execute | read_file | read_dir;
constexpr uint64_t of_a_file = execute | write_file | read_file | truncate | ioctl_dev;
struct RulesetAttributes {
  uint64_t files, network, scoped;
};

uint64_t file_rights(int version) {
  uint64_t rights = all_of_version_1;
  if (version >= 2) rights |= refer;
  if (version >= 3) rights |= truncate;
  if (version >= 5) rights |= ioctl_dev;
  return rights;
}

void allow_below(int ruleset, const fs::path& path, uint64_t rights) {
  const FileDescriptor file(open(path.c_str(), O_PATH | O_CLOEXEC));
  struct stat about = {};
  if (file.get() < 0 || fstat(file.get(), &about) != 0) return;
  if (!S_ISDIR(about.st_mode)) rights &= of_a_file;
  landlock_path_beneath_attr rule = {};
  rule.allowed_access = rights;
  rule.parent_fd = file.get();
  if (syscall(SYS_landlock_add_rule, ruleset, LANDLOCK_RULE_PATH_BENEATH, &rule, 0) != 0) {
    throw_system_error("cannot confine files to " + path.string());
  }
}

// The path; for a folder around the hidden one, all its contents except the hidden folder.
std::vector<fs::path> without(const fs::path& hidden, const fs::path& path) {
  std::error_code unknown;
  const fs::path real = fs::weakly_canonical(path, unknown);
  if (hidden.empty() || unknown || !is_below(hidden, real)) return {path};
  std::vector<fs::path> paths;
  if (real == hidden) return paths;
  for (const auto& entry : fs::directory_iterator(real, unknown)) {
    // A link to a folder around it would be followed without end.
    if (entry.is_symlink(unknown) && is_below(hidden, fs::weakly_canonical(entry, unknown)))
      continue;
    const std::vector<fs::path> more = without(hidden, entry.path());
    paths.insert(paths.end(), more.begin(), more.end());
  }
  return paths;
}

void confine_files(const Confinement& confinement) {
  const int version = landlock_version();
  if (version == 0) return;
  const uint64_t rights = file_rights(version);
  // The second member is TCP (bind, connect), the third scopes signals and abstract sockets.
  const RulesetAttributes attributes = {rights, 3, 3};
  const size_t size = version >= signals_version ? 24 : version >= 4 ? 16 : 8;
  const FileDescriptor ruleset(
      static_cast<int>(syscall(SYS_landlock_create_ruleset, &attributes, size, 0)));
  if (ruleset.get() < 0) throw_system_error("cannot confine files");
  std::error_code unknown;
  const fs::path hidden = fs::weakly_canonical(confinement.hidden, unknown);
  for (const fs::path& path : confinement.readable) {
    for (const fs::path& part : without(hidden, path)) allow_below(ruleset.get(), part, to_read);
  }
  for (const fs::path& path : confinement.writable) {
    allow_below(ruleset.get(), path, rights & ~ioctl_dev);
  }
  if (syscall(SYS_landlock_restrict_self, ruleset.get(), 0) != 0) {
    throw_system_error("cannot confine files");
  }
}

// Drops the capabilities of a superuser, who is then a user that owns files.
void drop_capabilities() {
  __user_cap_header_struct header = {_LINUX_CAPABILITY_VERSION_3, 0};
  __user_cap_data_struct none[_LINUX_CAPABILITY_U32S_3] = {};
  if (syscall(SYS_capset, &header, none) != 0) throw_system_error("cannot give up privileges");
}

// beyond: at which the system kills, where it says so before.
void limit(int resource, uint64_t most, uint64_t beyond = 0) {
  const rlimit both = {most, most + beyond};
  if (setrlimit(static_cast<__rlimit_resource_t>(resource), &both) != 0) {
    throw_system_error("cannot limit the resources of a process");
  }
}

}  // namespace

int landlock_version() {
  const long version = syscall(SYS_landlock_create_ruleset, nullptr, 0, 1u);
  return version < 0 ? 0 : static_cast<int>(version);
}

void confine(const Confinement& confinement) {
  if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0) throw_system_error("cannot give up privileges");
  confine_files(confinement);
  drop_capabilities();
  limit(RLIMIT_CORE, 0);
  limit(RLIMIT_FSIZE, confinement.largest_file);
  limit(RLIMIT_NOFILE, 256);
  if (confinement.address_space > 0) limit(RLIMIT_AS, confinement.address_space);
  if (confinement.processor_seconds > 0) limit(RLIMIT_CPU, confinement.processor_seconds, 5);
  filter_calls(confinement.starts_processes);
}

std::vector<fs::path> library_folders(const fs::path& except) {
  std::set<fs::path> folders;
  std::ifstream maps("/proc/self/maps");
  for (std::string line; std::getline(maps, line);) {
    const size_t slash = line.find('/');
    if (slash == line.npos || line.find(".so", slash) == line.npos) continue;
    const fs::path folder = fs::path(line.substr(slash)).parent_path();
    const auto [end, ignored] =
        std::mismatch(except.begin(), except.end(), folder.begin(), folder.end());
    if (end == except.end() && !except.empty()) continue;
    folders.insert(folder);
  }
  for (const char* link : {"/lib", "/lib64"}) {
    if (!fs::is_symlink(link)) folders.insert(link);
  }
  return {folders.begin(), folders.end()};
}

}  // namespace hippuzzle
