// Only the compilers of GPUs refuse this code. Kernels have the names of their cases.
#include <cstdlib>
#include <cstring>
#include <ctime>

#include "tests/hip_cpu/check/case.hpp"

static int calls = 3;
float gains[4] = {1, 2, 3, 4};
namespace settings {
double threshold = 0.5;
struct Limits {
  static int most;
};
int Limits::most = 8;
}  // namespace settings

// case reads_a_host_variable
//   host-data - [use]
__global__ void reads_a_host_variable(int* out) {
  out[threadIdx.x] = calls;  // [use]
}
CASE(reads_a_host_variable) { RUN(reads_a_host_variable, (1), (8), output<int>("out", 8)); }

// case writes_a_host_variable
//   host-data - [use]
__global__ void writes_a_host_variable(const int* in) {
  if (in[threadIdx.x] == 5) calls = 5;  // [use]
}
CASE(writes_a_host_variable) { RUN(writes_a_host_variable, (1), (8), input<int>("in", 8)); }

// case reads_a_host_array
//   host-data - [use]
__global__ void reads_a_host_array(float* out) {
  out[threadIdx.x] = gains[threadIdx.x % 4];  // [use]
}
CASE(reads_a_host_array) { RUN(reads_a_host_array, (1), (8), output<float>("out", 8)); }

// case reads_in_a_namespace
//   host-data - [use]
__global__ void reads_in_a_namespace(double* out) {
  out[threadIdx.x] = settings::threshold;  // [use]
}
CASE(reads_in_a_namespace) { RUN(reads_in_a_namespace, (1), (8), output<double>("out", 8)); }

// case reads_a_static_member
//   host-data - [use]
__device__ int bounded(int x) {
  return x < settings::Limits::most ? x : settings::Limits::most;  // [use]
}
__global__ void reads_a_static_member(int* out) { out[threadIdx.x] = bounded(4); }
CASE(reads_a_static_member) { RUN(reads_a_static_member, (1), (8), output<int>("out", 8)); }

// case reads_where_nobody_goes
//   host-data - [use]
__global__ void reads_where_nobody_goes(int* out) {
  if (threadIdx.x > 2000) out[0] = calls;  // [use]
  out[threadIdx.x] = 1;
}
CASE(reads_where_nobody_goes) { RUN(reads_where_nobody_goes, (1), (8), output<int>("out", 8)); }

__device__ int device_calls = 3;
__constant__ float device_gains[4] = {1, 2, 3, 4};
namespace settings {
__device__ double device_threshold = 0.5;
constexpr int most = 8;
const float factor = 2.5f;
}  // namespace settings

// case reads_a_device_variable
__global__ void reads_a_device_variable(int* out) { out[threadIdx.x] = device_calls; }
CASE(reads_a_device_variable) { RUN(reads_a_device_variable, (1), (8), output<int>("out", 8)); }

// case reads_a_constant_array
__global__ void reads_a_constant_array(float* out) {
  out[threadIdx.x] = device_gains[threadIdx.x % 4];
}
CASE(reads_a_constant_array) { RUN(reads_a_constant_array, (1), (8), output<float>("out", 8)); }

// case reads_constant_numbers
__global__ void reads_constant_numbers(double* out) {
  out[threadIdx.x] = settings::device_threshold * settings::factor + settings::most;
}
CASE(reads_constant_numbers) { RUN(reads_constant_numbers, (1), (8), output<double>("out", 8)); }

// case keeps_a_static_local
__global__ void keeps_a_static_local(int* out) {
  static int kept;
  if (threadIdx.x == 0) kept = 3;
  __syncthreads();
  out[threadIdx.x] = kept;
}
CASE(keeps_a_static_local) { RUN(keeps_a_static_local, (1), (8), output<int>("out", 8)); }

const float weights[4] = {1, 2, 3, 4};
constexpr float taps[3] = {1, 2, 1};
struct Filter {
  static constexpr int reach[3] = {1, 2, 3};
};
const int offsets[2][2] = {{0, 1}, {1, 0}};

// case reads_a_const_array
//   host-table - [use]
__global__ void reads_a_const_array(float* out) {
  out[threadIdx.x] = weights[threadIdx.x % 4];  // [use]
}
CASE(reads_a_const_array) { RUN(reads_a_const_array, (1), (8), output<float>("out", 8)); }

// case reads_a_constexpr_array
//   host-table - [use]
__global__ void reads_a_constexpr_array(float* out) {
  float sum = 0;
  for (unsigned tap = 0; tap < 3; ++tap) sum += taps[tap];  // [use]
  out[threadIdx.x] = sum;
}
CASE(reads_a_constexpr_array) { RUN(reads_a_constexpr_array, (1), (8), output<float>("out", 8)); }

// case reads_a_member_array
//   host-table - [use]
__global__ void reads_a_member_array(int* out) {
  out[threadIdx.x] = Filter::reach[threadIdx.x % 3];  // [use]
}
CASE(reads_a_member_array) { RUN(reads_a_member_array, (1), (8), output<int>("out", 8)); }

// case reads_a_matrix_of_constants
//   host-table - [use]
__device__ int offset_of(unsigned row, unsigned column) {
  return offsets[row][column];  // [use]
}
__global__ void reads_a_matrix_of_constants(int* out) {
  out[threadIdx.x] = offset_of(threadIdx.x % 2, threadIdx.x / 4);
}
CASE(reads_a_matrix_of_constants) {
  RUN(reads_a_matrix_of_constants, (1), (8), output<int>("out", 8));
}

// case points_to_constants
//   host-table - [use]
__global__ void points_to_constants(float* out, unsigned n) {
  const float* from = n > 4 ? taps : weights;  // [use]
  out[threadIdx.x] = from[threadIdx.x % 3];
}
CASE(points_to_constants) { RUN(points_to_constants, (1), (8), output<float>("out", 8), 8u); }

// case table_within_the_kernel
__global__ void table_within_the_kernel(float* out) {
  constexpr float inside[3] = {1, 2, 1};
  float sum = 0;
  for (const float tap : inside) sum += tap;
  out[threadIdx.x] = sum;
}
CASE(table_within_the_kernel) { RUN(table_within_the_kernel, (1), (8), output<float>("out", 8)); }

float twice(float x) { return x * 2; }
template <class T>
T twice_of(T x) {
  return x * 2;
}
struct Scaled {
  float value;
  float get() const { return value * 2; }
};
struct Made {
  float value;
  explicit Made(float x) : value(x) {}
};

// case calls_a_host_function
//   host-function - [use]
__global__ void calls_a_host_function(float* out, const float* in) {
  out[threadIdx.x] = twice(in[threadIdx.x]);  // [use]
}
CASE(calls_a_host_function) {
  RUN(calls_a_host_function, (1), (8), output<float>("out", 8), input<float>("in", 8));
}

// case calls_a_host_template
//   host-function - [use]
__global__ void calls_a_host_template(float* out, const float* in) {
  out[threadIdx.x] = twice_of(in[threadIdx.x]);  // [use]
}
CASE(calls_a_host_template) {
  RUN(calls_a_host_template, (1), (8), output<float>("out", 8), input<float>("in", 8));
}

// case calls_a_host_member
//   host-function - [use]
__global__ void calls_a_host_member(float* out, const float* in) {
  const Scaled scaled = {in[threadIdx.x]};
  out[threadIdx.x] = scaled.get();  // [use]
}
CASE(calls_a_host_member) {
  RUN(calls_a_host_member, (1), (8), output<float>("out", 8), input<float>("in", 8));
}

// case calls_a_host_constructor
//   host-function - [use]
__global__ void calls_a_host_constructor(float* out, const float* in) {
  const Made made(in[threadIdx.x]);  // [use]
  out[threadIdx.x] = made.value;
}
CASE(calls_a_host_constructor) {
  RUN(calls_a_host_constructor, (1), (8), output<float>("out", 8), input<float>("in", 8));
}

// case calls_one_by_a_device_function
//   host-function - [use]
__device__ float four_times(float x) {
  return twice(x) * 2;  // [use]
}
__global__ void calls_one_by_a_device_function(float* out, const float* in) {
  out[threadIdx.x] = four_times(in[threadIdx.x]);
}
CASE(calls_one_by_a_device_function) {
  RUN(calls_one_by_a_device_function, (1), (8), output<float>("out", 8), input<float>("in", 8));
}

// case calls_one_for_host_and_device
//   host-function - [both]
__host__ __device__ float twice_on_both(float x) { return twice(x); }  // [both]
__global__ void calls_one_for_host_and_device(float* out, const float* in) {
  out[threadIdx.x] = twice_on_both(in[threadIdx.x]);
}
CASE(calls_one_for_host_and_device) {
  RUN(calls_one_for_host_and_device, (1), (8), output<float>("out", 8), input<float>("in", 8));
}

// case draws_by_the_c_library
//   host-function - [use]
__global__ void draws_by_the_c_library(int* out) {
  out[threadIdx.x] = 1;
  if (threadIdx.x > 100) out[0] = std::rand();  // [use]
}
CASE(draws_by_the_c_library) { RUN(draws_by_the_c_library, (1), (8), output<int>("out", 8)); }

// case measures_a_text
//   host-function - [use]
__global__ void measures_a_text(int* out, const char* text) {
  if (threadIdx.x > 100) out[0] = static_cast<int>(std::strlen(text));  // [use]
  out[threadIdx.x] = 1;
}
CASE(measures_a_text) { RUN(measures_a_text, (1), (8), output<int>("out", 8), nullptr); }

#define ON_BOTH __host__ __device__
__device__ float declared_before(float x);
__device__ float on_device(float x) { return x * 2; }
ON_BOTH float by_a_macro(float x) { return x * 2; }
constexpr float by_constexpr(float x) { return x * 2; }
template <class T>
__device__ T template_on_device(T x) {
  return x * 2;
}
struct OnDevice {
  float value;
  __device__ explicit OnDevice(float x) : value(x) {}
  __device__ float get() const;
};
float OnDevice::get() const { return value * 2; }
struct Plain {
  float value = 1, other = 2;
};
float declared_before(float x) { return x * 2; }

// case calls_device_functions
__global__ void calls_device_functions(float* out, const float* in) {
  const float x = in[threadIdx.x];
  const auto lambda = [&](float y) { return x + y; };
  Plain plain, copied = plain;
  out[threadIdx.x] = on_device(x) + by_a_macro(x) + by_constexpr(x) + template_on_device(x) +
                     OnDevice(x).get() + lambda(x) + copied.other + declared_before(x);
}
CASE(calls_device_functions) {
  RUN(calls_device_functions, (1), (8), output<float>("out", 8), input<float>("in", 8));
}

// case throws_at_a_bad_value
//   exception - [use]
__global__ void throws_at_a_bad_value(float* out, const float* in) {
  if (in[threadIdx.x] > 100) throw 1;  // [use]
  out[threadIdx.x] = in[threadIdx.x];
}
CASE(throws_at_a_bad_value) {
  RUN(throws_at_a_bad_value, (1), (8), output<float>("out", 8), input<float>("in", 8));
}

// case throws_in_a_device_function
//   exception - [use]
__device__ float checked_root(float x) {
  if (x < 0) throw x;  // [use]
  return sqrtf(x);
}
__global__ void throws_in_a_device_function(float* out, const float* in) {
  out[threadIdx.x] = checked_root(in[threadIdx.x]);
}
CASE(throws_in_a_device_function) {
  RUN(throws_in_a_device_function, (1), (8), output<float>("out", 8), input<float>("in", 8));
}

// case catches_all
//   exception - [use]
//   exception - [thrown]
__global__ void catches_all(float* out, const float* in) {
  try {
    if (in[threadIdx.x] > 100) throw 1;  // [thrown]
    out[threadIdx.x] = in[threadIdx.x];
  } catch (...) {  // [use]
    out[threadIdx.x] = 0;
  }
}
CASE(catches_all) { RUN(catches_all, (1), (8), output<float>("out", 8), input<float>("in", 8)); }

// case throws_a_struct
//   exception - [use]
struct BadElement {
  unsigned index;
};
__global__ void throws_a_struct(float* out, const float* in) {
  if (in[threadIdx.x] < 0) {
    throw BadElement{threadIdx.x};  // [use]
  }
  out[threadIdx.x] = in[threadIdx.x];
}
CASE(throws_a_struct) {
  RUN(throws_a_struct, (1), (8), output<float>("out", 8), input<float>("in", 8));
}

// case catches_what_a_function_throws
//   exception - [use]
//   exception - [thrown]
__device__ float element(const float* in, unsigned i) {
  if (i > 1000) throw i;  // [thrown]
  return in[i];
}
__global__ void catches_what_a_function_throws(float* out, const float* in) {
  float x = 0;
  try {
    x = element(in, threadIdx.x);
  } catch (unsigned) {  // [use]
    x = 1;
  }
  out[threadIdx.x] = x;
}
CASE(catches_what_a_function_throws) {
  RUN(catches_what_a_function_throws, (1), (8), output<float>("out", 8), input<float>("in", 8));
}

// case writes_an_error_code
__global__ void writes_an_error_code(float* out, int* error, const float* in) {
  if (in[threadIdx.x] > 100) atomicMax(error, 1);
  out[threadIdx.x] = in[threadIdx.x];
}
CASE(writes_an_error_code) {
  RUN(writes_an_error_code, (1), (8), output<float>("out", 8), zeros<int>("error", 1),
      input<float>("in", 8));
}

// case one_float_too_many
//   static-shared - [begin]
__global__ void one_float_too_many(float* out) {  // [begin]
  __shared__ float tile[12289];
  tile[threadIdx.x] = 1;
  out[threadIdx.x] = tile[threadIdx.x];
}
CASE(one_float_too_many) { RUN(one_float_too_many, (1), (8), output<float>("out", 8)); }

// case two_tiles_too_many
//   static-shared - [begin]
__global__ void two_tiles_too_many(float* out) {  // [begin]
  __shared__ float left[64][100], right[100][64];
  left[1][threadIdx.x] = right[threadIdx.x][1] = 1;
  out[threadIdx.x] = left[1][threadIdx.x] + right[threadIdx.x][1];
}
CASE(two_tiles_too_many) { RUN(two_tiles_too_many, (1), (8), output<float>("out", 8)); }

// case tile_of_a_device_function
//   static-shared - [begin]
__device__ float* large_tile() {
  __shared__ float tile[8192];
  return tile;
}
__global__ void tile_of_a_device_function(float* out) {  // [begin]
  __shared__ float own[4097];
  own[threadIdx.x] = large_tile()[threadIdx.x] = 1;
  out[threadIdx.x] = own[threadIdx.x] + large_tile()[threadIdx.x];
}
CASE(tile_of_a_device_function) {
  RUN(tile_of_a_device_function, (1), (8), output<float>("out", 8));
}

// case doubles_for_floats
//   static-shared - [begin]
template <class T>
__global__ void doubles_for_floats(T* out) {  // [begin]
  __shared__ T tile[8192];
  tile[threadIdx.x] = 1;
  out[threadIdx.x] = tile[threadIdx.x];
}
CASE(doubles_for_floats) { RUN(doubles_for_floats<double>, (1), (8), output<double>("out", 8)); }

// case bytes_and_words
//   static-shared - [begin]
__global__ void bytes_and_words(int* out) {  // [begin]
  __shared__ int words[12000];
  __shared__ char bytes[1300];
  words[threadIdx.x] = bytes[threadIdx.x] = 1;
  out[threadIdx.x] = words[threadIdx.x] + bytes[threadIdx.x];
}
CASE(bytes_and_words) { RUN(bytes_and_words, (1), (8), output<int>("out", 8)); }

// case just_enough_shared_memory
__global__ void just_enough_shared_memory(float* out) {
  __shared__ float tile[12288];
  tile[threadIdx.x] = 1;
  out[threadIdx.x] = tile[threadIdx.x];
}
CASE(just_enough_shared_memory) {
  RUN(just_enough_shared_memory, (1), (8), output<float>("out", 8));
}

// case large_tile_by_the_launch
__global__ void large_tile_by_the_launch(float* out) {
  extern __shared__ float dynamic[];
  dynamic[threadIdx.x] = 1;
  out[threadIdx.x] = dynamic[threadIdx.x];
}
CASE(large_tile_by_the_launch) {
  RUN_SHARED(large_tile_by_the_launch, (1), (8), 65536, output<float>("out", 8));
}
