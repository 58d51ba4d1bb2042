#include "support/process/call_filter.hpp"

#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/sched.h>
#include <linux/seccomp.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/syscall.h>

#include <cerrno>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "support/system_error.hpp"

namespace hippuzzle {
namespace {

#if defined(__x86_64__)
constexpr uint32_t this_architecture = AUDIT_ARCH_X86_64;
#elif defined(__aarch64__)
constexpr uint32_t this_architecture = AUDIT_ARCH_AARCH64;
#else
#error "name this architecture as <linux/audit.h> does"
#endif

// Numbers that older headers lack; all architectures share them.
constexpr long memfd_secret = 447, fchmodat2 = 452, setxattrat = 463, removexattrat = 466,
               file_setattr = 469;

// System calls that neither a kernel nor a compiler needs: they reach other processes, ...
constexpr long of_other_processes[] = {SYS_ptrace,
                                       SYS_process_vm_readv,
                                       SYS_process_vm_writev,
                                       SYS_socket,
                                       SYS_socketpair,
                                       SYS_shmget,
                                       SYS_shmat,
                                       SYS_shmctl,
                                       SYS_msgget,
                                       SYS_msgctl,
                                       SYS_msgsnd,
                                       SYS_msgrcv,
                                       SYS_semget,
                                       SYS_semctl,
                                       SYS_semop,
                                       SYS_semtimedop,
                                       SYS_mq_open,
                                       SYS_mq_unlink,
                                       SYS_mq_timedsend,
                                       SYS_mq_timedreceive,
                                       SYS_mq_notify,
                                       SYS_mq_getsetattr,
                                       SYS_pidfd_open,
                                       SYS_pidfd_getfd,
                                       SYS_pidfd_send_signal,
                                       SYS_setpriority,
                                       SYS_ioprio_set,
                                       SYS_migrate_pages,
                                       SYS_move_pages,
                                       SYS_kcmp,
                                       SYS_sched_setattr,
                                       SYS_sched_setparam,
                                       SYS_sched_setscheduler};
// ... change or watch files that it may not write to, which Landlock leaves to their owner, ...
constexpr long of_files[] = {
#ifdef SYS_chmod  // newer architectures have the calls with a folder alone
    SYS_chmod,
    SYS_chown,
    SYS_lchown,
    SYS_utime,
    SYS_utimes,
    SYS_futimesat,
    SYS_inotify_init,
#endif
    SYS_fchmod,
    SYS_fchmodat,
    fchmodat2,
    SYS_fchown,
    SYS_fchownat,
    SYS_utimensat,
    SYS_setxattr,
    SYS_lsetxattr,
    SYS_fsetxattr,
    setxattrat,
    SYS_removexattr,
    SYS_lremovexattr,
    SYS_fremovexattr,
    removexattrat,
    file_setattr,
    SYS_inotify_init1,
    SYS_inotify_add_watch,
    SYS_fanotify_init,
    SYS_fanotify_mark,
    SYS_name_to_handle_at,
    SYS_open_by_handle_at,
    SYS_sync,
    SYS_syncfs};
// ... or reach parts of the system that have nothing to do with computing.
constexpr long of_the_system[] = {
#ifdef SYS_modify_ldt
    SYS_modify_ldt,
#endif
    SYS_mount,      SYS_umount2,     SYS_unshare,         SYS_setns,          SYS_chroot,
    SYS_pivot_root, SYS_bpf,         SYS_perf_event_open, SYS_userfaultfd,    SYS_keyctl,
    SYS_add_key,    SYS_request_key, SYS_io_uring_setup,  SYS_io_uring_enter, SYS_io_uring_register,
    SYS_io_setup,   SYS_io_submit,   SYS_personality,     SYS_seccomp,        SYS_quotactl,
    memfd_secret};
// System calls that a compiler's driver makes and a kernel must not. Signals: a process may abort
// itself, by tgkill.
constexpr long no_processes[] = {
#ifdef SYS_fork  // newer architectures have clone alone
    SYS_fork,    SYS_vfork,
#endif
    SYS_execve,  SYS_execveat,     SYS_kill,      SYS_tkill,          SYS_setsid,
    SYS_setpgid, SYS_memfd_create, SYS_setrlimit, SYS_rt_sigqueueinfo};

constexpr sock_filter load(size_t offset) {
  return BPF_STMT(BPF_LD | BPF_W | BPF_ABS, static_cast<uint32_t>(offset));
}

constexpr sock_filter jump_if_equal(long value, uint8_t then, uint8_t otherwise) {
  return BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, static_cast<uint32_t>(value), then, otherwise);
}

constexpr sock_filter refuse_with(int reason) {
  return BPF_STMT(BPF_RET | BPF_K,
                  SECCOMP_RET_ERRNO | (static_cast<uint32_t>(reason) & SECCOMP_RET_DATA));
}

constexpr sock_filter end_process = BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_KILL_PROCESS);

constexpr size_t lower_half_of(size_t argument) {
  return offsetof(seccomp_data, args) + argument * sizeof(uint64_t);
}

// The program of the filter; between two of its rules the number of the call is loaded.
class Rules {
 public:
  Rules()
      : program_{load(offsetof(seccomp_data, arch)),
                 jump_if_equal(this_architecture, 1, 0),
                 end_process,
                 load(offsetof(seccomp_data, nr)),
                 BPF_JUMP(BPF_JMP | BPF_JGE | BPF_K, 0x40000000, 0, 1),  // x32; none elsewhere
                 end_process} {}

  void refuse(long call, int reason) { add({jump_if_equal(call, 0, 1), refuse_with(reason)}); }

  template <size_t N>
  void refuse_all(const long (&calls)[N]) {
    for (const long call : calls) refuse(call, EPERM);
  }

  // Refuses the call where an argument is not 0.
  void refuse_where(long call, size_t argument) {
    const size_t at = lower_half_of(argument);
    add({jump_if_equal(call, 0, 5), load(at), jump_if_equal(0, 0, 2), load(at + sizeof(uint32_t)),
         jump_if_equal(0, 1, 0), refuse_with(EPERM), load(offsetof(seccomp_data, nr))});
  }

  // Refuses the call where the bits of an argument's lower half that are in `mask` are `value`.
  void refuse_where(long call, size_t argument, uint32_t mask, uint32_t value) {
    add({jump_if_equal(call, 0, 5), load(lower_half_of(argument)),
         BPF_STMT(BPF_ALU | BPF_AND | BPF_K, mask), jump_if_equal(value, 0, 1), refuse_with(EPERM),
         load(offsetof(seccomp_data, nr))});
  }

  void install() {
    add({BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW)});
    sock_fprog filter = {static_cast<unsigned short>(program_.size()), program_.data()};
    if (prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &filter) != 0) {
      throw_system_error("cannot filter system calls");
    }
  }

 private:
  void add(const std::vector<sock_filter>& rule) {
    program_.insert(program_.end(), rule.begin(), rule.end());
  }

  std::vector<sock_filter> program_;
};

}  // namespace

void filter_calls(bool starts_processes) {
  Rules rules;
  rules.refuse_all(of_other_processes);
  rules.refuse_all(of_files);
  rules.refuse_all(of_the_system);
  // Flags of a file that is open to read can be set by ioctl. Isatty learns that nothing is a
  // terminal, which is so.
  rules.refuse(SYS_ioctl, ENOTTY);
  rules.refuse_where(SYS_prctl, 0, ~0u, PR_SET_SECCOMP);
  // Pages that are shared without a file stay when no process has them resident, so that nobody
  // counts them.
  constexpr uint32_t shared_without_file = MAP_SHARED | MAP_ANONYMOUS;
  rules.refuse_where(SYS_mmap, 3, shared_without_file, shared_without_file);
  // prlimit with a pid sets another process's limits, as the same user may.
  rules.refuse_where(SYS_prlimit64, 0);
  if (!starts_processes) {
    rules.refuse_all(no_processes);
    rules.refuse_where(SYS_sched_setaffinity, 0);
    rules.refuse_where(SYS_prlimit64, 2);  // new limits
    rules.refuse(SYS_clone3, ENOSYS);  // its flags are in memory; the C library then takes clone
    rules.refuse_where(SYS_clone, 0, CLONE_THREAD, 0);
  }
  rules.install();
}

}  // namespace hippuzzle
