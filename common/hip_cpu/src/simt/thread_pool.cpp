#include "hip_cpu/simt/thread_pool.hpp"

#include <algorithm>
#include <system_error>

namespace hip_cpu {

void ThreadPool::run(unsigned helpers, void (*work)(void*), void* context) {
  {
    const std::lock_guard lock(mutex_);
    try {
      while (threads_.size() < helpers) threads_.emplace_back([this] { help(); });
    } catch (const std::system_error&) {
      // The system gives no more threads: the existing ones suffice.
    }
    work_ = work;
    context_ = context;
    open_places_ = std::min(helpers, static_cast<unsigned>(threads_.size()));
    job_runs_ = true;
  }
  wanted_.notify_all();
  work(context);
  std::unique_lock lock(mutex_);
  open_places_ = 0;
  ended_.wait(lock, [this] { return working_ == 0; });
  job_runs_ = false;
}

void ThreadPool::help() {
  std::unique_lock lock(mutex_);
  for (;;) {
    wanted_.wait(lock, [this] { return open_places_ != 0 || stopping_; });
    if (stopping_) return;
    --open_places_;
    ++working_;
    lock.unlock();
    work_(context_);
    lock.lock();
    if (--working_ == 0) ended_.notify_one();
  }
}

void ThreadPool::stop() {
  {
    const std::lock_guard lock(mutex_);
    if (job_runs_) return;
    stopping_ = true;
  }
  wanted_.notify_all();
  for (std::thread& thread : threads_) thread.join();
  threads_.clear();
  stopping_ = false;
}

ThreadPool& ThreadPool::instance() {
  static auto* pool = new ThreadPool;
  static const struct Stopper {
    ~Stopper() { pool->stop(); }
  } stopper;
  return *pool;
}

}  // namespace hip_cpu
