// libcu++'s barrier of a block's threads, and copies to shared memory that it waits for. A thread
// that waits lets the other threads of its block run. A phase ends after the copies of the threads
// that have arrived, so for the checker a thread's copies are over when it arrives.
#pragma once

#include <hip_cpu/sync.hpp>
#include <hip_libraries/cuda_atomic_objects.hpp>

#include <cstddef>
#include <cstring>

namespace cuda {
namespace std {

struct __no_completion {
  void operator()() const {}
};

}  // namespace std

// Phases alternate; a phase ends when as many threads have arrived as init() was told.
template <thread_scope scope, class Completion = std::__no_completion>
class barrier {
  static_assert(scope == thread_scope_block || scope == thread_scope_thread,
                "hip_cpu: a barrier orders threads of one block; use cooperative groups' "
                "grid.sync() for a grid");

 public:
  using arrival_token = unsigned;

  barrier() = default;  // without a value, as in shared memory: init() comes first
  HIP_CPU_UNCHECKED explicit barrier(::std::ptrdiff_t expected) { begin(expected); }
  barrier(const barrier&) = delete;
  barrier& operator=(const barrier&) = delete;

  HIP_CPU_UNCHECKED void begin(::std::ptrdiff_t expected) {
    expected_ = missing_ = static_cast<unsigned>(expected);
    phase_ = 0;
  }

  // The token of the phase in which the thread has arrived.
  HIP_CPU_UNCHECKED arrival_token arrive(::std::ptrdiff_t count = 1) {
    const arrival_token token = phase_;
    hip_cpu_wait_for_all_copies();
    hip_cpu_release(this);
    missing_ -= static_cast<unsigned>(count);
    if (missing_ == 0) end_phase();
    return token;
  }
  HIP_CPU_UNCHECKED void wait(arrival_token token) const {
    while (phase_ == token) hip_cpu_yield();
    hip_cpu_acquire(this);
  }
  HIP_CPU_UNCHECKED void wait_parity(bool parity) const {
    while ((phase_ & 1) == static_cast<unsigned>(parity)) hip_cpu_yield();
    hip_cpu_acquire(this);
  }
  HIP_CPU_UNCHECKED bool try_wait(arrival_token token) const {
    if (phase_ == token) {
      hip_cpu_yield();
      return false;
    }
    wait(token);
    return true;
  }
  HIP_CPU_UNCHECKED bool try_wait_parity(bool parity) const {
    if ((phase_ & 1) == static_cast<unsigned>(parity)) {
      hip_cpu_yield();
      return false;
    }
    wait_parity(parity);
    return true;
  }
  void arrive_and_wait() { wait(arrive()); }
  HIP_CPU_UNCHECKED void arrive_and_drop() {
    --expected_;
    static_cast<void>(arrive());
  }

 private:
  HIP_CPU_UNCHECKED void end_phase() {
    Completion()();
    missing_ = expected_;
    phase_ = phase_ + 1;
  }

  unsigned expected_, missing_;
  volatile unsigned phase_;
};

template <thread_scope scope, class Completion>
void init(barrier<scope, Completion>* object, ::std::ptrdiff_t expected) {
  object->begin(expected);
}

template <::std::size_t alignment>
struct aligned_size_t {
  ::std::size_t value;
  explicit constexpr aligned_size_t(::std::size_t bytes) : value(bytes) {}
  constexpr operator ::std::size_t() const { return value; }
};

// By one thread.
template <thread_scope scope, class Completion>
void memcpy_async(void* to, const void* from, ::std::size_t bytes, barrier<scope, Completion>&) {
  memcpy(to, from, bytes);
  hip_cpu_begin_copy(to, bytes);
}

// By all threads of a group, each a part of the bytes.
template <class Group, thread_scope scope, class Completion>
void memcpy_async(const Group& group, void* to, const void* from, ::std::size_t bytes,
                  barrier<scope, Completion>& object) {
  constexpr ::std::size_t part = 16;
  for (::std::size_t at = group.thread_rank() * part; at < bytes; at += group.size() * part)
    memcpy_async(static_cast<char*>(to) + at, static_cast<const char*>(from) + at,
                 at + part < bytes ? part : bytes - at, object);
}

}  // namespace cuda
