// Runs the tests of one platform; without a device of its own it says so and skips them (77).
#include <gtest/gtest.h>
#include <hip/hip_runtime.h>

#include <cstdio>

int main(int argc, char** argv) {
  ::testing::InitGoogleTest(&argc, argv);
  if (!GTEST_FLAG_GET(list_tests)) {
    int count = 0;
    const hipError_t error = hipGetDeviceCount(&count);
    if (error != hipSuccess || count == 0) {
      std::printf("no GPU can be used here (%s); needs a GPU and its driver\n",
                  error != hipSuccess ? hipGetErrorString(error) : "there is none");
      return 77;
    }
  }
  return RUN_ALL_TESTS();
}
