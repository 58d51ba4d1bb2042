// Launches in several streams: real order, and order that only the host's order suggests.
#include "tests/hip_cpu/check/case.hpp"

#define RUN_IN(stream, kernel, grid, block, ...) \
  hipLaunchKernelGGL(kernel, dim3 grid, dim3 block, 0, stream, __VA_ARGS__)

namespace {
hipStream_t new_stream(unsigned flags = hipStreamDefault) {
  hipStream_t stream = nullptr;
  static_cast<void>(hipStreamCreateWithFlags(&stream, flags));
  return stream;
}
hipEvent_t recorded_in(hipStream_t stream) {
  hipEvent_t event = nullptr;
  static_cast<void>(hipEventCreate(&event));
  static_cast<void>(hipEventRecord(event, stream));
  return event;
}
}  // namespace

__global__ void fills(float* to) { to[threadIdx.x] = 1; }  // [fill]
__global__ void doubles(float* to, const float* from) {
  to[threadIdx.x] = 2 * from[threadIdx.x];  // [read]
}
__global__ void negates(float* in_place) {
  in_place[threadIdx.x] = -in_place[threadIdx.x];  // [negate]
}
__global__ void counts_up(unsigned* count) { atomicAdd(count, 1u); }

__global__ void fills_rows(float* to) { to[blockIdx.x * 32 + threadIdx.x] = 1; }  // [fill_rows]
__global__ void doubles_rows(float* to, const float* from) {
  to[blockIdx.x * 32 + threadIdx.x] = 2 * from[blockIdx.x * 32 + threadIdx.x];  // [read_rows]
}

// case two_streams_without_an_event
//   race middle [fill] [read]
CASE(two_streams_without_an_event) {
  float* middle = scratch<float>("middle", 32);
  RUN_IN(new_stream(), fills, (1), (32), middle);
  RUN_IN(new_stream(), doubles, (1), (32), output<float>("out", 32), middle);
}

// case two_streams_with_an_event
CASE(two_streams_with_an_event) {
  float* middle = scratch<float>("middle", 32);
  const hipStream_t first = new_stream(), second = new_stream();
  RUN_IN(first, fills, (1), (32), middle);
  static_cast<void>(hipStreamWaitEvent(second, recorded_in(first), 0));
  RUN_IN(second, doubles, (1), (32), output<float>("out", 32), middle);
}

// case event_recorded_too_early
//   race middle [fill] [read]
CASE(event_recorded_too_early) {
  float* middle = scratch<float>("middle", 32);
  const hipStream_t first = new_stream(), second = new_stream();
  const hipEvent_t event = recorded_in(first);
  RUN_IN(first, fills, (1), (32), middle);
  static_cast<void>(hipStreamWaitEvent(second, event, 0));
  RUN_IN(second, doubles, (1), (32), output<float>("out", 32), middle);
}

// case host_waits_for_the_first_stream
CASE(host_waits_for_the_first_stream) {
  float* middle = scratch<float>("middle", 32);
  const hipStream_t first = new_stream(), second = new_stream();
  RUN_IN(first, fills, (1), (32), middle);
  static_cast<void>(hipStreamSynchronize(first));
  RUN_IN(second, doubles, (1), (32), output<float>("out", 32), middle);
}

// case host_waits_for_the_second_stream
//   race middle [fill] [read]
CASE(host_waits_for_the_second_stream) {
  float* middle = scratch<float>("middle", 32);
  const hipStream_t first = new_stream(), second = new_stream();
  RUN_IN(first, fills, (1), (32), middle);
  static_cast<void>(hipStreamSynchronize(second));
  RUN_IN(second, doubles, (1), (32), output<float>("out", 32), middle);
}

// case many_blocks_in_two_streams
//   race middle [fill_rows] [read_rows]
CASE(many_blocks_in_two_streams) {
  float* middle = scratch<float>("middle", 512);
  const hipStream_t first = new_stream(), second = new_stream();
  RUN_IN(first, fills_rows, (16), (32), middle);
  RUN_IN(second, doubles_rows, (16), (32), output<float>("out", 512), middle);
}

// case host_waits_for_the_event
CASE(host_waits_for_the_event) {
  float* middle = scratch<float>("middle", 32);
  const hipStream_t first = new_stream(), second = new_stream();
  RUN_IN(first, fills, (1), (32), middle);
  static_cast<void>(hipEventSynchronize(recorded_in(first)));
  RUN_IN(second, doubles, (1), (32), output<float>("out", 32), middle);
}

// case host_waits_for_the_device
CASE(host_waits_for_the_device) {
  float* middle = scratch<float>("middle", 32);
  RUN_IN(new_stream(hipStreamNonBlocking), fills, (1), (32), middle);
  static_cast<void>(hipDeviceSynchronize());
  RUN_IN(new_stream(hipStreamNonBlocking), doubles, (1), (32), output<float>("out", 32), middle);
}

// case host_frees_something
CASE(host_frees_something) {
  float* middle = scratch<float>("middle", 32);
  float* other = scratch<float>("other", 32);
  RUN_IN(new_stream(hipStreamNonBlocking), fills, (1), (32), middle);
  static_cast<void>(hipFree(other));
  RUN_IN(new_stream(hipStreamNonBlocking), doubles, (1), (32), output<float>("out", 32), middle);
}

// case host_copies_what_was_filled
CASE(host_copies_what_was_filled) {
  float* middle = scratch<float>("middle", 32);
  float host[32];
  RUN_IN(new_stream(), fills, (1), (32), middle);
  static_cast<void>(hipMemcpy(host, middle, sizeof host, hipMemcpyDeviceToHost));
  RUN_IN(new_stream(), doubles, (1), (32), output<float>("out", 32), middle);
}

// case both_change_one_array
//   race middle [negate]
CASE(both_change_one_array) {
  float* middle = input<float>("middle", 32);
  RUN_IN(new_stream(), negates, (1), (32), middle);
  RUN_IN(new_stream(), negates, (1), (32), middle);
}

// case one_stream_changes_it_twice
CASE(one_stream_changes_it_twice) {
  float* middle = input<float>("middle", 32);
  const hipStream_t stream = new_stream();
  RUN_IN(stream, negates, (1), (32), middle);
  RUN_IN(stream, negates, (1), (32), middle);
}

// case read_while_it_is_filled
//   race middle [read] [fill]
CASE(read_while_it_is_filled) {
  float* middle = input<float>("middle", 32);
  RUN_IN(new_stream(), doubles, (1), (32), output<float>("out", 32), middle);
  RUN_IN(new_stream(), fills, (1), (32), middle);
}

// case null_stream_waits_for_others
CASE(null_stream_waits_for_others) {
  float* middle = scratch<float>("middle", 32);
  RUN_IN(new_stream(), fills, (1), (32), middle);
  RUN_IN(nullptr, negates, (1), (32), middle);
  RUN_IN(new_stream(), doubles, (1), (32), output<float>("out", 32), middle);
}

// case null_stream_does_not_wait_for_this_one
//   race middle [fill] [negate]
CASE(null_stream_does_not_wait_for_this_one) {
  float* middle = scratch<float>("middle", 32);
  RUN_IN(new_stream(hipStreamNonBlocking), fills, (1), (32), middle);
  RUN_IN(nullptr, negates, (1), (32), middle);
}

// case both_count_atomically
CASE(both_count_atomically) {
  unsigned* count = zeros<unsigned>("count", 1);
  RUN_IN(new_stream(), counts_up, (2), (32), count);
  RUN_IN(new_stream(), counts_up, (2), (32), count);
}

// case each_stream_has_its_half
CASE(each_stream_has_its_half) {
  float* out = output<float>("out", 64);
  RUN_IN(new_stream(), fills, (1), (32), out);
  RUN_IN(new_stream(), fills, (1), (32), out + 32);
}
