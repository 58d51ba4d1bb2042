// A product of square matrices, by one thread an element and by tiles of 16 x 16 in shared memory,
// as any HIP for a CPU compiles it:  product naive|tiled SIDE
#include <hip/hip_runtime.h>

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <vector>

constexpr int tile = 16;

__global__ void naive(const float* a, const float* b, float* c, int side) {
  const int row = blockIdx.y * blockDim.y + threadIdx.y;
  const int column = blockIdx.x * blockDim.x + threadIdx.x;
  if (row >= side || column >= side) return;
  float sum = 0;
  for (int k = 0; k < side; ++k) sum += a[row * side + k] * b[k * side + column];
  c[row * side + column] = sum;
}

__global__ void tiled(const float* a, const float* b, float* c, int side) {
  __shared__ float of_a[tile][tile];
  __shared__ float of_b[tile][tile];
  const int y = threadIdx.y, x = threadIdx.x;
  const int row = blockIdx.y * tile + y, column = blockIdx.x * tile + x;
  float sum = 0;
  for (int begin = 0; begin < side; begin += tile) {
    of_a[y][x] = a[row * side + begin + x];
    of_b[y][x] = b[(begin + y) * side + column];
    __syncthreads();
    for (int k = 0; k < tile; ++k) sum += of_a[y][k] * of_b[k][x];
    __syncthreads();
  }
  c[row * side + column] = sum;
}

int main(int argc, char** argv) {
  const int side = argc == 3 ? std::atoi(argv[2]) : 0;
  const bool is_tiled = argc == 3 && std::strcmp(argv[1], "tiled") == 0;
  if (side <= 0 || side % tile != 0) return 2;
  const size_t count = static_cast<size_t>(side) * side, bytes = count * sizeof(float);
  std::vector<float> a(count), b(count), c(count);
  for (size_t i = 0; i < count; ++i) {  // whole numbers, so that any order of a sum gives the same
    a[i] = static_cast<float>(i % 7);
    b[i] = static_cast<float>(i % 5);
  }
  float *da = nullptr, *db = nullptr, *dc = nullptr;
  if (hipMalloc(reinterpret_cast<void**>(&da), bytes) != hipSuccess ||
      hipMalloc(reinterpret_cast<void**>(&db), bytes) != hipSuccess ||
      hipMalloc(reinterpret_cast<void**>(&dc), bytes) != hipSuccess)
    return 1;
  static_cast<void>(hipMemcpy(da, a.data(), bytes, hipMemcpyHostToDevice));
  static_cast<void>(hipMemcpy(db, b.data(), bytes, hipMemcpyHostToDevice));
  const dim3 grid(side / tile, side / tile), block(tile, tile);
  if (is_tiled) {
    hipLaunchKernelGGL(tiled, grid, block, 0, nullptr, da, db, dc, side);
  } else {
    hipLaunchKernelGGL(naive, grid, block, 0, nullptr, da, db, dc, side);
  }
  static_cast<void>(hipDeviceSynchronize());
  static_cast<void>(hipMemcpy(c.data(), dc, bytes, hipMemcpyDeviceToHost));
  for (size_t i = 0; i < count; i += count / 64 + 1) {
    const size_t row = i / side, column = i % side;
    float sum = 0;
    for (int k = 0; k < side; ++k) sum += a[row * side + k] * b[k * side + column];
    if (c[i] != sum) return std::printf("wrong at %zu: %g, not %g\n", i, c[i], sum), 1;
  }
  std::puts("right");
}
