// Kernels that do one thing as fast as the device can. Their results are checked like a puzzle's.
// Parameters: output, input, elements, blocks, repeats.
#include <hippuzzle/bindings.hpp>
#include <hippuzzle/portable.hpp>

#include "ceilings.hpp"
#include "matrix_rate.hpp"
#include "warpgroup_rate.hpp"

using u64 = unsigned long long;

__device__ inline float4 operator+(float4 a, float4 b) {
  return make_float4(a.x + b.x, a.y + b.y, a.z + b.z, a.w + b.w);
}
__device__ inline float sum(float4 v) { return (v.x + v.y) + (v.z + v.w); }

// Device memory: every element read once and written once, four groups in flight a thread.
__global__ void copy(float4* output, const float4* input, u64 elements) {
  const u64 groups = elements / 4;
  const u64 first = u64{blockIdx.x} * (copied_per_thread / 4) * threads_per_block + threadIdx.x;
  float4 held[copied_per_thread / 4];
  HIPPUZZLE_UNROLL
  for (unsigned i = 0; i < copied_per_thread / 4; ++i) {
    const u64 at = first + i * threads_per_block;
    if (at < groups) held[i] = input[at];
  }
  HIPPUZZLE_UNROLL
  for (unsigned i = 0; i < copied_per_thread / 4; ++i) {
    const u64 at = first + i * threads_per_block;
    if (at < groups) output[at] = held[i];
  }
}

// The cache before device memory: all threads together read an array that fits it again and again,
// each pass beginning elsewhere, so that the multiprocessors' own caches are of no use.
__global__ void read_l2(float* output, const float4* input, u64 elements, u64, u64 repeats) {
  const u64 groups = elements / 4;
  const u64 thread = u64{blockIdx.x} * threads_per_block + threadIdx.x;
  const u64 threads = u64{gridDim.x} * threads_per_block;
  float4 total = make_float4(0, 0, 0, 0);
  for (u64 r = 0; r < repeats; ++r) {
    const u64 start = first_of_pass(r, groups);
    HIPPUZZLE_UNROLL_BY(4)
    for (u64 i = thread; i < groups; i += threads) {
      const u64 at = i + start;
      total = total + hippuzzle::load_past_l1(input + (at < groups ? at : at - groups));
    }
  }
  output[thread] = sum(total);
}

// Shared memory: 16 bytes a thread and read, no bank conflicts.
__global__ void read_shared(float* output, const float4* input, u64, u64, u64 repeats) {
  __shared__ float4 held[shared_elements / 4];
  for (unsigned i = threadIdx.x; i < shared_elements / 4; i += threads_per_block)
    held[i] = input[i];
  __syncthreads();
  float4 total = make_float4(0, 0, 0, 0);
  unsigned at = threadIdx.x;
  HIPPUZZLE_UNROLL_BY(16)
  for (u64 r = 0; r < repeats; ++r) {
    total = total + held[at % (shared_elements / 4)];
    at += shared_step;
  }
  output[u64{blockIdx.x} * threads_per_block + threadIdx.x] = sum(total);
}

// FP32 multiply-add: x = x * a + b, which comes to rest at b / (1 - a).
__global__ void multiply_add(float* output, const float* input, u64, u64, u64 repeats) {
  const u64 thread = u64{blockIdx.x} * threads_per_block + threadIdx.x;
  const float a = input[0], b = input[1];
  float x[fma_chains];
  HIPPUZZLE_UNROLL
  for (unsigned c = 0; c < fma_chains; ++c) x[c] = static_cast<float>(threadIdx.x + c);
  for (u64 r = 0; r < repeats; ++r) {
    HIPPUZZLE_UNROLL
    for (unsigned i = 0; i < fma_unrolled; ++i) {
      HIPPUZZLE_UNROLL
      for (unsigned c = 0; c < fma_chains; ++c) x[c] = x[c] * a + b;
    }
  }
  float total = 0;
  HIPPUZZLE_UNROLL
  for (unsigned c = 0; c < fma_chains; ++c) total += x[c];
  output[thread] = total;
}

// A matrix instruction, over and over: each adds depth * input[0] to every element of its result.
template <class Instruction>
__device__ void multiply_matrices(float* output, float a, u64 repeats) {
  const Instruction instruction(a);
  typename Instruction::Results held[matrix_chains] = {};
  for (u64 r = 0; r < repeats; ++r) {
    HIPPUZZLE_UNROLL
    for (unsigned i = 0; i < matrix_unrolled; ++i) {
      HIPPUZZLE_UNROLL
      for (unsigned c = 0; c < matrix_chains; ++c) instruction.multiply_add(held[c]);
    }
  }
  float total = 0;
  HIPPUZZLE_UNROLL
  for (unsigned c = 0; c < matrix_chains; ++c) {
    total += (held[c][0] + held[c][1]) + (held[c][2] + held[c][3]);
  }
  output[u64{blockIdx.x} * threads_per_block + threadIdx.x] = total;
}

// Multiplies by warpgroups: operands lie in shared memory, a in all of A, ones in all of B.
template <class Instruction>
__device__ void multiply_by_warpgroups(float* output, float a, u64 repeats) {
  __shared__ typename Instruction::Operands operands;
  operands.fill(a, threadIdx.x, threads_per_block);
  __syncthreads();
  float held[warpgroup_results] = {};
  const Instruction instruction(operands);
  for (unsigned left = static_cast<unsigned>(repeats); left > 0; --left) {
    instruction.template multiply_add<warpgroup_unrolled>(held);
  }
  float total = 0;
  HIPPUZZLE_UNROLL
  for (unsigned i = 0; i < warpgroup_results; ++i) total += held[i];
  output[u64{blockIdx.x} * threads_per_block + threadIdx.x] = total;
}

__global__ void warpgroup_tf32(float* output, const float* input, u64, u64, u64 repeats) {
  multiply_by_warpgroups<hippuzzle::WarpgroupTf32>(output, input[0], repeats);
}

__global__ void warpgroup_bf16(float* output, const float* input, u64, u64, u64 repeats) {
  multiply_by_warpgroups<hippuzzle::WarpgroupBf16>(output, input[0], repeats);
}

__global__ void matrix_tf32(float* output, const float* input, u64, u64, u64 repeats) {
  multiply_matrices<hippuzzle::MatrixTf32>(output, input[0], repeats);
}

__global__ void matrix_bf16(float* output, const float* input, u64, u64, u64 repeats) {
  multiply_matrices<hippuzzle::MatrixBf16>(output, input[0], repeats);
}

// Does as little as a launch can do that leaves a trace.
__global__ void nothing(float* output, const float* input) { output[0] = input[0]; }

using hippuzzle::launch;
HIPPUZZLE_BINDINGS("ceilings", {"dram", launch<copy>}, {"l2", launch<read_l2>},
                   {"shared", launch<read_shared>}, {"fp32", launch<multiply_add>},
                   {"tf32", launch<matrix_tf32>}, {"bf16", launch<matrix_bf16>},
                   {"tf32-warpgroup", launch<warpgroup_tf32>},
                   {"bf16-warpgroup", launch<warpgroup_bf16>}, {"launch", launch<nothing>});
