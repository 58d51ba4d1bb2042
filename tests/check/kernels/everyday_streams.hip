// Two streams that hand a buffer to and fro, and the event that one of them forgets.
#include "tests/check/case.hpp"

#define RUN_IN(stream, kernel, grid, block, ...) \
  hipLaunchKernelGGL(kernel, dim3 grid, dim3 block, 0, stream, __VA_ARGS__)

__global__ void fills(float* to) { to[threadIdx.x] = 1; }  // [fill]
__global__ void takes(float* to, const float* from) {
  to[threadIdx.x] = from[threadIdx.x];  // [take]
}

namespace {
struct Streams {
  hipStream_t first = nullptr, second = nullptr;
  hipEvent_t filled = nullptr, taken = nullptr;
  Streams() {
    static_cast<void>(hipStreamCreate(&first));
    static_cast<void>(hipStreamCreate(&second));
    static_cast<void>(hipEventCreate(&filled));
    static_cast<void>(hipEventCreate(&taken));
  }
};
}  // namespace

// The buffer is filled again although nobody has waited until it was taken.
// case filled_again_before_it_was_taken
//   race buffer [take] [fill]
CASE(filled_again_before_it_was_taken) {
  const Streams s;
  float* const buffer = scratch<float>("buffer", 32);
  for (int round = 0; round < 2; ++round) {
    RUN_IN(s.first, fills, (1), (32), buffer);
    static_cast<void>(hipEventRecord(s.filled, s.first));
    static_cast<void>(hipStreamWaitEvent(s.second, s.filled, 0));
    RUN_IN(s.second, takes, (1), (32), output<float>("out", 32), buffer);
  }
}

// case filled_again_when_it_was_taken
CASE(filled_again_when_it_was_taken) {
  const Streams s;
  float* const buffer = scratch<float>("buffer", 32);
  for (int round = 0; round < 2; ++round) {
    RUN_IN(s.first, fills, (1), (32), buffer);
    static_cast<void>(hipEventRecord(s.filled, s.first));
    static_cast<void>(hipStreamWaitEvent(s.second, s.filled, 0));
    RUN_IN(s.second, takes, (1), (32), output<float>("out", 32), buffer);
    static_cast<void>(hipEventRecord(s.taken, s.second));
    static_cast<void>(hipStreamWaitEvent(s.first, s.taken, 0));
  }
}
