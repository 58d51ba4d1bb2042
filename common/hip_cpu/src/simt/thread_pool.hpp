// The OS threads that run blocks in addition to the calling one.
#pragma once

#include <condition_variable>
#include <mutex>
#include <thread>
#include <vector>

namespace hip_cpu {

// Threads start when a job first needs them and sleep between jobs. Jobs come one at a time.
class ThreadPool {
 public:
  // Calls work(context) on the calling thread and on up to `helpers` others, all at once. Returns
  // when every call that has begun has ended; a helper that has not begun by the end of the
  // caller's own call does not begin.
  void run(unsigned helpers, void (*work)(void*), void* context);

  // Ends the threads. Does nothing while a job runs: then a kernel has called exit, perhaps on one
  // of them.
  void stop();

  // The pool of the process. It is never destroyed, but stopped when the program ends or the
  // library is unloaded.
  static ThreadPool& instance();

 private:
  void help();

  std::mutex mutex_;
  std::condition_variable wanted_, ended_;
  std::vector<std::thread> threads_;
  void (*work_)(void*) = nullptr;
  void* context_ = nullptr;
  unsigned open_places_ = 0;
  unsigned working_ = 0;
  bool job_runs_ = false;
  bool stopping_ = false;
};

}  // namespace hip_cpu
