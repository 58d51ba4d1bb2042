// Accesses outside arrays and shapes, to freed memory, and at crooked addresses.
#include <cstring>

#include <hippuzzle/static_tensor.hpp>

#include "tests/hip_cpu/check/case.hpp"

// case read_past_global
//   out-of-bounds in [read]
__global__ void read_past_global(float* out, const float* in, unsigned n) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = in[i + 1];  // [read]
}
CASE(read_past_global) {
  RUN(read_past_global, (2), (64), output<float>("out", 100), input<float>("in", 100), 100u);
}

// case write_past_global
//   out-of-bounds in [read]
//   out-of-bounds out [write]
__global__ void write_past_global(float* out, const float* in) {
  const unsigned i = threadIdx.x;
  const float value = in[i];  // [read]
  out[i] = value + 10;        // [write]
}
CASE(write_past_global) {
  RUN(write_past_global, (1), (8), output<float>("out", 4), input<float>("in", 4));
}

// case write_before_global
//   out-of-bounds out [write]
//   unwritten out
__global__ void write_before_global(int* out) {
  out[static_cast<int>(threadIdx.x) - 1] = 1;  // [write]
}
CASE(write_before_global) { RUN(write_before_global, (1), (8), output<int>("out", 8)); }

// case read_past_shared
//   out-of-bounds s [read]
__global__ void read_past_shared(float* out) {
  __shared__ float s[64];
  __shared__ float t[64];
  const unsigned i = threadIdx.x;
  s[i] = 1;
  t[i] = 2;
  __syncthreads();
  out[i] = s[i + 1] + t[i];  // [read]
}
CASE(read_past_shared) { RUN(read_past_shared, (1), (64), output<float>("out", 64)); }

// case write_past_shared_of_taps
//   out-of-bounds taps_shared [write]
__global__ void write_past_shared_of_taps(float* out, const float* taps) {
  __shared__ float taps_shared[3];
  const unsigned i = threadIdx.x;
  if (i < 4) taps_shared[i] = taps[i];  // [write]
  __syncthreads();
  out[i] = taps_shared[i % 3];
}
CASE(write_past_shared_of_taps) {
  RUN(write_past_shared_of_taps, (1), (8), output<float>("out", 8), input<float>("taps", 4));
}

// case read_before_shared
//   out-of-bounds s [read]
__global__ void read_before_shared(int* out) {
  __shared__ int s[32];
  const int i = static_cast<int>(threadIdx.x);
  s[i] = i;
  __syncthreads();
  out[i] = s[i - 1];  // [read]
}
CASE(read_before_shared) { RUN(read_before_shared, (1), (32), output<int>("out", 32)); }

// case past_dynamic_shared
//   out-of-bounds dynamic [write]
__global__ void past_dynamic_shared(float* out) {
  extern __shared__ float dynamic[];
  const unsigned i = threadIdx.x;
  dynamic[i] = 1;  // [write]
  __syncthreads();
  if (i < 16) out[i] = dynamic[15 - i];
}
CASE(past_dynamic_shared) {
  RUN_SHARED(past_dynamic_shared, (1), (24), 16 * sizeof(float), output<float>("out", 16));
}

// case byte_past_end
//   out-of-bounds text [read]
__global__ void byte_past_end(unsigned char* out, const unsigned char* text, unsigned n) {
  const unsigned i = threadIdx.x;
  if (i < n) out[i] = text[i + 1];  // [read]
}
CASE(byte_past_end) {
  RUN(byte_past_end, (1), (64), output<unsigned char>("out", 50), input<unsigned char>("text", 50),
      50u);
}

// case long_past_end
//   out-of-bounds sums [write]
__global__ void long_past_end(unsigned long long* sums) {
  sums[threadIdx.x + blockDim.x * threadIdx.y] = threadIdx.y;  // [write]
}
CASE(long_past_end) { RUN(long_past_end, (1), (3, 3), output<unsigned long long>("sums", 8)); }

// case vector_half_past_end
//   out-of-bounds quads [read]
__global__ void vector_half_past_end(float4* out, const float4* quads) {
  out[threadIdx.x] = quads[threadIdx.x];  // [read]
}
CASE(vector_half_past_end) {
  RUN(vector_half_past_end, (1), (4), output<float4>("out", 4),
      reinterpret_cast<const float4*>(input<float>("quads", 14)));
}

// case returned_struct_past_end
//   out-of-bounds out [write]
struct Three {
  double x, y, z;
};
__device__ Three three_times(double value) { return {value, value, value}; }
__global__ void returned_struct_past_end(Three* out) {
  out[threadIdx.x] = three_times(2);  // [write]
}
CASE(returned_struct_past_end) {
  RUN(returned_struct_past_end, (1), (4), reinterpret_cast<Three*>(output<double>("out", 9)));
}

// case struct_passed_from_past_the_end
//   out-of-bounds in [read]
__device__ double first_of(Three three) { return three.x; }
__global__ void struct_passed_from_past_the_end(double* out, const Three* in) {
  out[threadIdx.x] = first_of(in[threadIdx.x]);  // [read]
}
CASE(struct_passed_from_past_the_end) {
  RUN(struct_passed_from_past_the_end, (1), (4), output<double>("out", 4),
      reinterpret_cast<const Three*>(input<double>("in", 9)));
}

// case row_of_another
//   outside-shape - [index]
__global__ void row_of_another(float* out, const float* in, unsigned size) {
  using namespace hippuzzle;
  const LayoutTensor out_tensor(out, row_major(size, size));
  const LayoutTensor in_tensor(in, row_major(size, size));
  const unsigned row = threadIdx.y;
  const unsigned col = threadIdx.x;
  out_tensor(row, col) = in_tensor(row, col) + 10;  // [index]
}
CASE(row_of_another) {
  RUN(row_of_another, (1), (3, 2), output<float>("out", 4), input<float>("in", 4), 2u);
}

// case shared_tensor_index
//   outside-shape - [index]
__global__ void shared_tensor_index(float* out) {
  using namespace hippuzzle;
  __shared__ SharedTensor<float, decltype(row_major<4, 4>())> tile;
  const unsigned i = threadIdx.x;
  tile(i / 4, i % 4) = 1;
  __syncthreads();
  if (i < 15) out[i] = 0;
  if (i == 15) out[i] = tile(i / 4, i % 4 + 1);  // [index]
}
CASE(shared_tensor_index) { RUN(shared_tensor_index, (1), (16), output<float>("out", 16)); }

// case third_dimension
//   outside-shape - [index]
__global__ void third_dimension(double* out, const double* in) {
  using namespace hippuzzle;
  const LayoutTensor out_tensor(out, row_major(2, 3, 4));
  const LayoutTensor in_tensor(in, row_major(2, 3, 4));
  const unsigned x = threadIdx.x, y = threadIdx.y, z = threadIdx.z;
  out_tensor(z, y, x) = 1;
  if (z == 0) out_tensor(z, y, x) = in_tensor(z, y, x + 1);  // [index]
}
CASE(third_dimension) {
  RUN(third_dimension, (1), (4, 3, 2), output<double>("out", 24), input<double>("in", 24));
}

// case column_before_row
//   outside-shape - [index]
__global__ void column_before_row(unsigned char* out) {
  using namespace hippuzzle;
  const LayoutTensor tensor(out, row_major(2, 8));
  tensor(threadIdx.x, threadIdx.y) = 1;  // [index]
}
CASE(column_before_row) { RUN(column_before_row, (1), (8, 2), scratch<unsigned char>("out", 16)); }

// case in_front_of_the_first
//   outside-shape - [index]
__global__ void in_front_of_the_first(float* out, const float* in, unsigned size) {
  using namespace hippuzzle;
  const LayoutTensor tensor(in, row_major(size));
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = 0;
  out[i] = tensor(i - 1);  // [index]
}
CASE(in_front_of_the_first) {
  RUN(in_front_of_the_first, (2), (32), output<float>("out", 64), input<float>("in", 64), 64u);
}

// case bytes_copied_past_end
//   out-of-bounds in [copy]
__global__ void bytes_copied_past_end(float* out, const float* in, unsigned bytes) {
  memcpy(&out[4 * threadIdx.x], &in[4 * threadIdx.x], bytes);  // [copy]
}
CASE(bytes_copied_past_end) {
  RUN(bytes_copied_past_end, (1), (4), output<float>("out", 16), input<float>("in", 14), 16u);
}

// case atomic_past_end
//   out-of-bounds bins [add]
__global__ void atomic_past_end(unsigned* bins, const unsigned* in) {
  atomicAdd(&bins[in[threadIdx.x]], 1u);  // [add]
}
CASE(atomic_past_end) {
  RUN(atomic_past_end, (1), (9), zeros<unsigned>("bins", 8), input<unsigned>("in", 9));
}

// case read_freed
//   use-after-free gone [read]
__global__ void read_freed(float* out, const float* gone) {
  out[threadIdx.x] = gone[threadIdx.x];  // [read]
}
CASE(read_freed) {
  float* gone = input<float>("gone", 16);
  static_cast<void>(hipFree(gone));
  RUN(read_freed, (1), (16), output<float>("out", 16), gone);
}

// case write_freed
//   use-after-free gone [write]
__global__ void write_freed(float* gone) {
  gone[threadIdx.x] = 1;  // [write]
}
CASE(write_freed) {
  float* gone = zeros<float>("gone", 16);
  RUN(write_freed, (1), (16), gone);
  static_cast<void>(hipFree(gone));
  RUN(write_freed, (1), (16), gone);
}

// case atomic_on_freed
//   use-after-free gone [add]
__global__ void atomic_on_freed(unsigned long long* gone) {
  atomicAdd(&gone[threadIdx.y], 1ull);  // [add]
}
CASE(atomic_on_freed) {
  auto* gone = zeros<unsigned long long>("gone", 4);
  static_cast<void>(hipFree(gone));
  RUN(atomic_on_freed, (1), (2, 4), gone);
}

// case vectors_of_freed
//   use-after-free gone [read]
__global__ void vectors_of_freed(float4* out, const float4* gone) {
  const unsigned i = blockIdx.y * blockDim.x + threadIdx.x;
  out[i] = gone[i];  // [read]
}
CASE(vectors_of_freed) {
  float4* gone = zeros<float4>("gone", 16);
  static_cast<void>(hipFree(gone));
  RUN(vectors_of_freed, (1, 2), (8), output<float4>("out", 16), gone);
}

// case freed_and_allocated_again
//   use-after-free first [read]
__global__ void freed_and_allocated_again(unsigned char* out, const unsigned char* first) {
  out[threadIdx.x] = first[threadIdx.x];  // [read]
}
CASE(freed_and_allocated_again) {
  unsigned char* first = input<unsigned char>("first", 64);
  static_cast<void>(hipFree(first));
  static_cast<void>(input<unsigned char>("second", 64));
  RUN(freed_and_allocated_again, (1), (64), output<unsigned char>("out", 64), first);
}

// case crooked_vector
//   misaligned in [read]
__global__ void crooked_vector(float4* out, const float* in) {
  out[threadIdx.x] = *reinterpret_cast<const float4*>(in + 1 + 4 * threadIdx.x);  // [read]
}
CASE(crooked_vector) {
  RUN(crooked_vector, (1), (4), output<float4>("out", 4), input<float>("in", 32));
}

// case crooked_pair
//   misaligned out [write]
__global__ void crooked_pair(float* out) {
  *reinterpret_cast<float2*>(out + 3 * threadIdx.x) = float2{1, 2};  // [write]
}
CASE(crooked_pair) { RUN(crooked_pair, (1), (2), scratch<float>("out", 8)); }

// case crooked_long
//   misaligned in [read]
__global__ void crooked_long(unsigned long long* out, const unsigned* in) {
  out[threadIdx.x] = *reinterpret_cast<const unsigned long long*>(in + 1);  // [read]
}
CASE(crooked_long) {
  RUN(crooked_long, (1), (1), output<unsigned long long>("out", 1), input<unsigned>("in", 8));
}

// case crooked_word
//   misaligned bytes [read]
__global__ void crooked_word(unsigned* out, const unsigned char* bytes) {
  out[threadIdx.x] = *reinterpret_cast<const unsigned*>(bytes + threadIdx.x);  // [read]
}
CASE(crooked_word) {
  RUN(crooked_word, (1), (4), output<unsigned>("out", 4), input<unsigned char>("bytes", 16));
}

// case crooked_shared_vector
//   misaligned s [read]
__global__ void crooked_shared_vector(float4* out) {
  __shared__ float s[64];
  s[threadIdx.x] = 1;
  __syncthreads();
  if (threadIdx.x == 0) out[0] = *reinterpret_cast<const float4*>(&s[2]);  // [read]
}
CASE(crooked_shared_vector) { RUN(crooked_shared_vector, (1), (64), output<float4>("out", 1)); }
