// Kernels that only a GPU's compiler refuses, each with a twin that it takes. Kernels have the
// names of their cases.
#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <iostream>
#include <limits>
#include <vector>

#include "tests/hip_cpu/check/case.hpp"

static const float* weights_of_the_host = nullptr;
__device__ const float* weights_of_the_device = nullptr;
struct Options {
  int stride = 2;
};
static Options options;
__constant__ Options constant_options = {2};

// case follows_a_pointer_of_the_host
//   host-data - [use]
__global__ void follows_a_pointer_of_the_host(float* out) {
  out[threadIdx.x] = weights_of_the_host == nullptr ? 1 : weights_of_the_host[0];  // [use]
}
CASE(follows_a_pointer_of_the_host) {
  RUN(follows_a_pointer_of_the_host, (1), (16), output<float>("out", 16));
}

// case follows_a_pointer_of_the_device
__global__ void follows_a_pointer_of_the_device(float* out) {
  out[threadIdx.x] = weights_of_the_device == nullptr ? 1 : weights_of_the_device[0];
}
CASE(follows_a_pointer_of_the_device) {
  RUN(follows_a_pointer_of_the_device, (1), (16), output<float>("out", 16));
}

// case strides_by_an_option
//   host-data - [use]
__global__ void strides_by_an_option(const int* in, int* out) {
  out[threadIdx.x] = in[threadIdx.x * options.stride];  // [use]
}
CASE(strides_by_an_option) {
  RUN(strides_by_an_option, (1), (16), input<int>("in", 32), output<int>("out", 16));
}

// case strides_by_a_constant_option
__global__ void strides_by_a_constant_option(const int* in, int* out) {
  out[threadIdx.x] = in[threadIdx.x * constant_options.stride];
}
CASE(strides_by_a_constant_option) {
  RUN(strides_by_a_constant_option, (1), (16), input<int>("in", 32), output<int>("out", 16));
}

// case asks_the_environment
//   host-function - [ask]
__global__ void asks_the_environment(int* out) {
  out[threadIdx.x] = std::getenv("NO_SUCH_VARIABLE") == nullptr;  // [ask]
}
CASE(asks_the_environment) { RUN(asks_the_environment, (1), (16), output<int>("out", 16)); }

// case is_told_what_the_environment_says
__global__ void is_told_what_the_environment_says(int* out, bool is_set) {
  out[threadIdx.x] = !is_set;
}
CASE(is_told_what_the_environment_says) {
  RUN(is_told_what_the_environment_says, (1), (16), output<int>("out", 16),
      std::getenv("NO_SUCH_VARIABLE") != nullptr);
}

static int steps_of(int n) {
  int steps = 0;
  for (; n > 1; n /= 2) ++steps;
  return steps;
}
__host__ __device__ int steps_anywhere(int n) {
  int steps = 0;
  for (; n > 1; n /= 2) ++steps;
  return steps;
}

// case counts_steps_by_a_helper
//   host-function - [call]
__global__ void counts_steps_by_a_helper(int* out) {
  out[threadIdx.x] = steps_of(static_cast<int>(threadIdx.x));  // [call]
}
CASE(counts_steps_by_a_helper) { RUN(counts_steps_by_a_helper, (1), (16), output<int>("out", 16)); }

// case counts_steps_by_a_helper_of_both
__global__ void counts_steps_by_a_helper_of_both(int* out) {
  out[threadIdx.x] = steps_anywhere(static_cast<int>(threadIdx.x));
}
CASE(counts_steps_by_a_helper_of_both) {
  RUN(counts_steps_by_a_helper_of_both, (1), (16), output<int>("out", 16));
}

// case throws_where_a_row_is_missing
//   exception - [throw]
__global__ void throws_where_a_row_is_missing(const int* in, int* out, int rows) {
  const int row = static_cast<int>(threadIdx.x);
  if (row >= rows) throw row;  // [throw]
  out[row] = in[row];
}
CASE(throws_where_a_row_is_missing) {
  RUN(throws_where_a_row_is_missing, (1), (16), input<int>("in", 16), output<int>("out", 16), 16);
}

// case leaves_where_a_row_is_missing
__global__ void leaves_where_a_row_is_missing(const int* in, int* out, int rows) {
  const int row = static_cast<int>(threadIdx.x);
  if (row >= rows) return;
  out[row] = in[row];
}
CASE(leaves_where_a_row_is_missing) {
  RUN(leaves_where_a_row_is_missing, (1), (16), input<int>("in", 16), output<int>("out", 16), 16);
}

// case panels_of_52_kib
//   static-shared - [begin]
__global__ void panels_of_52_kib(float* out) {  // [begin]
  __shared__ float panels[2][13 * 512];
  panels[threadIdx.x % 2][threadIdx.x] = 1;
  __syncthreads();
  out[threadIdx.x] = panels[threadIdx.x % 2][threadIdx.x];
}
CASE(panels_of_52_kib) { RUN(panels_of_52_kib, (1), (16), output<float>("out", 16)); }

// case panels_of_48_kib
__global__ void panels_of_48_kib(float* out) {
  __shared__ float panels[2][12 * 512];
  panels[threadIdx.x % 2][threadIdx.x] = 1;
  __syncthreads();
  out[threadIdx.x] = panels[threadIdx.x % 2][threadIdx.x];
}
CASE(panels_of_48_kib) { RUN(panels_of_48_kib, (1), (16), output<float>("out", 16)); }

// case sorts_by_the_library
//   host-function - [sort]
__global__ void sorts_by_the_library(float* out) {
  float pair[2] = {2, static_cast<float>(threadIdx.x)};
  std::sort(pair, pair + 2);  // [sort]
  out[threadIdx.x] = pair[0];
}
CASE(sorts_by_the_library) { RUN(sorts_by_the_library, (1), (8), output<float>("out", 8)); }

// case sorts_by_the_smaller
__global__ void sorts_by_the_smaller(float* out) {
  const float two = 2, own = static_cast<float>(threadIdx.x);
  out[threadIdx.x] = std::min(two, own) + std::numeric_limits<float>::min() +
                     std::sqrt(std::abs(own)) + std::array<float, 2>{1, 2}[1];
}
CASE(sorts_by_the_smaller) { RUN(sorts_by_the_smaller, (1), (8), output<float>("out", 8)); }

// case grows_a_vector
//   host-function - [vector]
__global__ void grows_a_vector(float* out) {
  std::vector<float> values(2, 1.0f);  // [vector]
  out[threadIdx.x] = 1;
}
CASE(grows_a_vector) { RUN(grows_a_vector, (1), (8), output<float>("out", 8)); }

// case prints_by_a_stream
//   host-data - [print]
//   host-function - [print]
__global__ void prints_by_a_stream(int* out) {
  out[threadIdx.x] = 1;
  if (out[threadIdx.x] == 2) std::cout << "two";  // [print]
}
CASE(prints_by_a_stream) { RUN(prints_by_a_stream, (1), (8), output<int>("out", 8)); }

static const double step_of_the_host = std::atof("0.5");
static const double step_of_all = 0.5;

// case prints_to_the_error_stream
//   host-data - [print]
__global__ void prints_to_the_error_stream(int* out, int n) {
  if (n < 0) std::fprintf(stderr, "n is negative\n");  // [print]
  out[0] = n;
}
CASE(prints_to_the_error_stream) {
  RUN(prints_to_the_error_stream, (1), (1), output<int>("out", 1), 3);
}

// case prints_as_kernels_do
__global__ void prints_as_kernels_do(int* out, int n) {
  if (n < 0) std::printf("n is negative\n");
  out[0] = n;
}
CASE(prints_as_kernels_do) { RUN(prints_as_kernels_do, (1), (1), output<int>("out", 1), 3); }

// case constant_that_the_host_computes
//   host-data - [use]
__global__ void constant_that_the_host_computes(double* out) {
  out[threadIdx.x] = step_of_the_host * threadIdx.x;  // [use]
}
CASE(constant_that_the_host_computes) {
  RUN(constant_that_the_host_computes, (1), (8), output<double>("out", 8));
}

// case constant_that_the_compiler_knows
__global__ void constant_that_the_compiler_knows(double* out) {
  out[threadIdx.x] = step_of_all * threadIdx.x;
}
CASE(constant_that_the_compiler_knows) {
  RUN(constant_that_the_compiler_knows, (1), (8), output<double>("out", 8));
}

__constant__ int constant_steps[4] = {1, 2, 3, 4};
__constant__ float constant_gain = 2;

// case writes_constant_memory
//   constant-write - [gain]
//   constant-write - [step]
__global__ void writes_constant_memory(int at, float* out) {
  if (threadIdx.x == 0) {
    constant_gain = 3;       // [gain]
    constant_steps[at] = 5;  // [step]
  }
  out[threadIdx.x] = 1;
}
CASE(writes_constant_memory) { RUN(writes_constant_memory, (1), (8), 1, output<float>("out", 8)); }

// case adds_to_constant_memory
//   constant-write - [add]
__global__ void adds_to_constant_memory(float* out) {
  if (threadIdx.x == 0) constant_gain += 1;  // [add]
  out[threadIdx.x] = 1;
}
CASE(adds_to_constant_memory) { RUN(adds_to_constant_memory, (1), (8), output<float>("out", 8)); }

// case counts_in_constant_memory
//   constant-write - [count]
__global__ void counts_in_constant_memory(float* out) {
  if (threadIdx.x < 4) ++constant_steps[threadIdx.x];  // [count]
  out[threadIdx.x] = 1;
}
CASE(counts_in_constant_memory) {
  RUN(counts_in_constant_memory, (1), (8), output<float>("out", 8));
}

// case clears_constant_memory
//   constant-write - [clear]
__global__ void clears_constant_memory(float* out) {
  for (int i = 0; threadIdx.x == 0 && i < 4; ++i) constant_steps[i] = 0;  // [clear]
  out[threadIdx.x] = 1;
}
CASE(clears_constant_memory) { RUN(clears_constant_memory, (1), (8), output<float>("out", 8)); }

// case keeps_a_maximum_in_constant_memory
//   constant-write - [keep]
__global__ void keeps_a_maximum_in_constant_memory(float* out) {
  if (threadIdx.x == 3) constant_gain = 7;  // [keep]
  out[threadIdx.x] = 1;
}
CASE(keeps_a_maximum_in_constant_memory) {
  RUN(keeps_a_maximum_in_constant_memory, (1), (8), output<float>("out", 8));
}

// case reads_constant_memory
__global__ void reads_constant_memory(int at, float* out) {
  const int* const from = constant_steps;
  out[constant_steps[0] - 1 + threadIdx.x] = constant_gain * constant_steps[at] + from[1];
}
CASE(reads_constant_memory) { RUN(reads_constant_memory, (1), (8), 1, output<float>("out", 8)); }
