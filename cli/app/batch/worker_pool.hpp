// Worker processes that work on numbered tasks. They are forks of this process with its
// state at the start of the first task, and send texts back. A worker that is killed costs its task
// alone.
#pragma once

#include <sys/types.h>

#include <functional>
#include <string>
#include <vector>

#include "support/files/file_descriptor.hpp"

namespace hippuzzle {

class WorkerPool {
 public:
  // Works on a task, in a worker, and returns the message for the parent. Must not throw.
  using Work = std::function<std::string(size_t task)>;

  enum class Where { here, in_workers };  // here: in this process, one task at a time

  WorkerPool(size_t workers, Where where, Work work);

  // Ends the workers and their child processes.
  ~WorkerPool();
  WorkerPool(const WorkerPool&) = delete;
  WorkerPool& operator=(const WorkerPool&) = delete;

  bool has_idle() const;
  bool is_busy() const;  // with at least one task

  // To be called when there is an idle worker. Throws std::system_error.
  void start(size_t task);

  struct Finished {
    size_t task = 0;
    std::string message;
    std::string died;  // how the worker's process ended, where there is no message
  };

  // Waits for the next task that is done. To be called when one is under way.
  Finished wait();

 private:
  struct Worker {
    pid_t process = -1;  // -1 before its first task and after its death
    FileDescriptor tasks, messages;
    bool busy = false;
    size_t task = 0;
    std::string received;
  };

  void fork_worker(Worker& worker);
  // noexcept: an exception must not unwind into objects of the parent, such as its temporary
  // folder.
  [[noreturn]] void be_worker(int tasks, int messages) const noexcept;
  bool take(Worker& worker, Finished& finished);
  void end_orphans() const;

  Work work_;
  std::vector<Worker> workers_;  // none: in this process
  bool has_own_task_ = false;
  size_t own_task_ = 0;
};

}  // namespace hippuzzle
