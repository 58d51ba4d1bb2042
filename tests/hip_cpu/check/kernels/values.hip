// Values and other bytes: padding, the old value of an exchange, memory that a kernel allocates;
// and warps that have left. Right kernels, and wrong kernels that look like them.
#include <cstdlib>

#include "tests/hip_cpu/check/case.hpp"

// case exchange_of_what_nobody_wrote
__global__ void exchange_of_what_nobody_wrote(unsigned* last, float* value) {
  atomicExch(last, blockIdx.x);
  atomicExch(value, 1.0f);
}
CASE(exchange_of_what_nobody_wrote) {
  RUN(exchange_of_what_nobody_wrote, (3), (8), output<unsigned>("last", 1),
      output<float>("value", 1));
}

// case shared_exchange_by_all
__global__ void shared_exchange_by_all(unsigned* out) {
  __shared__ unsigned last;
  atomicExch(&last, threadIdx.x);
  __syncthreads();
  if (threadIdx.x == 0) out[0] = last;
}
CASE(shared_exchange_by_all) { RUN(shared_exchange_by_all, (1), (40), output<unsigned>("out", 1)); }

// case added_to_what_nobody_wrote
//   uninitialised total [add]
__global__ void added_to_what_nobody_wrote(unsigned* total) {
  atomicAdd(total, 1u);  // [add]
}
CASE(added_to_what_nobody_wrote) {
  RUN(added_to_what_nobody_wrote, (1), (8), scratch<unsigned>("total", 1));
}

// case compared_with_what_nobody_wrote
//   uninitialised lock [lock]
__global__ void compared_with_what_nobody_wrote(unsigned* lock) {
  atomicCAS(lock, 0u, 1u);  // [lock]
}
CASE(compared_with_what_nobody_wrote) {
  RUN(compared_with_what_nobody_wrote, (1), (1), scratch<unsigned>("lock", 1));
}

// case padding_behind_a_character
struct Tagged {
  char tag;
  int value;
};
__global__ void padding_behind_a_character(Tagged* out) {
  __shared__ Tagged s[32];
  const unsigned i = threadIdx.x;
  s[i].tag = 'a';
  s[i].value = static_cast<int>(i);
  __syncthreads();
  out[i] = s[31 - i];
}
CASE(padding_behind_a_character) {
  RUN(padding_behind_a_character, (1), (32), scratch<Tagged>("out", 32));
}

// case padding_between_float_and_double
struct Weighted {
  float weight;
  double value;
};
__global__ void padding_between_float_and_double(Weighted* out, Weighted* parts) {
  const unsigned i = threadIdx.x;
  parts[i].weight = 1;
  parts[i].value = i;
  __syncthreads();
  const Weighted other = parts[i ^ 1];
  out[i].weight = other.weight;
  out[i].value = other.value;
}
CASE(padding_between_float_and_double) {
  RUN(padding_between_float_and_double, (1), (8), scratch<Weighted>("out", 8),
      scratch<Weighted>("parts", 8));
}

// case padding_at_the_end
struct Mean {
  double sum;
  int count;
};
__global__ void padding_at_the_end(Mean* out) {
  __shared__ Mean s[16];
  const unsigned i = threadIdx.x;
  s[i].sum = i;
  s[i].count = 1;
  __syncthreads();
  const Mean mean = s[(i + 1) % 16];
  out[i].sum = mean.sum / mean.count;
}
CASE(padding_at_the_end) { RUN(padding_at_the_end, (1), (16), scratch<Mean>("out", 16)); }

// case padding_around_a_short
struct Small {
  char first;
  short second;
  char third;
};
__global__ void padding_around_a_short(Small* out) {
  __shared__ Small s[8];
  const unsigned i = threadIdx.x;
  s[i].first = 1;
  s[i].second = 2;
  s[i].third = 3;
  __syncthreads();
  out[i] = s[7 - i];
}
CASE(padding_around_a_short) { RUN(padding_around_a_short, (1), (8), scratch<Small>("out", 8)); }

// case padding_in_a_larger_struct
struct Particle {
  float place[3];
  char kind;
  double mass;
  int cell;
};
__global__ void padding_in_a_larger_struct(double* out) {
  __shared__ Particle s[4];
  const unsigned i = threadIdx.x;
  for (float& x : s[i].place) x = 1;
  s[i].kind = 2;
  s[i].mass = 3;
  s[i].cell = 4;
  __syncthreads();
  const Particle other = s[3 - i];
  out[i] = other.mass;
}
CASE(padding_in_a_larger_struct) {
  RUN(padding_in_a_larger_struct, (1), (4), output<double>("out", 4));
}

// case last_of_four_floats_forgotten
//   uninitialised s [copy]
__global__ void last_of_four_floats_forgotten(float* out) {
  __shared__ float4 s[8];
  const unsigned i = threadIdx.x;
  s[i].x = 1;
  s[i].y = 2;
  s[i].z = 3;
  __syncthreads();
  const float4 other = s[7 - i];  // [copy]
  out[i] = other.x + other.w;
}
CASE(last_of_four_floats_forgotten) {
  RUN(last_of_four_floats_forgotten, (1), (8), output<float>("out", 8));
}

// case second_of_four_floats_forgotten
//   uninitialised v [copy]
__global__ void second_of_four_floats_forgotten(float* out, float4* v) {
  const unsigned i = threadIdx.x;
  v[i].x = 1;
  v[i].z = 3;
  v[i].w = 4;
  const float4 mine = v[i];  // [copy]
  out[i] = mine.y;
}
CASE(second_of_four_floats_forgotten) {
  RUN(second_of_four_floats_forgotten, (1), (8), output<float>("out", 8), scratch<float4>("v", 8));
}

// case count_of_a_mean_forgotten
//   uninitialised s [copy]
struct Counted {
  int count, weight;
};
__global__ void count_of_a_mean_forgotten(int* out) {
  __shared__ Counted s[8];
  const unsigned i = threadIdx.x;
  s[i].count = 1;
  __syncthreads();
  const Counted other = s[7 - i];  // [copy]
  out[i] = other.weight;
}
CASE(count_of_a_mean_forgotten) { RUN(count_of_a_mean_forgotten, (1), (8), output<int>("out", 8)); }

// case first_of_a_struct_forgotten
//   uninitialised s [copy]
__global__ void first_of_a_struct_forgotten(int* out) {
  __shared__ Tagged s[8];
  const unsigned i = threadIdx.x;
  s[i].value = 1;
  __syncthreads();
  const Tagged other = s[7 - i];  // [copy]
  out[i] = other.tag;
}
CASE(first_of_a_struct_forgotten) {
  RUN(first_of_a_struct_forgotten, (1), (8), output<int>("out", 8));
}

// Memory that a kernel allocates.

// case allocated_by_each_thread
__global__ void allocated_by_each_thread(int* out) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  int* const mine = static_cast<int*>(malloc(4 * sizeof(int)));
  if (!mine) return;
  for (int k = 0; k < 4; ++k) mine[k] = k;
  out[i] = mine[0] + mine[3];
  free(mine);
}
CASE(allocated_by_each_thread) { RUN(allocated_by_each_thread, (2), (8), output<int>("out", 16)); }

// case allocated_by_one_for_all
__global__ void allocated_by_one_for_all(double* out) {
  __shared__ double* common;
  const unsigned i = threadIdx.x;
  if (i == 0) common = new double[32];
  __syncthreads();
  common[i] = i;
  __syncthreads();
  out[i] = common[31 - i];
  __syncthreads();
  if (i == 0) delete[] common;
}
CASE(allocated_by_one_for_all) {
  RUN(allocated_by_one_for_all, (1), (32), output<double>("out", 32));
}

// case object_of_a_thread
struct Node {
  int value;
  Node* next;
};
__global__ void object_of_a_thread(int* out) {
  Node* list = nullptr;
  for (int k = 0; k < 3; ++k) list = new Node{k, list};
  int sum = 0;
  while (list) {
    sum += list->value;
    Node* const next = list->next;
    delete list;
    list = next;
  }
  out[threadIdx.x] = sum;
}
CASE(object_of_a_thread) { RUN(object_of_a_thread, (1), (4), output<int>("out", 4)); }

// case past_the_end_of_what_it_allocated
//   out-of-bounds heap [write]
__global__ void past_the_end_of_what_it_allocated(int* out) {
  int* const mine = static_cast<int*>(malloc(4 * sizeof(int)));
  for (int k = 0; k <= 4; ++k) mine[k] = k;  // [write]
  out[threadIdx.x] = mine[0];
  free(mine);
}
CASE(past_the_end_of_what_it_allocated) {
  RUN(past_the_end_of_what_it_allocated, (1), (2), output<int>("out", 2));
}

// case read_what_it_freed
//   use-after-free heap [read]
__global__ void read_what_it_freed(int* out) {
  int* const mine = new int(3);
  delete mine;
  out[threadIdx.x] = *mine;  // [read]
}
CASE(read_what_it_freed) { RUN(read_what_it_freed, (1), (2), output<int>("out", 2)); }

// case read_what_new_left
//   uninitialised heap [read]
__global__ void read_what_new_left(int* out) {
  int* const mine = new int[2];
  mine[0] = 1;
  out[threadIdx.x] = mine[threadIdx.x];  // [read]
  delete[] mine;
}
CASE(read_what_new_left) { RUN(read_what_new_left, (1), (2), output<int>("out", 2)); }

// Warps that have left.

// case whole_warps_leave
__global__ void whole_warps_leave(int* out) {
  __shared__ int s[64];
  const unsigned i = threadIdx.x;
  if (i >= 64) return;
  s[i] = 1;
  __syncthreads();
  out[i] = s[63 - i];
}
CASE(whole_warps_leave) { RUN(whole_warps_leave, (1), (256), output<int>("out", 64)); }

// case warps_leave_one_by_one
__global__ void warps_leave_one_by_one(int* out) {
  __shared__ int s[256];
  const unsigned i = threadIdx.x;
  for (unsigned left = 256; left > 64; left /= 2) {
    s[i] = static_cast<int>(left);
    __syncthreads();
    if (i >= left / 2) return;
  }
  out[i] = s[i + 64];
}
CASE(warps_leave_one_by_one) { RUN(warps_leave_one_by_one, (1), (256), output<int>("out", 64)); }

// case last_warp_leaves_partly_filled
__global__ void last_warp_leaves_partly_filled(int* out) {
  __shared__ int s[64];
  const unsigned i = threadIdx.x;
  if (i >= 64) return;
  s[i] = 1;
  __syncthreads();
  out[i] = s[63 - i];
}
CASE(last_warp_leaves_partly_filled) {
  RUN(last_warp_leaves_partly_filled, (1), (80), output<int>("out", 64));
}

// case half_a_warp_leaves
//   barrier-divergence - [barrier]
__global__ void half_a_warp_leaves(int* out) {
  __shared__ int s[64];
  const unsigned i = threadIdx.x;
  if (i >= 48) return;
  s[i] = 1;
  __syncthreads();  // [barrier]
  out[i] = s[47 - i];
}
CASE(half_a_warp_leaves) { RUN(half_a_warp_leaves, (1), (64), output<int>("out", 48)); }

// case one_lane_of_each_warp_leaves
//   barrier-divergence - [barrier]
__global__ void one_lane_of_each_warp_leaves(int* out) {
  if (threadIdx.x % warpSize == 3) return;
  __syncthreads();  // [barrier]
  out[threadIdx.x] = 1;
}
CASE(one_lane_of_each_warp_leaves) {
  RUN(one_lane_of_each_warp_leaves, (1), (128), scratch<int>("out", 128));
}
