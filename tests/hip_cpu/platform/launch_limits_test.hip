// A launch beyond a GPU's limits runs nothing and leaves HIP's code for hipGetLastError.
#include <gtest/gtest.h>

#include <hip_cpu/config.h>

#include <ostream>
#include <string>

#include "tests/hip_cpu/platform/settings.hpp"
#include "tests/support/device_array.hpp"

namespace {

__device__ int threads_run;
__global__ void count_threads() { atomicAdd(&threads_run, 1); }

struct Attempt {
  dim3 grid, block;
  size_t shared;
  hipError_t expected;
};

void PrintTo(const Attempt& attempt, std::ostream* out) {
  const auto print = [out](dim3 size) { *out << size.x << " x " << size.y << " x " << size.z; };
  *out << "blocks: ", print(attempt.grid);
  *out << ", threads: ", print(attempt.block);
  *out << ", shared bytes: " << attempt.shared;
}

class LaunchLimits : public testing::TestWithParam<Attempt> {};

TEST_P(LaunchLimits, AreThoseOfAGpu) {
  const Attempt attempt = GetParam();
  ASSERT_EQ(hipGetLastError(), hipSuccess);
  threads_run = 0;
  hipLaunchKernelGGL(count_threads, attempt.grid, attempt.block, attempt.shared, nullptr);
  const bool accepted = attempt.expected == hipSuccess;
  EXPECT_EQ(threads_run, accepted ? size_of(attempt.grid) * size_of(attempt.block) : 0);
  EXPECT_EQ(hipPeekAtLastError(), attempt.expected);
  EXPECT_EQ(hipGetLastError(), attempt.expected);
  EXPECT_EQ(hipGetLastError(), hipSuccess) << "the error is forgotten once it was asked for";
}

constexpr hipError_t refused = hipErrorInvalidConfiguration;

INSTANTIATE_TEST_SUITE_P(Accepted, LaunchLimits,
                         testing::Values(Attempt{1, 1024, 0, hipSuccess},
                                         Attempt{1, dim3(1, 1024), 0, hipSuccess},
                                         Attempt{1, dim3(16, 1, 64), 0, hipSuccess},
                                         Attempt{1, 1, 64 * 1024, hipSuccess},
                                         Attempt{dim3(1, 65535), 1, 0, hipSuccess},
                                         Attempt{dim3(1, 1, 65535), 1, 0, hipSuccess}));

INSTANTIATE_TEST_SUITE_P(
    Refused, LaunchLimits,
    testing::Values(Attempt{0, 1, 0, refused}, Attempt{dim3(1, 0), 1, 0, refused},
                    Attempt{dim3(1, 1, 0), 1, 0, refused}, Attempt{1, 0, 0, refused},
                    Attempt{1, dim3(1, 0), 0, refused}, Attempt{1, dim3(1, 1, 0), 0, refused},
                    Attempt{1, 1025, 0, refused}, Attempt{1, dim3(1, 1025), 0, refused},
                    Attempt{1, dim3(33, 32), 0, refused}, Attempt{1, dim3(1, 1, 65), 0, refused},
                    Attempt{1, dim3(0x80000000, 2), 0, refused}, Attempt{0x80000000, 1, 0, refused},
                    Attempt{dim3(1, 65536), 1, 0, refused},
                    Attempt{dim3(1, 1, 65536), 1, 0, refused},
                    Attempt{1, 1, 64 * 1024 + 1, hipErrorInvalidValue}));

__global__ void use_static_shared(float* out) {
  __shared__ float halves[2][4096];
  halves[threadIdx.x % 2][threadIdx.x] = 1;
  __syncthreads();
  *out = halves[0][0];
}

TEST(LaunchSharedMemory, StaticAndDynamicAreCountedTogether) {
  constexpr size_t static_bytes = 2 * 4096 * sizeof(float), all = 64 * 1024;
  DeviceArray<float> out(1);
  hipLaunchKernelGGL(use_static_shared, 1, 1, all - static_bytes + 1, nullptr, out.data());
  EXPECT_EQ(hipGetLastError(), hipErrorInvalidValue);
  EXPECT_EQ(out.host()[0], 0.0f);
  hipLaunchKernelGGL(use_static_shared, 1, 1, all - static_bytes, nullptr, out.data());
  EXPECT_EQ(out.host()[0], 1.0f);
}

TEST(LaunchRefusal, SaysWhatWasAskedAndWhatIsAllowed) {
  DeviceArray<float> out(1);
  hipLaunchKernelGGL(use_static_shared, 1, 1, 40000, nullptr, out.data());
  EXPECT_STREQ(hip_cpu_refusal(hipGetLastError()),
               "72768 bytes of shared memory are asked for, of which the kernel declares 32768 and "
               "the launch adds 40000; a block may have 65536");
  hipLaunchKernelGGL(count_threads, dim3(3), dim3(64, 32), 0, nullptr);
  EXPECT_EQ(std::string(hip_cpu_refusal(hipGetLastError()))
                .find("a grid of 3 x 1 x 1 blocks of 64 x 32 x 1 threads, 2048 in all, is asked "
                      "for; allowed are "),
            0u);
  EXPECT_STREQ(hip_cpu_refusal(hipErrorInvalidValue), "")
      << "another error than the last refusal's";
  EXPECT_STREQ(hip_cpu_refusal(hipSuccess), "");
}

TEST(LaunchStream, ADestroyedOneIsRefused) {
  hipStream_t stream = nullptr;
  ASSERT_EQ(hipStreamCreate(&stream), hipSuccess);
  ASSERT_EQ(hipStreamDestroy(stream), hipSuccess);
  threads_run = 0;
  hipLaunchKernelGGL(count_threads, dim3(1), dim3(1), 0, stream);
  EXPECT_EQ(hipGetLastError(), hipErrorInvalidHandle);
  EXPECT_EQ(threads_run, 0);
}

}  // namespace
