// Races in which all write one value: the result is right, the program undefined.
#include "tests/hip_cpu/check/case.hpp"

// case all_set_a_flag
//   race-same-value found [set] [set]
__global__ void all_set_a_flag(int* found, const int* in) {
  if (in[threadIdx.x] > 3) found[0] = 1;  // [set]
}
CASE(all_set_a_flag) {
  RUN(all_set_a_flag, (1), (8), scratch<int>("found", 1), input<int>("in", 8));
}

// case all_clear_a_shared_cell
//   race-same-value total [clear] [clear]
__global__ void all_clear_a_shared_cell(int* out) {
  __shared__ int total;
  total = 0;  // [clear]
  __syncthreads();
  atomicAdd(&total, 1);
  __syncthreads();
  if (threadIdx.x == 0) out[0] = total;
}
CASE(all_clear_a_shared_cell) { RUN(all_clear_a_shared_cell, (1), (16), output<int>("out", 1)); }

// case blocks_write_the_same_value
//   race-same-value out [write] [write]
__global__ void blocks_write_the_same_value(double* out) {
  out[threadIdx.x] = 2.5;  // [write]
}
CASE(blocks_write_the_same_value) {
  RUN(blocks_write_the_same_value, (3), (8), output<double>("out", 8));
}

// case same_struct
//   race-same-value out [copy] [copy]
__global__ void same_struct(float4* out, const float4* in) {
  out[0] = in[0];  // [copy]
}
CASE(same_struct) { RUN(same_struct, (1), (4), output<float4>("out", 1), zeros<float4>("in", 1)); }

// case same_bytes
//   race-same-value out [write] [write]
__global__ void same_bytes(unsigned char* out) {
  out[threadIdx.x / 4] = 1;  // [write]
}
CASE(same_bytes) { RUN(same_bytes, (1), (16), output<unsigned char>("out", 4)); }

// case same_but_for_one
//   race out [write] [write]
__global__ void same_but_for_one(int* out) {
  out[0] = threadIdx.x == 7;  // [write]
}
CASE(same_but_for_one) { RUN(same_but_for_one, (1), (16), output<int>("out", 1)); }

// Structs that are copied as a whole, of other sizes than a GPU's instructions.

struct Moments {
  double mean, variance;
  float least, most;
  int count;
};

// case same_large_struct
//   race-same-value out [copy] [copy]
__global__ void same_large_struct(Moments* out, const Moments* in) {
  out[0] = in[0];  // [copy]
}
CASE(same_large_struct) {
  RUN(same_large_struct, (1), (4), output<Moments>("out", 1), zeros<Moments>("in", 1));
}

// case large_struct_but_for_its_last_member
//   race out [copy] [copy]
__global__ void large_struct_but_for_its_last_member(Moments* out, const Moments* in) {
  Moments mine = in[0];
  mine.count = threadIdx.x;
  out[0] = mine;  // [copy]
}
CASE(large_struct_but_for_its_last_member) {
  RUN(large_struct_but_for_its_last_member, (1), (4), output<Moments>("out", 1),
      zeros<Moments>("in", 1));
}
