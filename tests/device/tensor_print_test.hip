// print(tensor): its output for tensors in global and shared memory and in registers, and the
// thread that prints.
#include <gtest/gtest.h>
#include <hip/hip_runtime.h>

#include <hippuzzle/bfloat16.hpp>
#include <hippuzzle/tensor_print.hpp>
#include <string>

#include "tests/support/device_array.hpp"

namespace {

using namespace hippuzzle;

struct Global {
  __device__ static void run(float* data) {
    const auto tensor = make_tensor(data, row_major<2, 3>());
    print(tensor);
    __syncthreads();
    if (threadIdx.x == 0) tensor(1, 2) = -12.5f;
    __syncthreads();
    print(tensor);
  }
};

// Another thread's registers; whole numbers; vectors.
struct Registers {
  __device__ static void run(float* data) {
    RegisterTensor<Bf16, decltype(col_major<2, 2>())> values;
    for (int i = 0; i < 4; ++i) values(i) = to_bf16(static_cast<float>(i + 10 * threadIdx.x));
    print(values);
    __syncthreads();
    if (threadIdx.x == 3) print_here(values);
    __syncthreads();
    print(make_tensor(data, row_major(1, 4)).vectorize<1, 4>());
  }
};

struct Shared {
  __device__ static void run(float*) {
    __shared__ SharedTensor<int, decltype(make_layout(Ints<2, 2, 2>{}))> tile;
    if (threadIdx.x < 8) tile(static_cast<int>(threadIdx.x)) = static_cast<int>(threadIdx.x) - 1;
    __syncthreads();
    print(tile);
    __syncthreads();
    print(tile.view()(1, 0, _));
  }
};

template <class Body>
__global__ void print_kernel(float* data) {
  Body::run(data);
}

template <class Body>
std::string printed_by() {
  DeviceArray<float> zeros(std::vector<float>(8, 0.0f));
  ::testing::internal::CaptureStdout();
  hipLaunchKernelGGL(print_kernel<Body>, dim3(1), dim3(8), 0, 0, zeros.data());
  const hipError_t error = hipDeviceSynchronize();
  std::fflush(stdout);
  const std::string text = ::testing::internal::GetCapturedStdout();
  EXPECT_EQ(error, hipSuccess);
  return text;
}

TEST(TensorPrint, PrintsShapeLayoutAndRowsOnce) {
  EXPECT_EQ(printed_by<Global>(),
            "2 x 3 tensor, layout (2,3):(3,1)\n"
            "  0.0  0.0  0.0\n"
            "  0.0  0.0  0.0\n"
            "2 x 3 tensor, layout (2,3):(3,1)\n"
            "    0.0000    0.0000    0.0000\n"
            "    0.0000    0.0000  -12.5000\n");
}

TEST(TensorPrint, PrintsRegistersOfTheFirstThreadOrOfTheCaller) {
  EXPECT_EQ(printed_by<Registers>(),
            "2 x 2 tensor, layout (2,2):(1,2)\n"
            "  0.0  2.0\n"
            "  1.0  3.0\n"
            "2 x 2 tensor, layout (2,2):(1,2)\n"
            "  30.0  32.0\n"
            "  31.0  33.0\n"
            "1 x 1 tensor, layout (1,1):(1,1)\n"
            "  {0.0 0.0 0.0 0.0}\n");
}

TEST(TensorPrint, PrintsSharedMemoryMatrixByMatrix) {
  EXPECT_EQ(printed_by<Shared>(),
            "2 x 2 x 2 tensor, layout (2,2,2):(1,2,4)\n"
            "(_,_,0)\n"
            "  -1   1\n"
            "   0   2\n"
            "(_,_,1)\n"
            "   3   5\n"
            "   4   6\n"
            "tensor of 2, layout (2):(4)\n"
            "  0  4\n");
}

}  // namespace
