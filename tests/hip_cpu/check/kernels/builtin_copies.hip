// Copies and fills by the compiler's built-in functions, whose sizes are constants.
#include <hip_cpu/checked_builtins.hpp>

#include "tests/hip_cpu/check/case.hpp"

struct Point {
  float x, y, z;
};
struct Record {
  short x, y;
  char z;
};

// case twelve_bytes_past_the_end
//   out-of-bounds to [copy]
//   out-of-bounds from [copy]
__global__ void twelve_bytes_past_the_end(Point* to, const Point* from) {
  __builtin_memcpy(&to[threadIdx.x], &from[threadIdx.x], sizeof(Point));  // [copy]
}
CASE(twelve_bytes_past_the_end) {
  RUN(twelve_bytes_past_the_end, (1), (33), scratch<Point>("to", 32), zeros<Point>("from", 32));
}

// case twelve_bytes_inside
CASE(twelve_bytes_inside) {
  RUN(twelve_bytes_past_the_end, (1), (32), output<Point>("to", 32), zeros<Point>("from", 32));
}

// case fill_past_the_end
//   out-of-bounds to [fill]
__global__ void fill_past_the_end(int* to) {
  __builtin_memset(&to[threadIdx.x], 0, sizeof(int));  // [fill]
}
CASE(fill_past_the_end) { RUN(fill_past_the_end, (1), (33), scratch<int>("to", 32)); }

// case fill_of_an_output
CASE(fill_of_an_output) { RUN(fill_past_the_end, (1), (32), output<int>("to", 32)); }

// case records_that_overlap
//   race to [copy]
__global__ void records_that_overlap(Record* to, const Record* from) {
  __builtin_memcpy(&to[threadIdx.x], &from[2 * threadIdx.x], 2 * sizeof(Record));  // [copy]
}
CASE(records_that_overlap) {
  RUN(records_that_overlap, (1), (2), scratch<Record>("to", 8),
      reinterpret_cast<const Record*>(input<char>("from", 48)));
}

// case records_moved_within_an_array
//   race records [move]
__global__ void records_moved_within_an_array(Point* records) {
  __builtin_memmove(&records[threadIdx.x], &records[threadIdx.x + 1], sizeof(Point));  // [move]
}
CASE(records_moved_within_an_array) {
  RUN(records_moved_within_an_array, (1), (8), zeros<Point>("records", 9));
}

// case copies_between_locals
__global__ void copies_between_locals(float* to) {
  Point a = {1, 2, 3}, b;
  __builtin_memcpy(&b, &a, sizeof a);
  constexpr int size = 12;
  char bytes[size];
  __builtin_memset(bytes, 0, size);
  to[threadIdx.x] = b.x + bytes[3];
}
CASE(copies_between_locals) { RUN(copies_between_locals, (1), (32), output<float>("to", 32)); }
