#include "support/process/confinement.hpp"

#include <fcntl.h>
#include <linux/audit.h>
#include <linux/capability.h>
#include <linux/filter.h>
#include <linux/landlock.h>
#include <linux/sched.h>
#include <linux/seccomp.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cerrno>
#include <cstddef>
#include <fstream>
#include <set>
#include <string>

#include "support/files/file_descriptor.hpp"
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
  for (const fs::path& path : confinement.readable) allow_below(ruleset.get(), path, to_read);
  for (const fs::path& path : confinement.writable) {
    allow_below(ruleset.get(), path, rights & ~ioctl_dev);
  }
  if (syscall(SYS_landlock_restrict_self, ruleset.get(), 0) != 0) {
    throw_system_error("cannot confine files");
  }
}

constexpr sock_filter load(size_t offset) {
  return BPF_STMT(BPF_LD | BPF_W | BPF_ABS, static_cast<uint32_t>(offset));
}

constexpr uint32_t refuse_with(int reason) {
  return SECCOMP_RET_ERRNO | (static_cast<uint32_t>(reason) & SECCOMP_RET_DATA);
}

// System calls that neither a kernel nor a compiler needs.
constexpr long never[] = {SYS_ptrace,
                          SYS_process_vm_readv,
                          SYS_process_vm_writev,
                          SYS_socket,
                          SYS_socketpair,
                          SYS_shmget,
                          SYS_shmat,
                          SYS_msgget,
                          SYS_semget,
                          SYS_mount,
                          SYS_umount2,
                          SYS_unshare,
                          SYS_setns,
                          SYS_bpf,
                          SYS_perf_event_open,
                          SYS_userfaultfd,
                          SYS_keyctl,
                          SYS_add_key,
                          SYS_request_key,
                          SYS_io_uring_setup,
                          SYS_pidfd_open,
                          SYS_pidfd_getfd,
                          SYS_pidfd_send_signal,
                          SYS_mq_open,
                          SYS_personality,
                          SYS_chroot,
                          SYS_pivot_root,
                          SYS_setpriority,
                          SYS_ioprio_set,
                          SYS_migrate_pages,
                          SYS_move_pages,
                          SYS_kcmp,
                          SYS_shmctl,
                          SYS_msgctl,
                          SYS_msgsnd,
                          SYS_msgrcv,
                          SYS_semctl,
                          SYS_semop,
                          SYS_semtimedop,
                          SYS_sched_setattr,
                          SYS_sched_setparam,
                          SYS_sched_setscheduler};
// System calls that a compiler's driver makes and a kernel must not. Signals: a process may abort
// itself, by tgkill.
constexpr long no_processes[] = {
#ifdef SYS_fork  // newer architectures have clone alone
    SYS_fork,    SYS_vfork,
#endif
    SYS_execve,  SYS_execveat,     SYS_kill,      SYS_tkill,          SYS_setsid,
    SYS_setpgid, SYS_memfd_create, SYS_setrlimit, SYS_rt_sigqueueinfo};

#if defined(__x86_64__)
constexpr uint32_t this_architecture = AUDIT_ARCH_X86_64;
#elif defined(__aarch64__)
constexpr uint32_t this_architecture = AUDIT_ARCH_AARCH64;
#else
#error "name this architecture as <linux/audit.h> does"
#endif

void filter_calls(bool starts_processes) {
  std::vector<sock_filter> program = {
      load(offsetof(seccomp_data, arch)),
      BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, this_architecture, 1, 0),
      BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_KILL_PROCESS),
      load(offsetof(seccomp_data, nr)),
      BPF_JUMP(BPF_JMP | BPF_JGE | BPF_K, 0x40000000, 0, 1),  // calls of x32; none elsewhere
      BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_KILL_PROCESS)};
  const auto refuse = [&](long call, int reason) {
    program.push_back(BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, static_cast<uint32_t>(call), 0, 1));
    program.push_back(BPF_STMT(BPF_RET | BPF_K, refuse_with(reason)));
  };
  // Refuses the call where an argument is not 0; the number of the call is loaded again afterwards.
  const auto refuse_where = [&](long call, size_t argument) {
    const size_t at = offsetof(seccomp_data, args) + argument * sizeof(uint64_t);
    program.insert(
        program.end(),
        {BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, static_cast<uint32_t>(call), 0, 5), load(at),
         BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, 0, 0, 2), load(at + sizeof(uint32_t)),
         BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, 0, 1, 0),
         BPF_STMT(BPF_RET | BPF_K, refuse_with(EPERM)), load(offsetof(seccomp_data, nr))});
  };
  for (const long call : never) refuse(call, EPERM);
  // prlimit with a pid sets another process's limits, as the same user may.
  refuse_where(SYS_prlimit64, 0);
  if (!starts_processes) {
    for (const long call : no_processes) refuse(call, EPERM);
    refuse_where(SYS_sched_setaffinity, 0);
    refuse_where(SYS_prlimit64, 2);  // new limits
    refuse(SYS_clone3, ENOSYS);      // its flags are in memory; the C library then takes clone
    program.push_back(BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_clone, 0, 3));
    program.push_back(load(offsetof(seccomp_data, args[0])));
    program.push_back(BPF_JUMP(BPF_JMP | BPF_JSET | BPF_K, CLONE_THREAD, 1, 0));
    program.push_back(BPF_STMT(BPF_RET | BPF_K, refuse_with(EPERM)));
  }
  program.push_back(BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW));
  sock_fprog filter = {static_cast<unsigned short>(program.size()), program.data()};
  if (prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &filter) != 0) {
    throw_system_error("cannot filter system calls");
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
