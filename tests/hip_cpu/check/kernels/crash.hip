// Kernels that end badly, or not at all. The compiler warns of two.
#pragma GCC diagnostic ignored "-Wtype-limits"
#pragma GCC diagnostic ignored "-Winfinite-recursion"
#include <cassert>
#include <cstdlib>

#include "tests/hip_cpu/check/case.hpp"

// case null_input
//   wild-pointer - [read]
__global__ void null_input(float* out, const float* in) {
  out[threadIdx.x] = in[threadIdx.x] + 10;  // [read]
}
CASE(null_input) {
  RUN(null_input, (1), (4), output<float>("out", 4), static_cast<const float*>(nullptr));
}

// case null_output
//   wild-pointer - [write]
__global__ void null_output(float* out) {
  out[threadIdx.x] = 1;  // [write]
}
CASE(null_output) { RUN(null_output, (1), (4), static_cast<float*>(nullptr)); }

// case far_outside
//   wild-pointer - [write]
__global__ void far_outside(float* out) {
  out[1ll << 42] = 1;  // [write]
}
CASE(far_outside) { RUN(far_outside, (1), (1), scratch<float>("out", 4)); }

// case host_pointer
//   wild-pointer - [read]
__global__ void host_pointer(float* out, const float* in) {
  out[threadIdx.x] = in[threadIdx.x];  // [read]
}
CASE(host_pointer) {
  static std::vector<float> on_the_host(1 << 20);
  RUN(host_pointer, (1), (4), output<float>("out", 4),
      static_cast<const float*>(on_the_host.data()));
}

// case array_of_the_caller
//   wild-pointer - [write]
__global__ void array_of_the_caller(int* out) {
  out[threadIdx.x] = 1;  // [write]
}
CASE(array_of_the_caller) {
  int on_its_stack[4] = {};
  RUN(array_of_the_caller, (1), (4), on_its_stack);
}

// case struct_of_the_caller_by_value
struct ManyWeights {
  float of[600];
};
__global__ void struct_of_the_caller_by_value(float* out, ManyWeights weights) {
  out[threadIdx.x] = weights.of[threadIdx.x * 150];
}
CASE(struct_of_the_caller_by_value) {
  RUN(struct_of_the_caller_by_value, (1), (4), output<float>("out", 4), ManyWeights{});
}

// case index_as_pointer
//   wild-pointer - [read]
__global__ void index_as_pointer(int* out, int* const* table) {
  out[threadIdx.x] = *table[threadIdx.x];  // [read]
}
CASE(index_as_pointer) {
  RUN(index_as_pointer, (1), (2), output<int>("out", 2),
      reinterpret_cast<int* const*>(input<unsigned long long>("table", 2)));
}

// case spins_on_memory
//   runaway - [loop]
__global__ void spins_on_memory(volatile int* flag_memory, int* out) {
  while (flag_memory[0] == 0) {  // [loop]
  }
  out[0] = 1;
}
CASE(spins_on_memory) {
  RUN(spins_on_memory, (1), (1), zeros<int>("flag", 1), scratch<int>("out", 1));
}

// Nothing in the loop calls the checker.
// case spins_in_silence
//   runaway - [loop]
__global__ void spins_in_silence(int* out) {
  out[threadIdx.x] = 1;
  for (;;);  // [loop]
}
CASE(spins_in_silence) { RUN(spins_in_silence, (2), (4), scratch<int>("out", 4)); }

// case spins_in_silence_in_a_later_block
//   runaway - [loop]
__global__ void spins_in_silence_in_a_later_block(int* out) {
  out[blockIdx.x * blockDim.x + threadIdx.x] = 1;
  if (blockIdx.x == 39) while (true);  // [loop]
}
CASE(spins_in_silence_in_a_later_block) {
  RUN(spins_in_silence_in_a_later_block, (40), (64), scratch<int>("out", 2560));
}

// case spins_in_registers
//   runaway - [loop]
__global__ void spins_in_registers(unsigned* out, unsigned x) {
  while (x != 4) x = x * 4 + 3;  // [loop]
  out[0] = x;
}
CASE(spins_in_registers) { RUN(spins_in_registers, (1), (32), scratch<unsigned>("out", 1), 1u); }

// case unsigned_countdown
//   runaway - [loop]
__global__ void unsigned_countdown(float* out, unsigned n) {
  float sum = 0;
  for (unsigned i = n - 1; i >= 0; --i) sum += 1;  // [loop]
  out[threadIdx.x] = sum;
}
CASE(unsigned_countdown) { RUN(unsigned_countdown, (1), (2), scratch<float>("out", 2), 5u); }

// case stride_never_shrinks
//   runaway - [loop]
__global__ void stride_never_shrinks(int* out, unsigned stride) {
  __shared__ int s[8];
  s[threadIdx.x] = 1;
  __syncthreads();
  while (stride > 0) {  // [loop]
    stride = stride > 1 ? stride / 2 : 1;
    __syncthreads();
  }
  out[threadIdx.x] = s[threadIdx.x];
}
CASE(stride_never_shrinks) { RUN(stride_never_shrinks, (1), (8), scratch<int>("out", 8), 4u); }

// case waits_for_a_later_block
//   runaway - [loop]
__device__ unsigned started;
__global__ void waits_for_a_later_block(int* out) {
  atomicAdd(&started, 1u);
  while (atomicAdd(&started, 0u) < gridDim.x) {  // [loop]
  }
  out[blockIdx.x] = 1;
}
CASE(waits_for_a_later_block) { RUN(waits_for_a_later_block, (2), (1), scratch<int>("out", 2)); }

// case recursion_without_end
//   stack-overflow - [function]
__device__ int deeper(int n) {  // [function]
  volatile int frame[64];
  frame[n % 64] = n;
  return deeper(n + 1) + frame[n % 64];
}
__global__ void recursion_without_end(int* out) { out[0] = deeper(1); }
CASE(recursion_without_end) { RUN(recursion_without_end, (1), (1), scratch<int>("out", 1)); }

// case local_array_too_large
//   stack-overflow - [kernel]
__global__ void local_array_too_large(int* out) {  // [kernel]
  volatile int local[16 * 1024];
  local[threadIdx.x] = 1;
  out[threadIdx.x] = local[threadIdx.x];
}
CASE(local_array_too_large) { RUN(local_array_too_large, (1), (4), scratch<int>("out", 4)); }

// case recursion_by_the_element
//   stack-overflow - [function]
__device__ float sum_of(const float* in, unsigned n) {  // [function]
  volatile float partial[16];
  partial[0] = n == 0 ? 0 : in[n - 1] + sum_of(in, n - 1);
  return partial[0];
}
__global__ void recursion_by_the_element(float* out, const float* in, unsigned n) {
  out[blockIdx.x] = sum_of(in, n);
}
CASE(recursion_by_the_element) {
  RUN(recursion_by_the_element, (2), (1), scratch<float>("out", 2), input<float>("in", 4096),
      4096u);
}

// case two_functions_in_turn
//   stack-overflow - [large]
__device__ int small(int n);
__device__ int large(int n) {  // [large]
  volatile int frame[1024];
  frame[n % 1024] = n;
  return small(n) + frame[n % 1024];
}
__device__ int small(int n) { return n > 100 ? n : large(n + 1); }
__global__ void two_functions_in_turn(int* out) {
  out[threadIdx.y * blockDim.x + threadIdx.x] = small(0);
}
CASE(two_functions_in_turn) { RUN(two_functions_in_turn, (1), (2, 2), scratch<int>("out", 4)); }

// case overflow_behind_a_barrier
//   stack-overflow - [function]
__device__ int table_of(int n) {  // [function]
  volatile double table[8 * 1024];
  table[n] = n;
  return static_cast<int>(table[n]);
}
__global__ void overflow_behind_a_barrier(int* out) {
  __shared__ int s[8];
  const unsigned i = threadIdx.x;
  s[i] = 1;
  __syncthreads();
  out[i] = i == 3 ? table_of(5) : s[7 - i];
}
CASE(overflow_behind_a_barrier) {
  RUN(overflow_behind_a_barrier, (1), (8), scratch<int>("out", 8));
}

// case division_by_zero
//   division-by-zero - [divide]
__global__ void division_by_zero(int* out, int divisor) {
  out[threadIdx.x] = 7 / divisor;  // [divide]
}
CASE(division_by_zero) { RUN(division_by_zero, (1), (32), scratch<int>("out", 32), 0); }

// case remainder_by_zero
//   division-by-zero - [divide]
__global__ void remainder_by_zero(unsigned* out, const unsigned* in) {
  out[threadIdx.x] = 7u % in[threadIdx.x];  // [divide]
}
CASE(remainder_by_zero) {
  RUN(remainder_by_zero, (1), (4), scratch<unsigned>("out", 4), input<unsigned>("in", 4));
}

// case long_division_by_zero
//   division-by-zero - [divide]
__global__ void long_division_by_zero(long long* out, long long total) {
  const long long share = static_cast<long long>(threadIdx.z);
  out[threadIdx.z] = total / share;  // [divide]
}
CASE(long_division_by_zero) {
  RUN(long_division_by_zero, (1), (1, 1, 3), scratch<long long>("out", 3), 12ll);
}

// case row_of_no_columns
//   division-by-zero - [divide]
__global__ void row_of_no_columns(float* out, unsigned cols) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  const unsigned row = i / cols;  // [divide]
  out[row] = 1;
}
CASE(row_of_no_columns) { RUN(row_of_no_columns, (2), (16), scratch<float>("out", 32), 0u); }

// case divides_in_a_function
//   division-by-zero - [divide]
__device__ int mean(int sum, int count) {
  return sum / count;  // [divide]
}
__global__ void divides_in_a_function(int* out) {
  __shared__ int counts[4];
  const unsigned i = threadIdx.x;
  counts[i] = static_cast<int>(i) - 1;
  __syncthreads();
  out[i] = mean(8, counts[i]);
}
CASE(divides_in_a_function) { RUN(divides_in_a_function, (1), (4), scratch<int>("out", 4)); }

// case failed_assertion
//   aborted - [assert]
__global__ void failed_assertion(int* out) {
  if (threadIdx.x == 2) std::abort();  // [assert]
  out[threadIdx.x] = 1;
}
CASE(failed_assertion) { RUN(failed_assertion, (1), (4), scratch<int>("out", 4)); }

// case assertion_of_a_size
//   aborted - [assert]
__global__ void assertion_of_a_size(float* out, unsigned n) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  assert(i < n);  // [assert]
  out[i] = 1;
}
CASE(assertion_of_a_size) { RUN(assertion_of_a_size, (2), (8), scratch<float>("out", 16), 12u); }

// case trap
//   aborted - [trap]
__global__ void trap(int* out, const int* in) {
  const unsigned i = threadIdx.y * blockDim.x + threadIdx.x;
  if (in[i] == 5) __builtin_trap();  // [trap]
  out[i] = in[i];
}
CASE(trap) { RUN(trap, (1), (4, 2), scratch<int>("out", 8), input<int>("in", 8)); }

// case abort_in_a_function
//   aborted - [abort]
__device__ double root(double x) {
  if (x < 0) std::abort();  // [abort]
  return x;
}
__global__ void abort_in_a_function(double* out) {
  out[threadIdx.x] = root(static_cast<double>(threadIdx.x) - 2);
}
CASE(abort_in_a_function) { RUN(abort_in_a_function, (1), (4), scratch<double>("out", 4)); }

// case abort_behind_a_barrier
//   aborted - [abort]
__global__ void abort_behind_a_barrier(unsigned char* out) {
  __shared__ unsigned char s[32];
  const unsigned i = threadIdx.x;
  s[i] = static_cast<unsigned char>(i);
  __syncthreads();
  if (s[31 - i] > 30) std::abort();  // [abort]
  out[i] = s[i];
}
CASE(abort_behind_a_barrier) {
  RUN(abort_behind_a_barrier, (1), (32), scratch<unsigned char>("out", 32));
}

// case stops_before_a_barrier
//   wild-pointer - [read]
__global__ void stops_before_a_barrier(float* out, const float* in) {
  __shared__ float s[4];
  const unsigned i = threadIdx.x;
  s[i] = i == 1 ? in[i] : 1;  // [read]
  __syncthreads();
  out[i] = s[0];
}
CASE(stops_before_a_barrier) {
  RUN(stops_before_a_barrier, (1), (4), output<float>("out", 4),
      static_cast<const float*>(nullptr));
}
