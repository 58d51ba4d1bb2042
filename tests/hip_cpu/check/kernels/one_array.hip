// A module whose shared memory is one array: the memory around it belongs to no variable of a
// kernel.
#include "tests/hip_cpu/check/case.hpp"

__shared__ float tile[64];

// case past_the_only_array
//   out-of-bounds tile [write]
__global__ void past_the_only_array(float* out, const float* in) {
  const unsigned i = threadIdx.x;
  tile[i + 1] = in[i];  // [write]
  if (i == 0) tile[0] = 0;
  __syncthreads();
  out[i] = tile[i];
}
CASE(past_the_only_array) {
  RUN(past_the_only_array, (1), (64), output<float>("out", 64), input<float>("in", 64));
}

// case in_front_of_the_only_array
//   out-of-bounds tile [read]
__global__ void in_front_of_the_only_array(float* out, const float* in) {
  const unsigned i = threadIdx.x;
  tile[i] = in[i];
  __syncthreads();
  const int left = static_cast<int>(i) - 1;
  out[i] = tile[left];  // [read]
}
CASE(in_front_of_the_only_array) {
  RUN(in_front_of_the_only_array, (1), (64), output<float>("out", 64), input<float>("in", 64));
}

// case a_row_past_the_only_array
//   out-of-bounds tile [read]
__global__ void a_row_past_the_only_array(float* out, const float* in) {
  const unsigned i = threadIdx.x;
  tile[i] = in[i];
  __syncthreads();
  out[i] = tile[(i / 8 + 1) * 8 + i % 8];  // [read]
}
CASE(a_row_past_the_only_array) {
  RUN(a_row_past_the_only_array, (1), (64), output<float>("out", 64), input<float>("in", 64));
}

// case atomic_past_the_only_array
//   out-of-bounds tile [add]
__global__ void atomic_past_the_only_array(float* out, const int* bins) {
  const unsigned i = threadIdx.x;
  tile[i] = 0;
  __syncthreads();
  atomicAdd(&tile[bins[i] + 1], 1.0f);  // [add]
  __syncthreads();
  out[i] = tile[i];
}
CASE(atomic_past_the_only_array) {
  RUN(atomic_past_the_only_array, (1), (64), scratch<float>("out", 64), input<int>("bins", 64));
}

// case vector_in_front_of_the_only_array
//   out-of-bounds tile [write]
__global__ void vector_in_front_of_the_only_array(float* out) {
  const int i = static_cast<int>(threadIdx.x);
  float4* const quads = reinterpret_cast<float4*>(tile);
  quads[i - 1] = make_float4(1, 2, 3, 4);  // [write]
  if (i == 0) quads[15] = make_float4(1, 2, 3, 4);
  __syncthreads();
  out[i] = tile[i];
}
CASE(vector_in_front_of_the_only_array) {
  RUN(vector_in_front_of_the_only_array, (1), (16), output<float>("out", 16));
}

// case ends_of_the_only_array
__global__ void ends_of_the_only_array(float* out, const float* in) {
  const unsigned i = threadIdx.x;
  float4* const quads = reinterpret_cast<float4*>(tile);
  quads[i] = make_float4(in[i], in[i], in[i], in[i]);
  __syncthreads();
  atomicAdd(&tile[63 - i], 1.0f);
  __syncthreads();
  out[i] = tile[i] + tile[63 - i];
}
CASE(ends_of_the_only_array) {
  RUN(ends_of_the_only_array, (1), (16), output<float>("out", 16), input<float>("in", 16));
}
