#include "support/process/process.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cstdlib>
#include <mutex>
#include <set>

#include "support/process/deadline.hpp"
#include "support/system_error.hpp"

namespace hippuzzle {
namespace {

constexpr size_t most_output = 16 << 20;  // of a program's output that is kept; the rest is dropped

// Waits for the program and ends as it does. When this process is told to end, or its parent has
// ended, it ends the whole group, itself among them: a compiler's driver by itself would leave the
// compiler running. All signals are blocked.
[[noreturn]] void watch_over(pid_t program) {
  signal(SIGCHLD, SIG_DFL);
  const int nowhere = open("/dev/null", O_RDWR);
  for (const int stream : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) dup2(nowhere, stream);
  close_range(3, ~0u, 0);  // the output ends where the program's does, and locks are not held

  sigset_t child, child_or_end;
  sigemptyset(&child);
  sigaddset(&child, SIGCHLD);
  child_or_end = child;
  sigaddset(&child_or_end, SIGTERM);
  int status = 0;
  pid_t ended = 0;
  while ((ended = waitpid(program, &status, WNOHANG)) == 0) {
    int signal_number = 0;
    sigwait(&child_or_end, &signal_number);
    if (signal_number == SIGCHLD) continue;
    kill(0, SIGTERM);
    constexpr timespec to_tidy_up = {1, 0};
    sigtimedwait(&child, nullptr, &to_tidy_up);
    kill(0, SIGKILL);
  }
  if (ended < 0) _exit(127);
  _exit(WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status));
}

// Runs in the child, which has one thread and has not touched this process's locks.
[[noreturn]] void become(const std::vector<std::string>& arguments,
                         const std::vector<std::string>& environment, int output,
                         Process::Errors errors, Process::Output channel, pid_t parent) {
  setpgid(0, 0);
  sigset_t all;
  sigfillset(&all);
  sigprocmask(SIG_SETMASK, &all, nullptr);
  prctl(PR_SET_PDEATHSIG, SIGTERM);
  if (getppid() != parent) _exit(1);  // it died before prctl
  const pid_t program = fork();
  if (program < 0) _exit(127);
  if (program > 0) watch_over(program);
  sigset_t none;
  sigemptyset(&none);
  sigprocmask(SIG_SETMASK, &none, nullptr);
  for (const std::string& entry : environment) putenv(const_cast<char*>(entry.c_str()));
  const bool is_dialogue = channel == Process::Output::dialogue;
  dup2(is_dialogue ? output : open("/dev/null", O_RDONLY), STDIN_FILENO);
  dup2(output, STDOUT_FILENO);
  dup2(errors == Process::Errors::kept ? output : open("/dev/null", O_WRONLY), STDERR_FILENO);

  std::vector<char*> argv;
  for (const std::string& argument : arguments) argv.push_back(const_cast<char*>(argument.c_str()));
  argv.push_back(nullptr);
  execvp(argv[0], argv.data());
  fmt::print(stderr, "cannot run {}\n", arguments[0]);
  _exit(127);
}

// A server starts processes on several threads.
class AllProcesses {
 public:
  void add(pid_t id) {
    const std::lock_guard lock(mutex_);
    all_.insert(id);
  }
  void remove(pid_t id) {
    const std::lock_guard lock(mutex_);
    all_.erase(id);
  }
  bool contains(pid_t id) const {
    const std::lock_guard lock(mutex_);
    return all_.contains(id);
  }

 private:
  mutable std::mutex mutex_;
  std::set<pid_t> all_;
};

AllProcesses& all_processes() {
  static AllProcesses all;
  return all;
}

}  // namespace

bool Process::is_one(pid_t child) { return all_processes().contains(child); }

Process::Process(const std::vector<std::string>& arguments,
                 const std::vector<std::string>& environment, Errors errors, Output output) {
  std::array<int, 2> ends;
  if ((output == Output::pipe
           ? pipe2(ends.data(), O_CLOEXEC)
           : socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends.data())) != 0) {
    throw_system_error("cannot make a pipe");
  }
  output_ = FileDescriptor(ends[0]);
  const FileDescriptor input(ends[1]);
  const pid_t parent = getpid();
  id_ = fork();
  if (id_ < 0) throw_system_error(fmt::format("cannot start {}", arguments[0]));
  if (id_ == 0) become(arguments, environment, input.get(), errors, output, parent);
  all_processes().add(id_);
  setpgid(id_, id_);  // also here: either process may be first
}

Process::Process(Process&& other) noexcept
    : id_(std::exchange(other.id_, -1)), output_(std::move(other.output_)) {}

Process::~Process() {
  if (id_ < 0) return;
  kill(-id_, SIGTERM);
  waitpid(id_, nullptr, 0);
  all_processes().remove(id_);
}

bool Process::write(std::string_view text) {
  while (!text.empty()) {
    const ssize_t n = send(output_.get(), text.data(), text.size(), MSG_NOSIGNAL);
    if (n < 0 && errno == EINTR) continue;
    if (n <= 0) return false;
    text.remove_prefix(static_cast<size_t>(n));
  }
  return true;
}

std::string Process::read() {
  std::array<char, 4096> chunk;
  ssize_t n = 0;
  do {
    n = ::read(output_.get(), chunk.data(), chunk.size());
  } while (n < 0 && errno == EINTR);
  return {chunk.data(), n > 0 ? static_cast<size_t>(n) : 0};
}

std::optional<int> Process::wait_for(std::chrono::milliseconds limit, std::string& rest,
                                     size_t most) {
  Deadline deadline(limit, [this] { return work_of(id_); });
  bool is_too_much = false;
  for (int left = 0; !is_too_much && (left = deadline.left()) > 0;) {
    pollfd output = {output_.get(), POLLIN, 0};
    const int ready = poll(&output, 1, left);
    if (ready < 0 && errno != EINTR) throw_system_error("cannot wait for a process");
    if (ready <= 0) continue;
    const std::string part = read();
    if (part.empty()) break;
    if (rest.size() < most_output) rest += part;
    is_too_much = rest.size() > most;
  }
  // Its output may end long before the process does, which as a rule follows at once.
  while (!is_too_much) {
    if (const auto status = reap(WNOHANG)) return status;
    if (deadline.left() == 0) break;
    constexpr int milliseconds = 1;
    poll(nullptr, 0, milliseconds);
  }
  kill(-id_, SIGKILL);
  reap(0);
  return std::nullopt;
}

int Process::wait(std::string& rest) {
  for (std::string part; !(part = read()).empty();) rest += part;
  return reap(0).value_or(127);
}

// The exit status; nullopt when the process still runs, which it can with WNOHANG only.
std::optional<int> Process::reap(int options) {
  int status = 0;
  pid_t ended = 0;
  while ((ended = waitpid(id_, &status, options)) < 0 && errno == EINTR) {
  }
  if (ended == 0) return std::nullopt;
  all_processes().remove(id_);
  id_ = -1;
  return WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status);
}

}  // namespace hippuzzle
