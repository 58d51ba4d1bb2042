// Operands of emulated matrix cores on the CPU platform: read as the hardware does, each element
// once by one thread of the warp or warpgroup, and then all threads have it.
#pragma once

#include <hip/hip_runtime.h>

#include <hip_cpu/internal.hpp>

namespace hippuzzle::native {

// Stores a value that was read, unseen by the checker.
HIP_CPU_UNCHECKED inline void keep(float* to, float value) { *to = value; }

// The exchange of one group of threads. It lies in shared memory, where it begins as zeros.
template <unsigned Threads, unsigned Elements>
class OperandExchange {
 public:
  // read(i, values) puts one element at its place among the values; each i below Elements is read
  // by one thread, consecutive ones together by the first `readers` of the group. Waits for the
  // others. The values stand until this thread asks again.
  template <class Read>
  const float* gather(unsigned thread, unsigned readers, const Read& read) {
    float* const values = place();
    for (unsigned i = thread; thread < readers && i < Elements; i += readers) read(i, values);
    meet();
    return values;
  }

 private:
  // Two places alternate: a thread that is a phase ahead does not overwrite values that others
  // still read.
  HIP_CPU_UNCHECKED float* place() { return values_[phase_ % 2]; }
  // Orders nothing: that an operand may be read is for the kernel to see to.
  HIP_CPU_UNCHECKED void meet() {
    const unsigned phase = phase_;
    if (++arrived_ == Threads) {
      arrived_ = 0;
      phase_ = phase + 1;
    }
    while (phase_ == phase) hip_cpu_yield();
  }

  float values_[2][Elements];
  unsigned arrived_;
  volatile unsigned phase_;
};

// The memory of the calling thread's group; a block has 1024 threads at most.
template <unsigned Threads, unsigned Elements>
HIP_CPU_UNCHECKED inline OperandExchange<Threads, Elements>& operand_exchange() {
  HIP_CPU_INTERNAL __shared__ OperandExchange<Threads, Elements> exchanges[1024 / Threads];
  return exchanges[hip_cpu::linear_thread_index() / Threads];
}

}  // namespace hippuzzle::native
