// Races of every width and type: bytes, halves, vectors, and structs in registers and in memory.
#include "tests/hip_cpu/check/case.hpp"

// case bytes_of_one_word_overlap
//   race bytes [write] [read]
__global__ void bytes_of_one_word_overlap(unsigned char* bytes) {
  const unsigned i = threadIdx.x;
  const unsigned char left = i > 0 ? bytes[i - 1] : 0;  // [read]
  bytes[i] = static_cast<unsigned char>(left + 1);      // [write]
}
CASE(bytes_of_one_word_overlap) {
  RUN(bytes_of_one_word_overlap, (1), (32), input<unsigned char>("bytes", 32));
}

// case long_and_its_half
//   race longs [half] [whole]
__global__ void long_and_its_half(unsigned long long* longs) {
  if (threadIdx.x == 0) longs[0] = 7;                               // [whole]
  if (threadIdx.x == 1) reinterpret_cast<unsigned*>(longs)[1] = 9;  // [half]
}
CASE(long_and_its_half) {
  RUN(long_and_its_half, (1), (2), output<unsigned long long>("longs", 1));
}

// case vector_over_scalars
//   race out [vector] [scalar]
__global__ void vector_over_scalars(float* out) {
  out[threadIdx.x] = 1;                                                          // [scalar]
  if (threadIdx.x == 5) reinterpret_cast<float4*>(out)[0] = float4{1, 2, 3, 4};  // [vector]
}
CASE(vector_over_scalars) { RUN(vector_over_scalars, (1), (8), output<float>("out", 8)); }

// Structs that functions return: in one register, in two, in memory, and a vector.

// case returned_in_a_register
//   race out [write] [write]
struct Pair {
  float first, second;
};
__device__ Pair pair_of(unsigned value) {
  return {static_cast<float>(value), static_cast<float>(value)};
}
__global__ void returned_in_a_register(Pair* out) {
  out[threadIdx.x / 2] = pair_of(threadIdx.x);  // [write]
}
CASE(returned_in_a_register) { RUN(returned_in_a_register, (1), (8), output<Pair>("out", 4)); }

// case returned_in_two_registers
//   race out [write] [read]
struct Sum {
  double value;
  unsigned long long count;
};
__device__ Sum sum_of(double value) { return {value, 1}; }
__global__ void returned_in_two_registers(Sum* out, double* values) {
  out[threadIdx.x] = sum_of(threadIdx.x);            // [write]
  values[threadIdx.x] = out[threadIdx.x ^ 1].value;  // [read]
}
CASE(returned_in_two_registers) {
  RUN(returned_in_two_registers, (1), (4), output<Sum>("out", 4), output<double>("values", 4));
}

// case returned_in_memory
//   race s [write] [write]
struct Row {
  float elements[9];
};
__device__ Row row_of(float value) {
  Row row;
  for (float& element : row.elements) element = value;
  return row;
}
__global__ void returned_in_memory(float* out) {
  __shared__ Row s[2];
  s[threadIdx.x % 2] = row_of(threadIdx.x);  // [write]
  __syncthreads();
  out[threadIdx.x] = s[threadIdx.x % 2].elements[threadIdx.x];
}
CASE(returned_in_memory) { RUN(returned_in_memory, (1), (8), output<float>("out", 8)); }

// case vectors_that_functions_return
//   race out [write] [write]
//   race out [sum] [sum]
//   race out [write] [sum]
__device__ float4 sum(float4 a, float4 b) {
  return make_float4(a.x + b.x, a.y + b.y, a.z + b.z, a.w + b.w);
}
__global__ void vectors_that_functions_return(float4* out) {
  out[0] = make_float4(threadIdx.x, 2, 3, 4);  // [write]
  __syncthreads();
  out[0] = sum(out[0], make_float4(threadIdx.x, 1, 1, 1));  // [sum]
}
CASE(vectors_that_functions_return) {
  RUN(vectors_that_functions_return, (2), (4), output<float4>("out", 1));
}

// case struct_passed_by_value
//   race in [write] [read]
__device__ float sum_of_pair(Pair pair) { return pair.first + pair.second; }
__global__ void struct_passed_by_value(float* out, Pair* in) {
  const unsigned i = threadIdx.x;
  out[i] = sum_of_pair(in[i]);  // [read]
  in[i ^ 1] = pair_of(i);       // [write]
}
CASE(struct_passed_by_value) {
  RUN(struct_passed_by_value, (1), (4), output<float>("out", 4), zeros<Pair>("in", 4));
}

// case chosen_struct
//   race out [write] [write]
__global__ void chosen_struct(float2* out) {
  const unsigned i = threadIdx.x;
  out[0] = i % 2 == 0 ? make_float2(i, 1) : make_float2(i, 2);  // [write]
}
CASE(chosen_struct) { RUN(chosen_struct, (1), (3), output<float2>("out", 1)); }
