// A missing barrier between two uses of the storage of hipCUB's block functions.
#include "tests/hip_cc/cc_command.hpp"

namespace hippuzzle::testing {
namespace library_storage_test {

class LibraryStorage : public Cc {};

constexpr const char* rounds = R"(#include <hip/hip_runtime.h>
#include <hipcub/hipcub.hpp>
#include <cstdlib>
using Scan = hipcub::BlockScan<int, 64>;
using Exchange = hipcub::BlockExchange<int, 64, 2>;
using Sort = hipcub::BlockRadixSort<int, 64, 2>;
union Both {
  Exchange::TempStorage exchange;
  Scan::TempStorage scan;
};
__global__ void scan(int* p, bool waits) {
  __shared__ Scan::TempStorage storage;
  for (int round = 0; round < 3; ++round) {
    Scan(storage).ExclusiveSum(p[threadIdx.x], p[threadIdx.x]);
    if (waits) __syncthreads();
  }
}
__global__ void exchange(int* p, bool waits) {
  __shared__ Exchange::TempStorage storage;
  int values[2] = {p[threadIdx.x], p[threadIdx.x + 64]};
  for (int round = 0; round < 3; ++round) {
    Exchange(storage).StripedToBlocked(values, values);
    if (waits) __syncthreads();
  }
  p[threadIdx.x] = values[0];
}
__global__ void sort(int* p, bool waits) {
  __shared__ Sort::TempStorage storage;
  int keys[2] = {p[threadIdx.x], p[threadIdx.x + 64]};
  for (int round = 0; round < 2; ++round) {
    Sort(storage).SortDescending(keys);
    if (waits) __syncthreads();
    Sort(storage).Sort(keys);
    if (waits) __syncthreads();
  }
  p[threadIdx.x] = keys[0];
}
__global__ void both(int* p, bool waits) {
  __shared__ Both storage;
  int values[2] = {p[threadIdx.x], p[threadIdx.x + 64]};
  Exchange(storage.exchange).StripedToBlocked(values, values);
  if (waits) __syncthreads();
  Scan(storage.scan).InclusiveSum(values[0], p[threadIdx.x]);
}
int main(int, char** arguments) {
  int *p, h[128];
  for (int i = 0; i < 128; ++i) h[i] = i % 7;
  hipMalloc(&p, sizeof h);
  hipMemcpy(p, h, sizeof h, hipMemcpyHostToDevice);
  const int which = atoi(arguments[1]);
  const bool waits = atoi(arguments[2]);
  if (which == 0) scan<<<1, 64>>>(p, waits);
  if (which == 1) exchange<<<1, 64>>>(p, waits);
  if (which == 2) sort<<<1, 64>>>(p, waits);
  if (which == 3) both<<<1, 64>>>(p, waits);
}
)";

TEST_F(LibraryStorage, IsUsedTwiceWithABarrierOnly) {
  const CommandResult built = cc({"--check", write("rounds.hip", rounds), "-o", at("rounds")});
  if (built.code == 77) GTEST_SKIP() << built.err;
  ASSERT_EQ(built.code, 0) << built.err;
  for (const char* which : {"0", "1", "2", "3"}) {
    const CommandResult waits = run({at("rounds"), which, "1"});
    EXPECT_EQ(waits.code, 0) << which << waits.err;
    const CommandResult goes_on = run({at("rounds"), which, "0"});
    EXPECT_EQ(goes_on.code, 4) << which << goes_on.err;
    EXPECT_NE(goes_on.err.find("race: "), std::string::npos) << which << goes_on.err;
  }
}

}  // namespace library_storage_test
}  // namespace hippuzzle::testing
