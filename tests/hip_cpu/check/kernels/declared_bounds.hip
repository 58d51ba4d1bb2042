// Indices that leave an array's declared type and land in something larger: another row, the next
// member, the neighbour of a local array or of a table.
#include "tests/hip_cpu/check/case.hpp"

// case past_a_row
//   out-of-bounds rows [index]
__global__ void past_a_row(float* out) {
  __shared__ float rows[4][8];
  const unsigned y = threadIdx.y, x = threadIdx.x;
  rows[y][x] = static_cast<float>(x);
  __syncthreads();
  out[y * 8 + x] = y < 3 ? rows[y][x + 1] : rows[y][x];  // [index]
}
CASE(past_a_row) { RUN(past_a_row, (1), (8, 4), output<float>("out", 32)); }

// case within_its_row
__global__ void within_its_row(float* out) {
  __shared__ float rows[4][8];
  const unsigned y = threadIdx.y, x = threadIdx.x;
  rows[y][x] = static_cast<float>(x);
  __syncthreads();
  out[y * 8 + x] = y < 3 && x < 7 ? rows[y][x + 1] : rows[y][x];
}
CASE(within_its_row) { RUN(within_its_row, (1), (8, 4), output<float>("out", 32)); }

// case before_a_row
//   out-of-bounds tile [index]
__global__ void before_a_row(int* out) {
  __shared__ int tile[2][3][4];
  const int x = static_cast<int>(threadIdx.x), y = static_cast<int>(threadIdx.y);
  for (int z = 0; z < 2; ++z) tile[z][y][x] = x;
  __syncthreads();
  int sum = 0;
  for (int z = 0; z < 2; ++z) sum += z > 0 ? tile[z][y - 1][x] : tile[z][y][x];  // [index]
  out[y * 4 + x] = sum;
}
CASE(before_a_row) { RUN(before_a_row, (1), (4, 3), output<int>("out", 12)); }

// case rows_and_columns_exchanged
//   out-of-bounds tile [index]
__global__ void rows_and_columns_exchanged(int* out) {
  __shared__ int tile[4][8];
  const unsigned y = threadIdx.y, x = threadIdx.x;
  tile[y][x] = static_cast<int>(x);
  __syncthreads();
  if (x < 4) out[y * 4 + x] = tile[x][y + 4 + x / 3];  // [index]
}
CASE(rows_and_columns_exchanged) {
  RUN(rows_and_columns_exchanged, (1), (8, 4), output<int>("out", 16));
}

// case past_a_row_of_global_memory
//   out-of-bounds image [index]
__global__ void past_a_row_of_global_memory(int* out, const int (*image)[6]) {
  const unsigned x = threadIdx.x, y = threadIdx.y;
  out[y * 6 + x] = y == 0 ? image[y][x + 1] : image[y][x];  // [index]
}
CASE(past_a_row_of_global_memory) {
  RUN(past_a_row_of_global_memory, (1), (6, 3), output<int>("out", 18),
      reinterpret_cast<const int(*)[6]>(input<int>("image", 18)));
}

// case rows_of_global_memory
__global__ void rows_of_global_memory(int* out, const int (*image)[6]) {
  const unsigned x = threadIdx.x, y = threadIdx.y;
  out[y * 6 + x] = image[y][(x + 1) % 6];
}
CASE(rows_of_global_memory) {
  RUN(rows_of_global_memory, (1), (6, 3), output<int>("out", 18),
      reinterpret_cast<const int(*)[6]>(input<int>("image", 18)));
}

// case past_a_member
//   out-of-bounds p.taps [index]
struct Filter {
  float taps[3];
  float scale;
};
__global__ void past_a_member(float* out, const Filter* filters) {
  const Filter& p = filters[threadIdx.x];
  float sum = 0;
  for (unsigned i = 0; i <= 3; ++i) sum += p.taps[i];  // [index]
  out[threadIdx.x] = sum * p.scale;
}
CASE(past_a_member) {
  RUN(past_a_member, (1), (4), output<float>("out", 4),
      reinterpret_cast<const Filter*>(input<float>("filters", 16)));
}

// case all_of_a_member
__global__ void all_of_a_member(float* out, const Filter* filters) {
  const Filter& p = filters[threadIdx.x];
  float sum = 0;
  for (unsigned i = 0; i < 3; ++i) sum += p.taps[i];
  out[threadIdx.x] = sum * p.scale;
}
CASE(all_of_a_member) {
  RUN(all_of_a_member, (1), (4), output<float>("out", 4),
      reinterpret_cast<const Filter*>(input<float>("filters", 16)));
}

// case past_the_last_member
//   out-of-bounds cells->values [index]
struct Cell {
  int count;
  int values[3];
};
__global__ void past_the_last_member(int* out, const Cell* cells) {
  out[threadIdx.x] = cells->values[threadIdx.x];  // [index]
}
CASE(past_the_last_member) {
  RUN(past_the_last_member, (1), (5), output<int>("out", 5),
      reinterpret_cast<const Cell*>(input<int>("cells", 8)));
}

// case past_a_table
//   out-of-bounds weights [index]
__global__ void past_a_table(float* out) {
  constexpr float weights[5] = {1, 4, 6, 4, 1};
  float sum = 0;
  for (unsigned i = threadIdx.x; i < 6; ++i) sum += weights[i];  // [index]
  out[threadIdx.x] = sum;
}
CASE(past_a_table) { RUN(past_a_table, (1), (4), output<float>("out", 4)); }

// case all_of_a_table
__global__ void all_of_a_table(float* out) {
  constexpr float weights[5] = {1, 4, 6, 4, 1};
  float sum = 0;
  for (unsigned i = threadIdx.x; i < 5; ++i) sum += weights[i];
  out[threadIdx.x] = sum;
}
CASE(all_of_a_table) { RUN(all_of_a_table, (1), (4), output<float>("out", 4)); }

// case past_a_parameter
//   out-of-bounds filter.taps [index]
__global__ void past_a_parameter(float* out, Filter filter) {
  out[threadIdx.x] = filter.taps[threadIdx.x];  // [index]
}
CASE(past_a_parameter) {
  RUN(past_a_parameter, (1), (4), output<float>("out", 4), (Filter{{1, 2, 3}, 4}));
}

// case all_of_a_parameter
__global__ void all_of_a_parameter(float* out, Filter filter) {
  out[threadIdx.x] = threadIdx.x < 3 ? filter.taps[threadIdx.x] : filter.scale;
}
CASE(all_of_a_parameter) {
  RUN(all_of_a_parameter, (1), (4), output<float>("out", 4), (Filter{{1, 2, 3}, 4}));
}

// case past_a_local_array
//   out-of-bounds digits [index]
__global__ void past_a_local_array(unsigned* out) {
  unsigned digits[4] = {};
  unsigned rest = threadIdx.x;
  for (unsigned i = 0; i <= 4; ++i, rest /= 10) digits[i] = rest % 10;  // [index]
  out[threadIdx.x] = digits[0] + digits[1];
}
CASE(past_a_local_array) { RUN(past_a_local_array, (1), (32), output<unsigned>("out", 32)); }

// case local_array_read_far_off
//   out-of-bounds window [index]
__global__ void local_array_read_far_off(float* out, const float* in, int shift) {
  float window[3];
  for (int i = 0; i < 3; ++i) window[i] = in[static_cast<int>(threadIdx.x) + i];
  out[threadIdx.x] = window[shift];  // [index]
}
CASE(local_array_read_far_off) {
  RUN(local_array_read_far_off, (1), (8), scratch<float>("out", 8), input<float>("in", 10),
      -100000);
}

// case local_window
__global__ void local_window(float* out, const float* in, int shift) {
  float window[3];
  for (int i = 0; i < 3; ++i) window[i] = in[static_cast<int>(threadIdx.x) + i];
  out[threadIdx.x] = window[shift];
}
CASE(local_window) {
  RUN(local_window, (1), (8), output<float>("out", 8), input<float>("in", 10), 2);
}

// case pointer_past_the_last_row
__global__ void pointer_past_the_last_row(float* out) {
  __shared__ float rows[4][8];
  rows[threadIdx.y][threadIdx.x] = 1;
  __syncthreads();
  float sum = 0;
  for (const float* at = &rows[threadIdx.y][0]; at != &rows[threadIdx.y][8]; ++at) sum += *at;
  out[threadIdx.y * 8 + threadIdx.x] = sum;
}
CASE(pointer_past_the_last_row) {
  RUN(pointer_past_the_last_row, (1), (8, 4), output<float>("out", 32));
}

// case struct_longer_than_it_says
struct Packet {
  int length;
  int data[1];
};
__global__ void struct_longer_than_it_says(int* out, const Packet* packet) {
  out[threadIdx.x] = packet->data[threadIdx.x];
}
CASE(struct_longer_than_it_says) {
  RUN(struct_longer_than_it_says, (1), (4), output<int>("out", 4),
      reinterpret_cast<const Packet*>(input<int>("packet", 5)));
}

// case row_past_the_array
//   out-of-bounds rows [index]
__global__ void row_past_the_array(int* out) {
  __shared__ int rows[3][4];
  const unsigned y = threadIdx.y, x = threadIdx.x;
  rows[y][x] = 1;
  __syncthreads();
  out[y * 4 + x] = rows[y + 1][x];  // [index]
}
CASE(row_past_the_array) { RUN(row_past_the_array, (1), (4, 3), output<int>("out", 12)); }
