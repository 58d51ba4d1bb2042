// Checked grids whose blocks wait for each other: the order that the grid's barrier gives, and
// missing order.
#include <algorithm>

#include "tests/hip_cc/cc_command.hpp"

namespace hippuzzle::testing {
namespace cooperative_test {

// Each block hands a value to the next one; the first argument selects the mistake.
constexpr const char* handing_on = R"(#include <hip/hip_cooperative_groups.h>
#include <hip/hip_runtime.h>
#include <cstdio>
#include <cstdlib>
namespace cg = cooperative_groups;
enum { right, unordered, leaves, divides, spins };
__global__ void hand_on(int* from, int* to, int way) {
  __shared__ int kept[8];
  const cg::grid_group grid = cg::this_grid();
  const unsigned next = (blockIdx.x + 1) % gridDim.x;
  kept[threadIdx.x] = static_cast<int>(8 * blockIdx.x + threadIdx.x);
  for (int turn = 0; turn < 3; ++turn) {
    from[8 * blockIdx.x + threadIdx.x] = kept[threadIdx.x];  // written
    if (way == leaves && turn == 1 && blockIdx.x == 2) return;
    if (way == divides && turn == 1 && threadIdx.x == 5) return;
    if (way == spins && turn == 1) while (*static_cast<volatile int*>(to) != -1) {}
    if (way != unordered || turn != 1) grid.sync();  // meets
    kept[threadIdx.x] = from[8 * next + threadIdx.x];  // read
    grid.sync();
  }
  to[8 * blockIdx.x + threadIdx.x] = kept[threadIdx.x];
}
int main(int argc, char** argv) {
  int way = argc > 1 ? std::atoi(argv[1]) : 0, blocks = argc > 2 ? std::atoi(argv[2]) : 4;
  const size_t bytes = blocks * 8 * sizeof(int);
  int *from, *to;
  hipMalloc(&from, bytes);
  hipMalloc(&to, bytes);
  hipMemset(to, 0, bytes);
  void* arguments[] = {&from, &to, &way};
  hipLaunchCooperativeKernel(hand_on, dim3(blocks), dim3(8), arguments, 0, nullptr);
  int* const host = static_cast<int*>(malloc(bytes));
  hipMemcpy(host, to, bytes, hipMemcpyDeviceToHost);
  int wrong = 0;
  for (int i = 0; i < 8 * blocks; ++i) wrong += host[i] != (i + 24) % (8 * blocks);
  if (way == right) std::printf("%d wrong\n", wrong);
}
)";

class CheckedCooperativeGrid : public Cc {
 protected:
  void SetUp() override {
    write("grid.hip", handing_on);
    const CommandResult built =
        cc({"--check", "--max-steps", "100000", at("grid.hip"), "-o", at("grid")});
    if (built.code == 77) GTEST_SKIP() << built.err;
    ASSERT_EQ(built.code, 0) << built.err;
  }

  // The line of the source that ends so.
  static std::string line(std::string_view ending) {
    const std::string_view source = handing_on;
    const auto end = source.find(ending);
    return "grid.hip:" +
           std::to_string(1 + std::count(source.begin(), source.begin() + end, '\n')) + ":";
  }
};

TEST_F(CheckedCooperativeGrid, IsOrderedByItsBarriers) {
  for (const char* blocks : {"1", "4", "256"}) {
    const CommandResult ran = run({at("grid"), "0", blocks});
    EXPECT_EQ(ran.code, 0) << blocks;
    EXPECT_EQ(ran.out, "0 wrong\n") << blocks;
    EXPECT_EQ(ran.err.find("hippuzzle: no findings in "), 0u) << ran.err;
  }
}

TEST_F(CheckedCooperativeGrid, HasARaceWhereABarrierIsMissing) {
  const CommandResult ran = run({at("grid"), "1"});
  EXPECT_EQ(ran.code, 4);
  EXPECT_NE(ran.err.find("race: "), std::string::npos) << ran.err;
  EXPECT_NE(ran.err.find(line("  // written")), std::string::npos) << ran.err;
  EXPECT_NE(ran.err.find(line("  // read")), std::string::npos) << ran.err;
  EXPECT_EQ(run({at("grid"), "1"}).err, ran.err);
}

TEST_F(CheckedCooperativeGrid, NamesABlockThatDoesNotArrive) {
  const CommandResult ran = run({at("grid"), "2"});
  EXPECT_EQ(ran.code, 4);
  EXPECT_NE(ran.err.find("barrier-divergence: 3 of 4 blocks wait at a barrier of the grid, 1 has "
                         "left the kernel"),
            std::string::npos)
      << ran.err;
  EXPECT_NE(ran.err.find(line("  // meets")), std::string::npos) << ran.err;
  EXPECT_NE(ran.err.find("of block (2, 0, 0) has left the kernel"), std::string::npos) << ran.err;
  EXPECT_NE(ran.err.find("1 finding\n"), std::string::npos) << ran.err;
}

TEST_F(CheckedCooperativeGrid, FindsAThreadThatDoesNotArrive) {
  const CommandResult ran = run({at("grid"), "3"});
  EXPECT_EQ(ran.code, 4);
  EXPECT_NE(ran.err.find("7 of 8 threads wait at a barrier, 1 has left the kernel"),
            std::string::npos)
      << ran.err;
  EXPECT_NE(ran.err.find(line("  // meets")), std::string::npos) << ran.err;
}

TEST_F(CheckedCooperativeGrid, StopsWhereAThreadWaitsWithoutABarrier) {
  const CommandResult ran = run({at("grid"), "4"});
  EXPECT_NE(ran.err.find("does not come to an end"), std::string::npos) << ran.err;
}

}  // namespace cooperative_test
}  // namespace hippuzzle::testing
