// Memory that a launch finds as another one left it: scratch that streams share, pointers that were
// kept too long, and their right twins.
#include "tests/hip_cpu/check/case.hpp"

#define RUN_IN(stream, kernel, grid, block, ...) \
  hipLaunchKernelGGL(kernel, dim3 grid, dim3 block, 0, stream, __VA_ARGS__)

namespace {
hipStream_t a_stream() {
  hipStream_t stream = nullptr;
  static_cast<void>(hipStreamCreate(&stream));
  return stream;
}
void waits_for(hipStream_t later, hipStream_t earlier) {
  hipEvent_t event = nullptr;
  static_cast<void>(hipEventCreate(&event));
  static_cast<void>(hipEventRecord(event, earlier));
  static_cast<void>(hipStreamWaitEvent(later, event, 0));
}
}  // namespace

__global__ void squares_rows(const float* in, float* squares, int n) {
  const int i = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
  if (i < n) {
    const float value = in[i];
    squares[i] = value * value;  // [square]
  }
}
__global__ void sums_rows(const float* squares, float* sums, int columns) {
  const int row = static_cast<int>(threadIdx.x);
  float sum = 0;
  for (int k = 0; k < columns; ++k) sum += squares[row * columns + k];  // [sum]
  sums[row] = sum;
}

struct View {
  const float* values;
  int count;
};
__global__ void makes_view(View* view) {
  __shared__ float weights[16];
  weights[threadIdx.x] = 0.5f;
  __syncthreads();
  if (threadIdx.x == 0) *view = {weights, 16};
}
__global__ void makes_view_of(View* view, float* weights) {
  weights[threadIdx.x] = 0.5f;
  if (threadIdx.x == 0) *view = {weights, 16};
}
__global__ void uses_view(const View* view, float* out) {
  __shared__ float others[16];
  others[threadIdx.x] = 1;
  const float* values = view->values;                            // [view]
  out[threadIdx.x] = others[threadIdx.x] + values[threadIdx.x];  // [use]
}

// case norms_in_two_streams
//   race squares [square] [sum]
CASE(norms_in_two_streams) {
  const float* in = input<float>("in", 256);
  float* squares = scratch<float>("squares", 256);
  RUN_IN(a_stream(), squares_rows, (1), (256), in, squares, 256);
  RUN_IN(a_stream(), sums_rows, (1), (2), squares, output<float>("sums", 2), 128);
}

// case norms_in_two_streams_that_wait
CASE(norms_in_two_streams_that_wait) {
  const float* in = input<float>("in", 256);
  float* squares = scratch<float>("squares", 256);
  const hipStream_t first = a_stream(), second = a_stream();
  RUN_IN(first, squares_rows, (1), (256), in, squares, 256);
  waits_for(second, first);
  RUN_IN(second, sums_rows, (1), (2), squares, output<float>("sums", 2), 128);
}

// case scratch_taken_again_by_another_stream
//   race squares [sum] [square]
//   race-same-value squares [square]
CASE(scratch_taken_again_by_another_stream) {
  const float* in = input<float>("in", 256);
  float* squares = scratch<float>("squares", 256);
  const hipStream_t first = a_stream(), second = a_stream();
  RUN_IN(first, squares_rows, (1), (256), in, squares, 256);
  RUN_IN(first, sums_rows, (1), (4), squares, output<float>("sums", 4), 64);
  RUN_IN(second, squares_rows, (1), (256), in, squares, 256);
}

// case scratch_of_each_stream
CASE(scratch_of_each_stream) {
  const float* in = input<float>("in", 256);
  const hipStream_t first = a_stream(), second = a_stream();
  float* squares = scratch<float>("squares", 256);
  RUN_IN(first, squares_rows, (1), (256), in, squares, 256);
  RUN_IN(first, sums_rows, (1), (4), squares, output<float>("sums", 4), 64);
  RUN_IN(second, squares_rows, (1), (256), in, scratch<float>("others", 256), 256);
}

// case event_of_the_wrong_stream
//   race squares [square] [sum]
CASE(event_of_the_wrong_stream) {
  const float* in = input<float>("in", 256);
  float* squares = scratch<float>("squares", 256);
  const hipStream_t first = a_stream(), second = a_stream(), third = a_stream();
  RUN_IN(first, squares_rows, (1), (256), in, squares, 256);
  waits_for(second, third);
  RUN_IN(second, sums_rows, (1), (4), squares, output<float>("sums", 4), 64);
}

// case event_by_way_of_a_third_stream
CASE(event_by_way_of_a_third_stream) {
  const float* in = input<float>("in", 256);
  float* squares = scratch<float>("squares", 256);
  const hipStream_t first = a_stream(), second = a_stream(), third = a_stream();
  RUN_IN(first, squares_rows, (1), (256), in, squares, 256);
  waits_for(third, first);
  waits_for(second, third);
  RUN_IN(second, sums_rows, (1), (4), squares, output<float>("sums", 4), 64);
}

// case view_of_shared_memory
//   wild-pointer view [view]
//   uninitialised weights [use]
CASE(view_of_shared_memory) {
  View* view = scratch<View>("view", 1);
  RUN(makes_view, (1), (16), view);
  RUN(uses_view, (1), (16), view, output<float>("out", 16));
}

// case view_of_device_memory
CASE(view_of_device_memory) {
  View* view = scratch<View>("view", 1);
  RUN(makes_view_of, (1), (16), view, scratch<float>("weights", 16));
  RUN(uses_view, (1), (16), view, output<float>("out", 16));
}

// case buffer_freed_between_launches
//   use-after-free squares [sum]
CASE(buffer_freed_between_launches) {
  const float* in = input<float>("in", 256);
  float* squares = scratch<float>("squares", 256);
  RUN(squares_rows, (1), (256), in, squares, 256);
  static_cast<void>(hipFree(squares));
  RUN(sums_rows, (1), (4), squares, scratch<float>("sums", 4), 64);
}

// case buffer_freed_behind_both
CASE(buffer_freed_behind_both) {
  const float* in = input<float>("in", 256);
  float* squares = scratch<float>("squares", 256);
  RUN(squares_rows, (1), (256), in, squares, 256);
  RUN(sums_rows, (1), (4), squares, output<float>("sums", 4), 64);
  static_cast<void>(hipFree(squares));
}
