// Compare-and-swap loops that begin with a plain read, whose value the operation checks; and plain
// reads whose value nobody checks.
#include "tests/hip_cpu/check/case.hpp"

// The CUDA guide's atomicAdd for double.
// case adds_doubles
//   race-benign sum [read] [swap]
__global__ void adds_doubles(double* sum) {
  auto* const word = reinterpret_cast<unsigned long long*>(sum);
  unsigned long long seen = *word, assumed;  // [read]
  do {
    assumed = seen;
    const double next = 1.0 + __longlong_as_double(static_cast<long long>(assumed));
    seen = atomicCAS(word, assumed,  // [swap]
                     static_cast<unsigned long long>(__double_as_longlong(next)));
  } while (assumed != seen);
}
CASE(adds_doubles) { RUN(adds_doubles, (1), (32), zeros<double>("sum", 1)); }

// case greatest_of_floats
//   race-benign greatest [read] [swap]
__global__ void greatest_of_floats(float* greatest) {
  auto* const word = reinterpret_cast<int*>(greatest);
  const float mine = static_cast<float>(threadIdx.x + blockIdx.x * blockDim.x + 1);
  int seen = *word;  // [read]
  while (__int_as_float(seen) < mine) {
    const int assumed = seen;
    seen = atomicCAS(word, assumed, __float_as_int(mine));  // [swap]
    if (seen == assumed) break;
  }
}
CASE(greatest_of_floats) { RUN(greatest_of_floats, (2), (8), zeros<float>("greatest", 1)); }

// case counts_up_to_a_limit
//   race-benign count [read] [swap]
__global__ void counts_up_to_a_limit(unsigned* count) {
  unsigned seen = *count;  // [read]
  while (seen < 1000) {
    const unsigned before = atomicCAS(count, seen, seen + 1);  // [swap]
    if (before == seen) return;
    seen = before;
  }
}
CASE(counts_up_to_a_limit) { RUN(counts_up_to_a_limit, (4), (8), zeros<unsigned>("count", 1)); }

// case reads_again_in_each_round
//   race-benign count [read] [swap]
__global__ void reads_again_in_each_round(unsigned* count) {
  unsigned seen;
  do {
    seen = *count;                                         // [read]
  } while (atomicCAS(count, seen, seen * 3 + 1) != seen);  // [swap]
}
CASE(reads_again_in_each_round) {
  RUN(reads_again_in_each_round, (2), (8), zeros<unsigned>("count", 1));
}

// case doubles_a_shared_value
//   race-benign value [read] [swap]
__global__ void doubles_a_shared_value(unsigned* out) {
  __shared__ unsigned value;
  if (threadIdx.x == 0) value = 1;
  __syncthreads();
  unsigned seen = value, assumed;  // [read]
  do {
    assumed = seen;
    seen = atomicCAS(&value, assumed, assumed * 2);  // [swap]
  } while (assumed != seen);
  __syncthreads();
  if (threadIdx.x == 0) out[blockIdx.x] = value;
}
CASE(doubles_a_shared_value) { RUN(doubles_a_shared_value, (2), (8), output<unsigned>("out", 2)); }

// case begins_with_an_atomic_load
__global__ void begins_with_an_atomic_load(unsigned* count) {
  unsigned seen = __hip_atomic_load(count, __ATOMIC_RELAXED, __HIP_MEMORY_SCOPE_AGENT), assumed;
  do {
    assumed = seen;
    seen = atomicCAS(count, assumed, assumed + 1);
  } while (assumed != seen);
}
CASE(begins_with_an_atomic_load) {
  RUN(begins_with_an_atomic_load, (2), (8), zeros<unsigned>("count", 1));
}

// The value that is read is not the one that the operation expects.
// case expects_another_value
//   race count [read] [swap]
__global__ void expects_another_value(unsigned* count) {
  const unsigned seen = *count;            // [read]
  atomicCAS(count, seen ^ 1u, seen + 2u);  // [swap]
}
CASE(expects_another_value) { RUN(expects_another_value, (1), (8), zeros<unsigned>("count", 1)); }

// case reads_a_counter_that_others_change
//   race count [read] [add]
__global__ void reads_a_counter_that_others_change(unsigned* count, unsigned* out) {
  out[threadIdx.x] = *count;  // [read]
  atomicAdd(count, 1u);       // [add]
}
CASE(reads_a_counter_that_others_change) {
  RUN(reads_a_counter_that_others_change, (1), (8), zeros<unsigned>("count", 1),
      output<unsigned>("out", 8));
}
