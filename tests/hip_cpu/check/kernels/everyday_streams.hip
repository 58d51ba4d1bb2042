// Two streams that hand a buffer to and fro, and the event that one of them forgets.
#include "tests/hip_cpu/check/case.hpp"

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

// Later launches in its stream do not make a launch over for other streams.
// case first_of_two_launches_taken_too_early
//   race buffer [take] [fill]
CASE(first_of_two_launches_taken_too_early) {
  const Streams s;
  float* const buffer = scratch<float>("buffer", 32);
  RUN_IN(s.first, fills, (1), (32), buffer);
  RUN_IN(s.first, fills, (1), (32), scratch<float>("other", 32));
  RUN_IN(s.second, takes, (1), (32), output<float>("out", 32), buffer);
}

// case first_of_two_launches_waited_for
CASE(first_of_two_launches_waited_for) {
  const Streams s;
  float* const buffer = scratch<float>("buffer", 32);
  RUN_IN(s.first, fills, (1), (32), buffer);
  static_cast<void>(hipEventRecord(s.filled, s.first));
  RUN_IN(s.first, fills, (1), (32), scratch<float>("other", 32));
  static_cast<void>(hipStreamWaitEvent(s.second, s.filled, 0));
  RUN_IN(s.second, takes, (1), (32), output<float>("out", 32), buffer);
}

// The third round fills the buffer that the first one's launch may still take.
// case two_buffers_of_which_one_is_still_taken
//   race buffer [take] [fill]
//   race other [take] [fill]
CASE(two_buffers_of_which_one_is_still_taken) {
  const Streams s;
  float* const buffers[2] = {scratch<float>("buffer", 32), scratch<float>("other", 32)};
  for (int round = 0; round < 4; ++round) {
    RUN_IN(s.first, fills, (1), (32), buffers[round % 2]);
    static_cast<void>(hipEventRecord(s.filled, s.first));
    static_cast<void>(hipStreamWaitEvent(s.second, s.filled, 0));
    RUN_IN(s.second, takes, (1), (32), output<float>("out", 32), buffers[round % 2]);
  }
}

// A stream that the null stream does not wait for, at a size that all processors would share.
// case null_stream_beside_one_that_is_apart
//   race buffer [turn] [set]
__global__ void sets(float* to) { to[blockIdx.x * 256 + threadIdx.x] = 1; }  // [set]
__global__ void turns(float* to, const float* from) {
  const unsigned i = blockIdx.x * 256 + threadIdx.x;
  to[i] = from[8191 - i];  // [turn]
}
CASE(null_stream_beside_one_that_is_apart) {
  hipStream_t apart = nullptr;
  static_cast<void>(hipStreamCreateWithFlags(&apart, hipStreamNonBlocking));
  float* const buffer = scratch<float>("buffer", 8192);
  RUN(sets, (32), (256), buffer);
  RUN_IN(apart, turns, (32), (256), output<float>("out", 8192), buffer);
}
