// Loops over independent parts of host work, spread over the machine's processors.
#pragma once

#include <algorithm>
#include <cstdint>
#include <thread>
#include <vector>

namespace hippuzzle {

// Calls part(begin, end) for consecutive ranges that make up [0, count), each on a thread of its
// own and at least `grain` long but for the last. part must not throw.
template <class Part>
void parallel_for(uint64_t count, uint64_t grain, const Part& part) {
  const uint64_t threads = std::clamp<uint64_t>(count / std::max<uint64_t>(grain, 1), 1,
                                                std::max(1u, std::thread::hardware_concurrency()));
  if (threads == 1) return part(uint64_t{0}, count);
  std::vector<std::jthread> running;
  for (uint64_t t = 0; t < threads; ++t) {
    running.emplace_back([&part, begin = count * t / threads, end = count * (t + 1) / threads] {
      part(begin, end);
    });
  }
}

}  // namespace hippuzzle
