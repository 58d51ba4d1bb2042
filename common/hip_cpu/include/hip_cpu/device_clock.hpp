// HIP's clocks on the CPU. Differences of two readings on one thread are meaningful, readings of
// two blocks need not be comparable with clock64.
#pragma once

#include <chrono>

// Nanoseconds of a steady clock: it ticks at 1,000,000 kHz.
inline long long wall_clock64() {
  const auto now = std::chrono::steady_clock::now().time_since_epoch();
  return std::chrono::duration_cast<std::chrono::nanoseconds>(now).count();
}

// The processor's cycle counter, which on x86 runs at a constant rate whatever the clock frequency;
// elsewhere nanoseconds.
inline long long clock64() {
#if defined(__x86_64__)
  return static_cast<long long>(__builtin_ia32_rdtsc());
#else
  return wall_clock64();
#endif
}
