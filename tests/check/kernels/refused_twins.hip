// What only a GPU's compiler refuses, each beside a twin that it takes. Kernels have the names of
// their cases.
#include <cstdlib>

#include "tests/check/case.hpp"

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
