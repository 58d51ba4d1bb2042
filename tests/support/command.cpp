#include "tests/support/command.hpp"

#include <fcntl.h>
#include <grp.h>
#include <poll.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <stdexcept>
#include <system_error>

#include "support/process/deadline.hpp"
#include "tests/support/build_tree.hpp"

namespace hippuzzle::testing {
namespace {

[[noreturn]] void fail(const char* what) {
  throw std::system_error(errno, std::generic_category(), what);
}

// Catches one of the program's output streams in a file without a name, so that the program never
// waits for a reader and a descendant that keeps the stream open cannot keep run() waiting.
class Capture {
 public:
  Capture() : file_(std::tmpfile()) {
    if (file_ == nullptr) fail("cannot make a temporary file");
  }
  ~Capture() { std::fclose(file_); }
  Capture(const Capture&) = delete;
  Capture& operator=(const Capture&) = delete;

  int descriptor() const { return fileno(file_); }

  std::string text() const {
    std::string all;
    std::array<char, 4096> chunk;
    std::rewind(file_);
    for (size_t n; (n = std::fread(chunk.data(), 1, chunk.size(), file_)) > 0;) {
      all.append(chunk.data(), n);
    }
    return all;
  }

 private:
  std::FILE* file_;
};

bool become_nobody() {
  return setgroups(0, nullptr) == 0 && setresgid(nobodys_id, nobodys_id, nobodys_id) == 0 &&
         setresuid(nobodys_id, nobodys_id, nobodys_id) == 0;
}

[[noreturn]] void become(const std::vector<std::string>& arguments,
                         const std::map<std::string, std::string>& environment, User user, int out,
                         int err) {
  setenv("XDG_CACHE_HOME", tests_cache().c_str(), 1);
  for (const auto& [name, value] : environment) {
    value.empty() ? unsetenv(name.c_str()) : setenv(name.c_str(), value.c_str(), 1);
  }
  const rlimit no_core = {0, 0};  // crashing fixtures must not litter
  setrlimit(RLIMIT_CORE, &no_core);
  dup2(open("/dev/null", O_RDONLY), STDIN_FILENO);
  dup2(out, STDOUT_FILENO);
  dup2(err, STDERR_FILENO);
  close_range(3, ~0u, 0);
  if (chdir("/") != 0) _exit(126);
  if (user == User::nobody && !become_nobody()) _exit(126);

  std::vector<char*> argv;
  for (const std::string& argument : arguments) argv.push_back(const_cast<char*>(argument.c_str()));
  argv.push_back(nullptr);
  execv(argv[0], argv.data());
  _exit(127);
}

std::string command_line(pid_t process) {
  std::ifstream in("/proc/" + std::to_string(process) + "/cmdline");
  std::string text{std::istreambuf_iterator<char>(in), {}};
  std::replace(text.begin(), text.end(), '\0', ' ');
  return std::to_string(process) + " " + text;
}

std::vector<pid_t> children() {
  std::vector<pid_t> all;
  for (const auto& task : std::filesystem::directory_iterator("/proc/self/task")) {
    std::ifstream in(task.path() / "children");
    for (pid_t child; in >> child;) all.push_back(child);
  }
  return all;
}

// Everything that is still a child of this process has outlived the program that started it. A
// process whose end is on its way gets a second for it.
std::vector<std::string> end_survivors() {
  std::vector<std::string> found;
  for (;;) {
    const std::vector<pid_t> alive = children();
    for (pid_t child : alive) {
      if (!ends_within(child, std::chrono::seconds(1))) {
        found.push_back(command_line(child));
        kill(child, SIGKILL);
      }
      waitpid(child, nullptr, 0);
    }
    if (alive.empty()) break;
  }
  if (waitpid(-1, nullptr, WNOHANG) != -1 || errno != ECHILD) {
    throw std::runtime_error("a child process is not listed in /proc/self/task/*/children");
  }
  return found;
}

}  // namespace

bool ends_within(pid_t child, std::chrono::milliseconds limit) {
  const auto process = static_cast<int>(syscall(SYS_pidfd_open, child, 0));
  if (process < 0) fail("cannot watch a process");
  Deadline deadline(limit, [child] { return work_of(child); });
  bool ended = false;
  for (int left = 0; !ended && (left = deadline.left()) > 0;) {
    pollfd watched = {process, POLLIN, 0};
    ended = poll(&watched, 1, left) == 1;
  }
  close(process);
  return ended;
}

std::string why_not_nobody() {
  if (geteuid() != 0) return "only root can run a program as nobody";
  const bool can =
      run({"/bin/sh", "-c", ":"}, {}, std::chrono::seconds(60), User::nobody).code == 0;
  return can ? "" : "this root may not run a program as nobody";
}

CommandResult run(const std::vector<std::string>& arguments,
                  const std::map<std::string, std::string>& environment, std::chrono::seconds limit,
                  User user) {
  prctl(PR_SET_CHILD_SUBREAPER, 1);
  const Capture out, err;
  const pid_t program = fork();
  if (program < 0) fail("cannot fork");
  if (program == 0) become(arguments, environment, user, out.descriptor(), err.descriptor());

  const bool ended = ends_within(program, limit);
  if (!ended) kill(program, SIGKILL);

  CommandResult result;
  int status = 0;
  if (waitpid(program, &status, 0) != program) fail("cannot learn how the program ended");
  result.exited = ended && WIFEXITED(status);
  result.code = WIFEXITED(status) ? WEXITSTATUS(status) : WTERMSIG(status);
  result.left_behind = end_survivors();
  result.out = out.text();
  result.err = err.text();
  return result;
}

}  // namespace hippuzzle::testing
