// Pointers to memory that ended with the block, the thread or the launch that had it.
#include "tests/hip_cpu/check/case.hpp"

__global__ void keeps_shared(int** where) {
  __shared__ int s[32];
  s[threadIdx.x] = 1;
  if (threadIdx.x == 0) *where = s;
}
__global__ void keeps_local(int** where) {
  int local = 7;
  *where = &local;
}
struct Table {
  int values[4];
};
__global__ void keeps_parameter(const int** where, Table table) { *where = table.values; }

// case shared_memory_of_an_earlier_launch
//   wild-pointer where [read]
//   uninitialised s [read]
__global__ void shared_memory_of_an_earlier_launch(int* out, int** where) {
  __shared__ int s[32];
  s[threadIdx.x] = 2;
  __syncthreads();
  out[threadIdx.x] = (*where)[threadIdx.x] + s[31 - threadIdx.x];  // [read]
}
CASE(shared_memory_of_an_earlier_launch) {
  int** where = scratch<int*>("where", 1);
  RUN(keeps_shared, (1), (32), where);
  RUN(shared_memory_of_an_earlier_launch, (1), (32), output<int>("out", 32), where);
}

// case shared_memory_of_another_block
//   race where [keep] [read]
//   numbered: wild-pointer where [read]
//   reversed: wild-pointer - [read]
__global__ void shared_memory_of_another_block(int* out, int** where) {
  __shared__ int s[32];
  s[threadIdx.x] = static_cast<int>(blockIdx.x);
  __syncthreads();
  if (threadIdx.x == 0 && blockIdx.x == 0) where[0] = s;          // [keep]
  if (blockIdx.x == 1) out[threadIdx.x] = where[0][threadIdx.x];  // [read]
}
CASE(shared_memory_of_another_block) {
  RUN(shared_memory_of_another_block, (2), (32), output<int>("out", 32), zeros<int*>("where", 1));
}

// case view_of_an_earlier_launch
//   wild-pointer views [read]
//   uninitialised lent [use]
struct View {
  int* data;
  long long first, count;
};
__global__ void keeps_views(View* views) {
  __shared__ int lent[16];
  lent[threadIdx.x] = 1;
  if (threadIdx.x == 0) *views = View{lent, 0, 16};
}
__global__ void view_of_an_earlier_launch(int* out, const View* views) {
  const View view = *views;                                // [read]
  out[threadIdx.x] = view.data[view.first + threadIdx.x];  // [use]
}
CASE(view_of_an_earlier_launch) {
  View* views = scratch<View>("views", 1);
  RUN(keeps_views, (1), (16), views);
  RUN(view_of_an_earlier_launch, (1), (16), output<int>("out", 16), views);
}

// case views_in_the_same_block
__global__ void views_in_the_same_block(int* out, View* views) {
  __shared__ int s[16];
  s[threadIdx.x] = static_cast<int>(threadIdx.x);
  if (threadIdx.x == 0) views[blockIdx.x] = View{s, 1, 15};
  __syncthreads();
  const View view = views[blockIdx.x];
  out[blockIdx.x * 16 + threadIdx.x] = view.data[(view.first + threadIdx.x) % 16];
}
CASE(views_in_the_same_block) {
  RUN(views_in_the_same_block, (2), (16), output<int>("out", 32), scratch<View>("views", 2));
}

// case pointer_in_the_same_block
__global__ void pointer_in_the_same_block(int* out, int** where) {
  __shared__ int s[32];
  s[threadIdx.x] = static_cast<int>(blockIdx.x);
  if (threadIdx.x == 0) where[blockIdx.x] = s;
  __syncthreads();
  out[blockIdx.x * 32 + threadIdx.x] = where[blockIdx.x][31 - threadIdx.x];
}
CASE(pointer_in_the_same_block) {
  RUN(pointer_in_the_same_block, (2), (32), output<int>("out", 64), zeros<int*>("where", 2));
}

// case local_variable_of_an_earlier_launch
//   wild-pointer where [read]
__global__ void local_variable_of_an_earlier_launch(int* out, int** where) {
  int other = 3;
  out[0] = **where + other;  // [read]
}
CASE(local_variable_of_an_earlier_launch) {
  int** where = scratch<int*>("where", 1);
  RUN(keeps_local, (1), (1), where);
  RUN(local_variable_of_an_earlier_launch, (1), (1), output<int>("out", 1), where);
}

// case parameter_of_an_earlier_launch
//   wild-pointer where [read]
__global__ void parameter_of_an_earlier_launch(int* out, const int** where, Table) {
  out[threadIdx.x] = (*where)[threadIdx.x];  // [read]
}
CASE(parameter_of_an_earlier_launch) {
  const int** where = scratch<const int*>("where", 1);
  RUN(keeps_parameter, (1), (1), where, (Table{{1, 2, 3, 4}}));
  RUN(parameter_of_an_earlier_launch, (1), (4), output<int>("out", 4), where,
      (Table{{5, 6, 7, 8}}));
}

// case local_variable_of_a_thread_before
//   numbered: wild-pointer where [read]
//   reversed: wild-pointer - [read]
__global__ void local_variable_of_a_thread_before(int* out, int** where) {
  int mine = static_cast<int>(threadIdx.x);
  if (threadIdx.x == 0) *where = &mine;
  __syncthreads();
  if (threadIdx.x == 1) out[0] = **where;  // [read]
  if (threadIdx.x == 0) out[1] = **where;
}
CASE(local_variable_of_a_thread_before) {
  RUN(local_variable_of_a_thread_before, (1), (2), output<int>("out", 2), zeros<int*>("where", 1));
}

// case own_local_variable
__global__ void own_local_variable(int* out, int** where) {
  int mine = static_cast<int>(threadIdx.x);
  where[threadIdx.x] = &mine;
  out[threadIdx.x] = *where[threadIdx.x];
}
CASE(own_local_variable) {
  RUN(own_local_variable, (1), (32), output<int>("out", 32), zeros<int*>("where", 32));
}

// case pointers_to_global_memory
__global__ void keeps_global(int** where, int* data) { where[threadIdx.x] = data + threadIdx.x; }
__global__ void pointers_to_global_memory(int* out, int** where) {
  out[threadIdx.x] = *where[31 - threadIdx.x];
}
CASE(pointers_to_global_memory) {
  int** where = scratch<int*>("where", 32);
  RUN(keeps_global, (1), (32), where, input<int>("data", 32));
  RUN(pointers_to_global_memory, (1), (32), output<int>("out", 32), where);
}
