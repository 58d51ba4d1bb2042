#include "cli/app/batch/worker_pool.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/wait.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <fstream>

#include "support/system_error.hpp"

namespace hippuzzle {
namespace {

std::array<FileDescriptor, 2> make_pipe() {
  std::array<int, 2> ends;
  if (pipe2(ends.data(), O_CLOEXEC) != 0) throw_system_error("cannot make a pipe to a worker");
  return {FileDescriptor(ends[0]), FileDescriptor(ends[1])};
}

bool write_all(int descriptor, const void* data, size_t bytes) {
  const char* at = static_cast<const char*>(data);
  while (bytes > 0) {
    const ssize_t n = write(descriptor, at, bytes);
    if (n < 0 && errno == EINTR) continue;
    if (n <= 0) return false;
    at += n;
    bytes -= static_cast<size_t>(n);
  }
  return true;
}

std::string how_it_ended(int status) {
  if (WIFSIGNALED(status)) {
    return fmt::format("the process that judged it was ended by signal {} ({})", WTERMSIG(status),
                       strsignal(WTERMSIG(status)));
  }
  return fmt::format("the process that judged it ended early, with status {}", WEXITSTATUS(status));
}

}  // namespace

WorkerPool::WorkerPool(size_t workers, Where where, Work work)
    : work_(std::move(work)), workers_(where == Where::in_workers ? workers : 0) {}

WorkerPool::~WorkerPool() {
  for (Worker& worker : workers_) {
    if (worker.process < 0) continue;
    worker.tasks.reset();  // an idle one ends by itself
    if (worker.busy) kill(worker.process, SIGKILL);
    waitpid(worker.process, nullptr, 0);
    worker.process = -1;
  }
  if (!workers_.empty()) end_orphans();
}

bool WorkerPool::has_idle() const {
  if (workers_.empty()) return !has_own_task_;
  return !std::ranges::all_of(workers_, &Worker::busy);
}

bool WorkerPool::is_busy() const {
  return has_own_task_ || std::ranges::any_of(workers_, &Worker::busy);
}

void WorkerPool::start(size_t task) {
  if (workers_.empty()) {
    has_own_task_ = true;
    own_task_ = task;
    return;
  }
  Worker& worker = *std::ranges::find(workers_, false, &Worker::busy);
  if (worker.process < 0) fork_worker(worker);
  worker.busy = true;
  worker.task = task;
  const uint64_t number = task;
  const auto before = signal(SIGPIPE, SIG_IGN);  // wait() reports a worker that died
  write_all(worker.tasks.get(), &number, sizeof number);
  signal(SIGPIPE, before);
}

WorkerPool::Finished WorkerPool::wait() {
  if (workers_.empty()) {
    has_own_task_ = false;
    return {own_task_, work_(own_task_), ""};
  }
  Finished finished;
  for (;;) {
    std::vector<pollfd> watched;
    for (const Worker& worker : workers_) {
      watched.push_back({worker.busy ? worker.messages.get() : -1, POLLIN, 0});
    }
    if (poll(watched.data(), watched.size(), -1) < 0 && errno != EINTR) {
      throw_system_error("cannot wait for workers");
    }
    for (size_t i = 0; i < workers_.size(); ++i) {
      if (watched[i].revents != 0 && take(workers_[i], finished)) return finished;
    }
  }
}

// Reads a part of a message: its length in eight bytes, and the text. True when it is complete, or
// the worker has died.
bool WorkerPool::take(Worker& worker, Finished& finished) {
  std::array<char, 65536> chunk;
  const ssize_t n = read(worker.messages.get(), chunk.data(), chunk.size());
  if (n < 0 && errno == EINTR) return false;
  if (n > 0) {
    worker.received.append(chunk.data(), static_cast<size_t>(n));
    uint64_t length = 0;
    if (worker.received.size() < sizeof length) return false;
    std::memcpy(&length, worker.received.data(), sizeof length);
    if (worker.received.size() < sizeof length + length) return false;
    finished = {worker.task, worker.received.substr(sizeof length), ""};
  } else {
    int status = 0;
    waitpid(worker.process, &status, 0);
    finished = {worker.task, "", how_it_ended(status)};
    worker.process = -1;
    end_orphans();
  }
  worker.busy = false;
  worker.received.clear();
  return true;
}

void WorkerPool::fork_worker(Worker& worker) {
  auto [tasks_read, tasks_write] = make_pipe();
  auto [messages_read, messages_write] = make_pipe();
  prctl(PR_SET_CHILD_SUBREAPER, 1);  // orphans of a killed worker come here, to be ended
  std::fflush(stdout);
  std::fflush(stderr);
  const pid_t parent = getpid();
  const pid_t process = fork();
  if (process < 0) throw_system_error("cannot start a worker");
  if (process == 0) {
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (getppid() != parent) _exit(1);  // it died before prctl
    for (const Worker& other : workers_) {
      if (other.process >= 0) close(other.tasks.get());  // else it would not see the parent's end
    }
    tasks_write.reset();
    be_worker(tasks_read.get(), messages_write.get());
  }
  worker.process = process;
  worker.tasks = std::move(tasks_write);
  worker.messages = std::move(messages_read);
}

void WorkerPool::be_worker(int tasks, int messages) const noexcept {
  for (uint64_t task = 0; read(tasks, &task, sizeof task) == sizeof task;) {
    std::string message(sizeof task, '\0');
    message += work_(task);
    const uint64_t length = message.size() - sizeof length;
    std::memcpy(message.data(), &length, sizeof length);
    if (!write_all(messages, message.data(), message.size())) break;
  }
  _exit(0);
}

// Children of this process that are not workers: started by a worker that was killed.
void WorkerPool::end_orphans() const {
  for (;;) {
    std::ifstream children(fmt::format("/proc/self/task/{}/children", getpid()));
    bool found = false;
    for (pid_t child = 0; children >> child;) {
      if (std::ranges::find(workers_, child, &Worker::process) != workers_.end()) continue;
      found = true;
      kill(child, SIGKILL);
      waitpid(child, nullptr, 0);
    }
    if (!found) return;
  }
}

}  // namespace hippuzzle
