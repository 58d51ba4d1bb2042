// A confined process, system call by system call: calls that Landlock leaves to a file's owner are
// refused as well, in all forms of the call.
#include <gtest/gtest.h>

#include <fcntl.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <functional>
#include <string>

#include "support/process/confinement.hpp"
#include "tests/support/temporary_directory.hpp"

namespace hippuzzle::testing {
namespace confinement_test {

// The wait status of a confined child that ends with the value of `act`.
int end_of_confined(bool starts_processes, const std::function<int()>& act,
                    const std::filesystem::path& readable = {}) {
  const pid_t child = fork();
  if (child == 0) {
    Confinement rights;
    rights.starts_processes = starts_processes;
    if (!readable.empty()) rights.readable = {readable};
    confine(rights);
    _exit(act());
  }
  int status = 0;
  EXPECT_EQ(waitpid(child, &status, 0), child);
  return status;
}

struct Call {
  const char* name;
  long number;
  long a = 0, b = 0, c = 0, d = 0, e = 0, f = 0;
};

// The error with which a confined process is refused the call; 0 if the call is allowed.
int refusal(const Call& call, bool starts_processes) {
  const int status = end_of_confined(starts_processes, [&] {
    errno = 0;
    const long done = syscall(call.number, call.a, call.b, call.c, call.d, call.e, call.f);
    return done == -1 ? errno : 0;
  });
  EXPECT_TRUE(WIFEXITED(status)) << call.name;
  return WEXITSTATUS(status);
}

long address(const void* pointer) { return reinterpret_cast<long>(pointer); }

// Each call would succeed on a file of one's own, or fail for another reason than EPERM.
TEST(Confinement, RefusesCallsThatChangeFilesWithoutOpeningThemToWrite) {
  const TemporaryDirectory folder;
  const auto file = folder.write("file", "text").string();
  const long path = address(file.c_str()), name = address("user.x"), at = AT_FDCWD;
  const int open_file = open(file.c_str(), O_RDONLY | O_CLOEXEC);
  const long uid = getuid(), gid = getgid();
  const std::vector<Call> calls = {
#ifdef SYS_chmod
      {"chmod", SYS_chmod, path, 0777},
      {"chown", SYS_chown, path, uid, gid},
      {"lchown", SYS_lchown, path, uid, gid},
      {"utime", SYS_utime, path},
      {"utimes", SYS_utimes, path},
      {"futimesat", SYS_futimesat, at, path},
#endif
      {"fchmod", SYS_fchmod, open_file, 0777},
      {"fchmodat", SYS_fchmodat, at, path, 0777},
      {"fchmodat2", 452, at, path, 0777},
      {"fchown", SYS_fchown, open_file, uid, gid},
      {"fchownat", SYS_fchownat, at, path, uid, gid},
      {"utimensat", SYS_utimensat, at, path},
      {"futimens", SYS_utimensat, open_file},
      {"setxattr", SYS_setxattr, path, name, name, 1},
      {"lsetxattr", SYS_lsetxattr, path, name, name, 1},
      {"fsetxattr", SYS_fsetxattr, open_file, name, name, 1},
      {"setxattrat", 463, at, path},
      {"removexattr", SYS_removexattr, path, name},
      {"lremovexattr", SYS_lremovexattr, path, name},
      {"fremovexattr", SYS_fremovexattr, open_file, name},
      {"removexattrat", 466, at, path},
      {"file_setattr", 469, at, path}};
  struct stat before = {}, after = {};
  ASSERT_EQ(stat(file.c_str(), &before), 0);
  for (const Call& call : calls) {
    for (const bool compiler : {false, true})
      EXPECT_EQ(refusal(call, compiler), EPERM) << call.name;
  }
  ASSERT_EQ(stat(file.c_str(), &after), 0);
  EXPECT_EQ(after.st_mode, before.st_mode);
  EXPECT_EQ(after.st_mtim.tv_nsec, before.st_mtim.tv_nsec);
  // The flags of an inode, as chattr sets them.
  long flags = 0;
  EXPECT_EQ(refusal({"FS_IOC_SETFLAGS", SYS_ioctl, open_file, 0x40086602, address(&flags)}, false),
            ENOTTY);
  close(open_file);
}

TEST(Confinement, RefusesCallsThatReachOthersOrTheSystem) {
  std::byte filter[64] = {};
  const std::vector<Call> calls = {{"mq_open", SYS_mq_open, address("x"), O_RDONLY},
                                   {"mq_unlink", SYS_mq_unlink, address("x")},
                                   {"mq_timedsend", SYS_mq_timedsend, -1},
                                   {"mq_timedreceive", SYS_mq_timedreceive, -1},
                                   {"mq_notify", SYS_mq_notify, -1},
                                   {"mq_getsetattr", SYS_mq_getsetattr, -1},
#ifdef SYS_inotify_init
                                   {"inotify_init", SYS_inotify_init},
#endif
                                   {"inotify_init1", SYS_inotify_init1},
                                   {"inotify_add_watch", SYS_inotify_add_watch, -1},
                                   {"io_setup", SYS_io_setup, 1, address(filter)},
                                   {"io_submit", SYS_io_submit},
                                   {"sync", SYS_sync},
                                   {"syncfs", SYS_syncfs, 0},
                                   {"seccomp", SYS_seccomp, 1, 0, address(filter)},
                                   {"prctl(PR_SET_SECCOMP)", SYS_prctl, PR_SET_SECCOMP, 2},
                                   {"memfd_secret", 447}};
  for (const Call& call : calls) {
    for (const bool compiler : {false, true})
      EXPECT_EQ(refusal(call, compiler), EPERM) << call.name;
  }
}

// Pages of such a mapping stay allocated where no process has them resident.
TEST(Confinement, RefusesMemoryThatIsSharedWithoutAFile) {
  const auto mapping = [](int flags) {
    return Call{"mmap", SYS_mmap, 0, 4096, PROT_READ | PROT_WRITE, flags, -1, 0};
  };
  EXPECT_EQ(refusal(mapping(MAP_SHARED | MAP_ANONYMOUS), false), EPERM);
  EXPECT_EQ(refusal(mapping(MAP_SHARED | MAP_ANONYMOUS | MAP_NORESERVE), true), EPERM);
  EXPECT_EQ(refusal(mapping(MAP_PRIVATE | MAP_ANONYMOUS), false), 0);
}

TEST(Confinement, LeavesAProcessWhatKernelsNeed) {
  const int status = end_of_confined(false, [] {
    const bool names = prctl(PR_SET_NAME, "kernel") == 0;
    void* memory =
        mmap(nullptr, 1 << 20, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    return names && memory != MAP_FAILED && mprotect(memory, 4096, PROT_NONE) == 0 ? 0 : 1;
  });
  EXPECT_EQ(status, 0);
}

#if defined(__x86_64__)
// The same kernel answers calls of i386 and x32, whose numbers are others.
TEST(Confinement, EndsAProcessThatCallsByAnotherInterface) {
  const int x32 = end_of_confined(false, [] {
    syscall(0x40000000 | SYS_chmod, "/", 0777);
    return 0;
  });
  EXPECT_TRUE(WIFSIGNALED(x32) && WTERMSIG(x32) == SIGSYS) << x32;
  const int i386 = end_of_confined(true, [] {
    long result = 15;  // chmod
    asm volatile("int $0x80" : "+a"(result) : "b"(0L), "c"(0777L) : "memory");
    return 0;
  });
  // If a system has no such interface, the instruction is a fault.
  EXPECT_TRUE(WIFSIGNALED(i386)) << i386;
}
#endif

}  // namespace confinement_test
}  // namespace hippuzzle::testing
