// product.hip in OpenCL:  product_opencl naive|tiled SIDE
#define CL_TARGET_OPENCL_VERSION 120
#include <CL/cl.h>

#include <cstdio>
#include <cstdlib>
#include <vector>

namespace {

constexpr size_t tile = 16;

const char* const kernels = R"(
#define TILE 16
kernel void naive(global const float* a, global const float* b, global float* c, int side) {
  const int row = get_global_id(1), column = get_global_id(0);
  if (row >= side || column >= side) return;
  float sum = 0;
  for (int k = 0; k < side; ++k) sum += a[row * side + k] * b[k * side + column];
  c[row * side + column] = sum;
}
kernel void tiled(global const float* a, global const float* b, global float* c, int side) {
  local float of_a[TILE][TILE];
  local float of_b[TILE][TILE];
  const int y = get_local_id(1), x = get_local_id(0);
  const int row = get_group_id(1) * TILE + y, column = get_group_id(0) * TILE + x;
  float sum = 0;
  for (int begin = 0; begin < side; begin += TILE) {
    of_a[y][x] = a[row * side + begin + x];
    of_b[y][x] = b[(begin + y) * side + column];
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int k = 0; k < TILE; ++k) sum += of_a[y][k] * of_b[k][x];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  c[row * side + column] = sum;
}
)";

void require(cl_int error, const char* what) {
  if (error == CL_SUCCESS) return;
  std::printf("%s: %d\n", what, error);
  std::exit(1);
}

}  // namespace

int main(int argc, char** argv) {
  const int side = argc == 3 ? std::atoi(argv[2]) : 0;
  if (side <= 0 || side % static_cast<int>(tile) != 0) return 2;
  const size_t count = static_cast<size_t>(side) * side, bytes = count * sizeof(float);
  std::vector<float> a(count), b(count), c(count);
  for (size_t i = 0; i < count; ++i) {
    a[i] = static_cast<float>(i % 7);
    b[i] = static_cast<float>(i % 5);
  }
  cl_platform_id platform;
  cl_device_id device;
  require(clGetPlatformIDs(1, &platform, nullptr), "no platform");
  require(clGetDeviceIDs(platform, CL_DEVICE_TYPE_CPU, 1, &device, nullptr), "no device");
  cl_context context = clCreateContext(nullptr, 1, &device, nullptr, nullptr, nullptr);
  cl_command_queue queue = clCreateCommandQueue(context, device, 0, nullptr);
  const char* text = kernels;
  cl_program program = clCreateProgramWithSource(context, 1, &text, nullptr, nullptr);
  require(clBuildProgram(program, 1, &device, "", nullptr, nullptr), "kernels do not compile");
  cl_int error;
  cl_kernel kernel = clCreateKernel(program, argv[1], &error);
  require(error, "no such kernel");
  cl_mem da = clCreateBuffer(context, CL_MEM_COPY_HOST_PTR, bytes, a.data(), nullptr);
  cl_mem db = clCreateBuffer(context, CL_MEM_COPY_HOST_PTR, bytes, b.data(), nullptr);
  cl_mem dc = clCreateBuffer(context, CL_MEM_READ_WRITE, bytes, nullptr, nullptr);
  clSetKernelArg(kernel, 0, sizeof da, &da);
  clSetKernelArg(kernel, 1, sizeof db, &db);
  clSetKernelArg(kernel, 2, sizeof dc, &dc);
  clSetKernelArg(kernel, 3, sizeof side, &side);
  const size_t all[] = {static_cast<size_t>(side), static_cast<size_t>(side)};
  const size_t block[] = {tile, tile};
  require(clEnqueueNDRangeKernel(queue, kernel, 2, nullptr, all, block, 0, nullptr, nullptr),
          "no launch");
  require(clEnqueueReadBuffer(queue, dc, CL_TRUE, 0, bytes, c.data(), 0, nullptr, nullptr),
          "no result");
  for (size_t i = 0; i < count; i += count / 64 + 1) {
    const size_t row = i / side, column = i % side;
    float sum = 0;
    for (int k = 0; k < side; ++k) sum += a[row * side + k] * b[k * side + column];
    if (c[i] != sum) return std::printf("wrong at %zu: %g, not %g\n", i, c[i], sum), 1;
  }
  std::puts("right");
}
