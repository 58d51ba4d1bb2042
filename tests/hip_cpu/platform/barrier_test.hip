// __syncthreads and its three voting forms: all threads see the writes of a thread before it.
#include <gtest/gtest.h>

#include "tests/hip_cpu/platform/settings.hpp"
#include "tests/support/device_array.hpp"

namespace {

constexpr int steps = 9;

// Every step adds the next thread's value, which a missing or leaking barrier would have changed.
__global__ void rotate(unsigned* out) {
  __shared__ unsigned values[1024];
  const unsigned thread = thread_number(), threads = blockDim.x * blockDim.y * blockDim.z;
  values[thread] = thread;
  for (int step = 0; step < steps; ++step) {
    __syncthreads();
    const unsigned next = values[(thread + 1) % threads];
    __syncthreads();
    values[thread] = next + 1;
  }
  out[block_number() * threads + thread] = values[thread];
}

TEST(Barrier, SeparatesWritesFromReadsInBlocksOfEveryShape) {
  for (const dim3 block : block_shapes) {
    SCOPED_TRACE(text_of(block));
    const unsigned threads = size_of(block), blocks = 6;
    DeviceArray<unsigned> out(blocks * threads);
    hipLaunchKernelGGL(rotate, dim3(3, 2), block, 0, nullptr, out.data());
    const std::vector<unsigned> seen = out.host();
    for (unsigned i = 0; i < seen.size(); ++i)
      ASSERT_EQ(seen[i], (i % threads + steps) % threads + steps) << "thread " << i % threads;
  }
}

__global__ void rotate_unless_exited(unsigned* out, unsigned first_to_exit) {
  __shared__ unsigned values[1024];
  const unsigned thread = thread_number();
  if (thread >= first_to_exit) return;
  values[thread] = thread * 3;
  __syncthreads();
  out[thread] = values[(thread + 1) % first_to_exit];
}

TEST(Barrier, DoesNotWaitForThreadsThatHaveExited) {
  for (const unsigned staying : {1u, 31u, 32u, 200u, 255u}) {
    DeviceArray<unsigned> out(256, 7u);
    hipLaunchKernelGGL(rotate_unless_exited, dim3(1), dim3(16, 16), 0, nullptr, out.data(),
                       staying);
    const std::vector<unsigned> seen = out.host();
    for (unsigned thread = 0; thread < 256; ++thread)
      ASSERT_EQ(seen[thread], thread < staying ? (thread + 1) % staying * 3 : 7u) << thread;
  }
}

// Thread t leaves after t barriers.
__global__ void leave_one_by_one(int* out) {
  __shared__ int present;
  const int thread = static_cast<int>(thread_number());
  if (thread == 0) present = 0;
  int seen = 0;
  for (int step = 0; step <= thread; ++step) {
    __syncthreads();
    atomicAdd(&present, 1);
    __syncthreads();
    seen = present;
  }
  out[thread] = seen;
}

TEST(Barrier, CountsFewerThreadsAsTheyExit) {
  DeviceArray<int> out(64);
  hipLaunchKernelGGL(leave_one_by_one, dim3(1), dim3(8, 2, 4), 0, nullptr, out.data());
  int present = 0;
  const std::vector<int> seen = out.host();
  for (int step = 0; step < 64; ++step) {
    present += 64 - step;
    ASSERT_EQ(seen[step], present) << "thread " << step;
  }
}

__global__ void meet_from_both_branches(int* out) {
  __shared__ int values[64];
  const unsigned thread = thread_number();
  if (thread % 2 == 0) {
    values[thread] = 10;
    __syncthreads();
    out[thread] = values[thread ^ 1] + 1;
  } else {
    values[thread] = 20;
    __syncthreads();
    out[thread] = values[thread ^ 1] + 2;
  }
}

TEST(Barrier, IsTheSameWhereverThreadsReachIt) {
  DeviceArray<int> out(64);
  hipLaunchKernelGGL(meet_from_both_branches, dim3(1), dim3(64), 0, nullptr, out.data());
  const std::vector<int> seen = out.host();
  for (int thread = 0; thread < 64; ++thread)
    ASSERT_EQ(seen[thread], thread % 2 == 0 ? 21 : 12) << thread;
}

struct Votes {
  int count, all, any;
};

// Step s: the threads below s vote yes, with values that are not 1.
__global__ void vote(Votes* votes, unsigned steps) {
  const unsigned thread = thread_number(), threads = blockDim.x * blockDim.y * blockDim.z;
  for (unsigned step = 0; step < steps; ++step) {
    const int yes = thread < step ? -4 : 0;
    const int count = __syncthreads_count(yes);
    const int all = __syncthreads_and(yes);
    const int any = __syncthreads_or(yes);
    votes[step * threads + thread] = {count, all, any};
  }
}

TEST(Barrier, VotesAreThoseOfTheWholeBlock) {
  for (const dim3 block : {dim3(1), dim3(40), dim3(9, 7), dim3(4, 5, 6)}) {
    SCOPED_TRACE(text_of(block));
    const unsigned threads = size_of(block), steps = threads + 1;
    DeviceArray<Votes> votes(steps * threads);
    hipLaunchKernelGGL(vote, dim3(1), block, 0, nullptr, votes.data(), steps);
    const std::vector<Votes> seen = votes.host();
    for (unsigned i = 0; i < seen.size(); ++i) {
      const unsigned yes = i / threads;
      ASSERT_EQ(seen[i].count, static_cast<int>(yes));
      ASSERT_EQ(seen[i].all != 0, yes == threads);
      ASSERT_EQ(seen[i].any != 0, yes > 0);
    }
  }
}

__global__ void vote_among_staying(int* out, unsigned staying) {
  const unsigned thread = thread_number();
  if (thread >= staying) return;
  const int all = __syncthreads_and(1);
  out[thread] = __syncthreads_count(1) * 10 + all;
}

TEST(Barrier, ThreadsThatHaveExitedDoNotVote) {
  DeviceArray<int> out(96, -1);
  hipLaunchKernelGGL(vote_among_staying, dim3(1), dim3(96), 0, nullptr, out.data(), 50u);
  const std::vector<int> seen = out.host();
  for (unsigned thread = 0; thread < 96; ++thread)
    ASSERT_EQ(seen[thread], thread < 50 ? 501 : -1) << thread;
}

// Floating-point values live in registers across the barrier, and locals on the stack.
__global__ void keep_locals(double* out) {
  double history[8];
  double x = thread_number() + 0.5;
  for (int i = 0; i < 8; ++i) {
    history[i] = x;
    __syncthreads();
    x = x * 1.25 + history[i / 2];
  }
  for (const double value : history) x += value;
  out[thread_number()] = x;
}

double expected_locals(unsigned thread) {
  double history[8];
  double x = thread + 0.5;
  for (int i = 0; i < 8; ++i) {
    history[i] = x;
    x = x * 1.25 + history[i / 2];
  }
  for (const double value : history) x += value;
  return x;
}

TEST(Barrier, KeepsRegistersAndLocals) {
  DeviceArray<double> out(1024);
  hipLaunchKernelGGL(keep_locals, dim3(1), dim3(32, 32), 0, nullptr, out.data());
  const std::vector<double> seen = out.host();
  for (unsigned thread = 0; thread < 1024; ++thread)
    ASSERT_DOUBLE_EQ(seen[thread], expected_locals(thread)) << thread;
}

}  // namespace
