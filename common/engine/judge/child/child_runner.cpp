#include "engine/judge/child/child_runner.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <linux/close_range.h>
#include <poll.h>
#include <sched.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstddef>
#include <filesystem>
#include <fstream>
#include <memory>
#include <optional>
#include <system_error>

#include "engine/judge/child/event_reader.hpp"
#include "engine/judge/child/kernel_output.hpp"
#include "engine/judge/child/process_usage.hpp"
#include "engine/protocol/codec.hpp"
#include "support/process/deadline.hpp"
#include "support/process/process.hpp"
#include "support/system_error.hpp"

namespace hippuzzle {
namespace {

struct Pipe {
  FileDescriptor read, write;
};

Pipe make_pipe() {
  std::array<int, 2> ends;
  if (pipe2(ends.data(), O_CLOEXEC) != 0) throw_system_error("cannot make a pipe to the runner");
  return {FileDescriptor(ends[0]), FileDescriptor(ends[1])};
}

void keep_across_exec(int descriptor) { fcntl(descriptor, F_SETFD, 0); }

// words, environment: the arguments and environment of the program, its name first and a null
// pointer last. folder: where it starts; a null pointer for the judge's own.
struct RunnerProgram {
  const char* program;
  char* const* words;
  char* const* environment;
  const char* folder;
  int output;
  std::array<int, 3> inherited;
  pid_t judge;
};

// Runs in the child, which has the judge's memory until it executes the program: only calls that
// are async-signal-safe, and nothing of the judge's is written to.
int become_runner(void* argument) {
  const RunnerProgram& start = *static_cast<const RunnerProgram*>(argument);
  setpgid(0, 0);
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (getppid() != start.judge) _exit(1);  // the judge died before prctl
  dup2(open("/dev/null", O_RDONLY), STDIN_FILENO);
  dup2(start.output, STDOUT_FILENO);
  dup2(start.output, STDERR_FILENO);
  // Whatever else the user's program had open is none of the kernels' business.
  close_range(3, ~0u, CLOSE_RANGE_CLOEXEC);
  for (int descriptor : start.inherited) keep_across_exec(descriptor);
  if (start.folder != nullptr && chdir(start.folder) != 0) _exit(127);
  execve(start.program, start.words, start.environment);
  _exit(127);
}

// A child as vfork makes it: the judge waits until it has executed its program. A copy of the
// judge's page tables, with its inputs and references, would be made to be thrown away.
pid_t start_child(RunnerProgram& program) {
  constexpr size_t stack_bytes = 64 << 10;
  constexpr size_t count = stack_bytes / sizeof(std::max_align_t);
  const auto stack = std::make_unique_for_overwrite<std::max_align_t[]>(count);
  return clone(become_runner, stack.get() + count, CLONE_VM | CLONE_VFORK | SIGCHLD, &program);
}

// A child of this process that is not a compiler at work.
std::optional<pid_t> next_stranger() {
  std::ifstream children(fmt::format("/proc/self/task/{}/children", getpid()));
  for (pid_t child = 0; children >> child;) {
    if (!Process::is_one(child)) return child;
  }
  return std::nullopt;
}

// Kills and reaps a process's group, and then whatever it had started elsewhere: orphans become
// children of this process, which is their subreaper.
void end_family(pid_t runner) {
  kill(-runner, SIGKILL);
  while (const auto child = next_stranger()) {
    kill(*child, SIGKILL);
    waitpid(*child, nullptr, 0);
  }
}

// Kernels run as the same user as their judge. While they do, other processes may not look into
// this one or write to it, through /proc or as a debugger: the right answers are here.
class Closed {
 public:
  Closed() : was_open_(prctl(PR_GET_DUMPABLE) == 1) { prctl(PR_SET_DUMPABLE, 0); }
  ~Closed() {
    if (was_open_) prctl(PR_SET_DUMPABLE, 1);
  }
  Closed(const Closed&) = delete;
  Closed& operator=(const Closed&) = delete;

 private:
  bool was_open_;
};

struct Pipes {
  Pipe job = make_pipe(), events = make_pipe(), output = make_pipe();

  // To be called here once the runner has its ends.
  void close_runners_ends() {
    job.read.reset();
    events.write.reset();
    output.write.reset();
  }
};

// The process that is started, a runner or a tool that starts one, in a group of its own.
pid_t start(const RunnerStart& how, const Pipes& pipes, const SharedMemory& memory) {
  const std::vector<std::string>& tool = how.tool;
  const std::string self = "/proc/self/exe";  // in another process it names that process's binary
  const std::string program = tool.empty() ? self : tool.front();
  const std::array<int, 3> inherited = {pipes.job.read.get(), pipes.events.write.get(),
                                        memory.descriptor()};
  std::vector<std::string> words = tool;
  words.push_back(tool.empty() ? "hippuzzle" : std::filesystem::read_symlink(self).string());
  words.push_back(fmt::format("{}{},{},{}{}", runner_argument, inherited[0], inherited[1],
                              inherited[2], how.confined ? runner_confined : ""));
  std::vector<char*> arguments;
  for (std::string& word : words) arguments.push_back(word.data());
  arguments.push_back(nullptr);
  prctl(PR_SET_CHILD_SUBREAPER, 1);

  // The user's variables may be secrets, and the judge's folder is none of a stranger's business.
  static char* const nothing[] = {nullptr};
  RunnerProgram child{program.c_str(),
                      arguments.data(),
                      how.confined ? nothing : environ,
                      how.confined ? "/" : nullptr,
                      pipes.output.write.get(),
                      inherited,
                      getpid()};
  const pid_t runner = start_child(child);
  if (runner < 0) throw_system_error("cannot start the runner");
  setpgid(runner, runner);  // also here: either process may be first
  return runner;
}

void send(const Job& job, FileDescriptor& pipe) {
  const std::string text = encode(job);
  for (size_t sent = 0; sent < text.size();) {
    const ssize_t n = write(pipe.get(), &text[sent], text.size() - sent);
    if (n < 0) break;  // the runner is gone already; its end is reported later
    sent += static_cast<size_t>(n);
  }
  pipe.reset();
}

// A runner has one for each processor; thousands would keep others from starting any.
uint64_t most_threads() {
  return 64 + 4 * static_cast<uint64_t>(std::max(sysconf(_SC_NPROCESSORS_ONLN), 1L));
}

constexpr int between_looks = 20;  // at the runner's usage, in milliseconds

enum class Watched { ended, too_late, too_large, too_many };

// Hands on events and output until the process has ended, or the deadline comes, or it uses more
// memory, or more threads, than it may.
Watched watch(pid_t runner, const FileDescriptor& process, const Pipes& pipes, EventReader events,
              Deadline& deadline, const RunnerStart& how) {
  KernelOutput output(how.stranger, how.before_output);
  const uint64_t most_memory = how.most_memory;
  bool has_events = true, has_output = true;
  for (;;) {
    std::array<pollfd, 3> watched = {{{process.get(), POLLIN, 0},
                                      {has_events ? pipes.events.read.get() : -1, POLLIN, 0},
                                      {has_output ? pipes.output.read.get() : -1, POLLIN, 0}}};
    // Asked each time: a candidate that writes without pause must not put the deadline off.
    int left = deadline.left();
    if (left == 0) return Watched::too_late;
    if (most_memory > 0) {
      const ProcessUsage used = usage_of(runner);
      if (used.bytes > most_memory) return Watched::too_large;
      if (used.threads > most_threads()) return Watched::too_many;
      left = std::min(left, between_looks);
    }
    if (poll(watched.data(), watched.size(), left) < 0) {
      if (errno == EINTR) continue;
      throw_system_error("cannot watch the runner");
    }
    if (watched[2].revents != 0) has_output = output.pass_on(pipes.output.read.get());
    if (watched[1].revents != 0) has_events = events.read_from(pipes.events.read.get());
    if (watched[0].revents != 0) break;
  }
  output.drain(pipes.output.read.get());
  events.drain(pipes.events.read.get());
  return Watched::ended;
}

}  // namespace

RunnerEnd run_in_child_as(const RunnerStart& how, const Job& job, const SharedMemory& memory,
                          std::chrono::milliseconds timeout, const EventSink& sink) {
  Pipes pipes;
  const Closed closed;
  const pid_t runner = start(how, pipes, memory);
  struct Family {
    pid_t runner;
    ~Family() { end_family(runner); }
  } family{runner};
  pipes.close_runners_ends();
  const FileDescriptor process(static_cast<int>(syscall(SYS_pidfd_open, runner, 0)));
  if (process.get() < 0) throw_system_error("cannot watch the runner");
  send(job, pipes.job.write);

  using How = RunnerEnd::How;
  Deadline deadline(timeout, [runner] { return work_of(runner); });
  const Watched watched =
      watch(runner, process, pipes, EventReader(sink, most_event_bytes(job)), deadline, how);
  if (watched == Watched::too_late) return {How::timed_out, 0};
  if (watched == Watched::too_large) return {How::out_of_memory, 0};
  if (watched == Watched::too_many) return {How::too_many_threads, 0};
  int status = 0;
  if (waitpid(runner, &status, 0) != runner)
    throw_system_error("cannot learn how the runner ended");
  if (WIFSIGNALED(status)) return {How::signalled, WTERMSIG(status)};
  return {How::exited, WEXITSTATUS(status)};
}

RunnerEnd run_in_child_under(const std::vector<std::string>& tool, const Job& job,
                             const SharedMemory& memory, std::chrono::milliseconds timeout,
                             const EventSink& sink) {
  return run_in_child_as({.tool = tool}, job, memory, timeout, sink);
}

RunnerEnd run_in_child(const Job& job, const SharedMemory& memory,
                       std::chrono::milliseconds timeout, const EventSink& sink) {
  return run_in_child_as({}, job, memory, timeout, sink);
}

}  // namespace hippuzzle
