// Frees in kernels, and objects with virtual functions.
#include <new>

#include "tests/hip_cpu/check/case.hpp"

// case frees_twice
//   use-after-free heap [again]
__global__ void frees_twice(int* out, int** kept) {
  kept[0] = static_cast<int*>(malloc(4 * sizeof(int)));
  kept[0][0] = 1;
  out[0] = kept[0][0];
  for (int i = 0; i < 2; ++i) free(kept[0]);  // [again]
}
CASE(frees_twice) { RUN(frees_twice, (1), (1), output<int>("out", 1), scratch<int*>("kept", 1)); }

// case frees_in_two_launches
//   use-after-free heap [delete]
__global__ void keeps(int** kept) { *kept = new int[4]; }
__global__ void frees(int** kept, unsigned* count) {
  atomicAdd(count, 1u);  // the launch runs in several orders
  delete[] * kept;       // [delete]
}

CASE(frees_in_two_launches) {
  int** const kept = scratch<int*>("kept", 1);
  RUN(keeps, (1), (1), kept);
  RUN(frees, (1), (1), kept, zeros<unsigned>("count", 1));
  RUN(frees, (1), (1), kept, zeros<unsigned>("count", 1));
}

// case frees_in_a_later_launch
CASE(frees_in_a_later_launch) {
  int** const kept = scratch<int*>("kept", 1);
  RUN(keeps, (1), (1), kept);
  RUN(frees, (1), (1), kept, zeros<unsigned>("count", 1));
}

// case frees_memory_of_the_host
//   wild-pointer memory [of_host]
__global__ void frees_memory_of_the_host(int* memory) {
  memory[0] = 1;
  free(memory);  // [of_host]
}
CASE(frees_memory_of_the_host) {
  RUN(frees_memory_of_the_host, (1), (1), scratch<int>("memory", 4));
}

// case frees_a_part
//   wild-pointer heap [part]
__global__ void frees_a_part(int* out, int first) {
  int* const mine = static_cast<int*>(malloc(4 * sizeof(int)));
  mine[1] = 1;
  out[0] = mine[1];
  free(mine + first);  // [part]
}
CASE(frees_a_part) { RUN(frees_a_part, (1), (1), output<int>("out", 1), 1); }

namespace {
struct Shape {
  __host__ __device__ virtual float area() const { return side * side; }
  float side = 2;
};
struct Disc : Shape {
  __host__ __device__ float area() const override { return 3 * side * side; }
};
}  // namespace

// case virtual_functions_of_a_copied_object
//   wild-pointer shape [area]
__global__ void sums_areas(const Shape* shape, float* out) {
  out[threadIdx.x] = shape->area();  // [area]
}

CASE(virtual_functions_of_a_copied_object) {
  const Shape made_by_host;
  Shape* const shape = scratch<Shape>("shape", 1);
  static_cast<void>(hipMemcpy(shape, &made_by_host, sizeof(Shape), hipMemcpyHostToDevice));
  RUN(sums_areas, (1), (4), shape, output<float>("out", 4));
}

__global__ void makes_disc(Disc* place) { new (place) Disc; }

// case virtual_functions_of_an_object_of_a_kernel
CASE(virtual_functions_of_an_object_of_a_kernel) {
  Disc* const disc = scratch<Disc>("disc", 1);
  Disc* const copy = scratch<Disc>("copy", 1);
  RUN(makes_disc, (1), (1), disc);
  RUN(sums_areas, (1), (4), disc, output<float>("out", 4));
  static_cast<void>(hipMemcpy(copy, disc, sizeof(Disc), hipMemcpyDeviceToDevice));
  RUN(sums_areas, (1), (4), copy, output<float>("out", 4));
}
