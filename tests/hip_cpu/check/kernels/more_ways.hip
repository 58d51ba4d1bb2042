// Mistakes of the kinds that the other files are about, made in another way, each with its right
// twin.
#include <hippuzzle/async_copy.hpp>

#include "tests/hip_cpu/check/case.hpp"

#pragma GCC diagnostic ignored "-Wuninitialized"
#pragma GCC diagnostic ignored "-Wmaybe-uninitialized"

__device__ unsigned tickets;

// Only the thread that draws the ticket fences, and no barrier comes between the others and it.
// case ticket_without_a_barrier
//   race parts [part] [total]
__global__ void ticket_without_a_barrier(float* out, float* parts) {
  __shared__ unsigned ticket;
  parts[blockIdx.x * 64 + threadIdx.x] = threadIdx.x;  // [part]
  if (threadIdx.x == 0) {
    __threadfence();
    ticket = atomicAdd(&tickets, 1u);
  }
  __syncthreads();
  if (ticket % 4 != 3) return;
  float sum = 0;
  for (unsigned b = 0; b < 4; ++b) sum += parts[b * 64 + threadIdx.x];  // [total]
  out[threadIdx.x] = sum;
}
CASE(ticket_without_a_barrier) {
  RUN(ticket_without_a_barrier, (4), (64), output<float>("out", 64), scratch<float>("parts", 256));
}

// case ticket_behind_a_barrier
__global__ void ticket_behind_a_barrier(float* out, float* parts) {
  __shared__ unsigned ticket;
  parts[blockIdx.x * 64 + threadIdx.x] = threadIdx.x;
  __syncthreads();
  if (threadIdx.x == 0) {
    __threadfence();
    ticket = atomicAdd(&tickets, 1u);
  }
  __syncthreads();
  if (ticket % 4 != 3) return;
  float sum = 0;
  for (unsigned b = 0; b < 4; ++b) sum += parts[b * 64 + threadIdx.x];
  out[threadIdx.x] = sum;
}
CASE(ticket_behind_a_barrier) {
  RUN(ticket_behind_a_barrier, (4), (64), output<float>("out", 64), scratch<float>("parts", 256));
}

// case double_sincos_without_a_barrier
//   race s [both] [read]
__global__ void double_sincos_without_a_barrier(double* out, const float* in) {
  __shared__ double s[64], c[64];
  sincos(static_cast<double>(in[threadIdx.x]), &s[threadIdx.x], &c[threadIdx.x]);  // [both]
  out[threadIdx.x] = s[63 - threadIdx.x] + c[threadIdx.x];                         // [read]
}
CASE(double_sincos_without_a_barrier) {
  RUN(double_sincos_without_a_barrier, (1), (64), output<double>("out", 64),
      input<float>("in", 64));
}

// case double_sincos_behind_a_barrier
__global__ void double_sincos_behind_a_barrier(double* out, const float* in) {
  __shared__ double s[64], c[64];
  sincos(static_cast<double>(in[threadIdx.x]), &s[threadIdx.x], &c[threadIdx.x]);
  __syncthreads();
  out[threadIdx.x] = s[63 - threadIdx.x] + c[threadIdx.x];
}
CASE(double_sincos_behind_a_barrier) {
  RUN(double_sincos_behind_a_barrier, (1), (64), output<double>("out", 64), input<float>("in", 64));
}

// case double_frexp_past_the_end
//   out-of-bounds exponents [split]
__global__ void double_frexp_past_the_end(double* out, int* exponents, const float* in) {
  out[threadIdx.x] =
      frexp(static_cast<double>(in[threadIdx.x]), &exponents[threadIdx.x + 1]);  // [split]
}
CASE(double_frexp_past_the_end) {
  RUN(double_frexp_past_the_end, (1), (8), output<double>("out", 8), scratch<int>("exponents", 8),
      input<float>("in", 8));
}

// case plane_of_a_local_cube
//   out-of-bounds cube [read]
__global__ void plane_of_a_local_cube(float* out, const float* in) {
  float cube[2][3][4];
  for (unsigned i = 0; i < 24; ++i) cube[i / 12][i / 4 % 3][i % 4] = in[i];
  float sum = 0;
  for (unsigned i = 0; i <= 3; ++i) sum += cube[0][i][threadIdx.x];  // [read]
  out[threadIdx.x] = sum;
}
CASE(plane_of_a_local_cube) {
  RUN(plane_of_a_local_cube, (1), (4), output<float>("out", 4), input<float>("in", 24));
}

// case all_of_a_local_cube
__global__ void all_of_a_local_cube(float* out, const float* in) {
  float cube[2][3][4];
  for (unsigned i = 0; i < 24; ++i) cube[i / 12][i / 4 % 3][i % 4] = in[i];
  float sum = 0;
  for (unsigned i = 0; i < 3; ++i) sum += cube[0][i][threadIdx.x];
  out[threadIdx.x] = sum;
}
CASE(all_of_a_local_cube) {
  RUN(all_of_a_local_cube, (1), (4), output<float>("out", 4), input<float>("in", 24));
}

// case last_partial_sum_never_set
//   uninitialised out [store]
__global__ void last_partial_sum_never_set(float* out, const float* in) {
  float parts[4];
  for (unsigned i = 0; i < 3; ++i) parts[i] = in[threadIdx.x * 4 + i];
  out[threadIdx.x] = parts[0] + parts[1] + parts[2] + parts[3];  // [store]
}
CASE(last_partial_sum_never_set) {
  RUN(last_partial_sum_never_set, (1), (8), output<float>("out", 8), input<float>("in", 32));
}

// case all_partial_sums_set
__global__ void all_partial_sums_set(float* out, const float* in) {
  float parts[4];
  for (unsigned i = 0; i < 4; ++i) parts[i] = in[threadIdx.x * 4 + i];
  out[threadIdx.x] = parts[0] + parts[1] + parts[2] + parts[3];
}
CASE(all_partial_sums_set) {
  RUN(all_partial_sums_set, (1), (8), output<float>("out", 8), input<float>("in", 32));
}

// case second_stage_not_waited_for
//   race tile [copy] [read]
__global__ void second_stage_not_waited_for(float* out, const float* in) {
  __shared__ float tile[2][32];
  for (unsigned stage = 0; stage < 2; ++stage) {
    hippuzzle::async_copy(&tile[stage][threadIdx.x], &in[stage * 32 + threadIdx.x]);  // [copy]
    hippuzzle::async_copy_commit();
  }
  hippuzzle::async_copy_wait<1>();
  __syncthreads();
  out[threadIdx.x] = tile[0][threadIdx.x] + tile[1][threadIdx.x];  // [read]
}
CASE(second_stage_not_waited_for) {
  RUN(second_stage_not_waited_for, (1), (32), output<float>("out", 32), input<float>("in", 64));
}

// case both_stages_waited_for
__global__ void both_stages_waited_for(float* out, const float* in) {
  __shared__ float tile[2][32];
  for (unsigned stage = 0; stage < 2; ++stage) {
    hippuzzle::async_copy(&tile[stage][threadIdx.x], &in[stage * 32 + threadIdx.x]);
    hippuzzle::async_copy_commit();
  }
  hippuzzle::async_copy_wait<1>();
  const float first = tile[0][threadIdx.x];
  hippuzzle::async_copy_wait<0>();
  out[threadIdx.x] = first + tile[1][threadIdx.x];
}
CASE(both_stages_waited_for) {
  RUN(both_stages_waited_for, (1), (32), output<float>("out", 32), input<float>("in", 64));
}
