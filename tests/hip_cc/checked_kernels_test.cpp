// The findings of checked programs about their kernels.
#include "tests/hip_cc/cc_command.hpp"
#include "tests/support/json.hpp"

namespace hippuzzle::testing {
namespace checked_kernels_test {

class CheckedKernels : public Cc {
 protected:
  void SetUp() override {
    const CommandResult checked = cc({"--check", "-E", write("none.hip", "")});
    if (checked.code == 77) GTEST_SKIP() << checked.err;
    ASSERT_EQ(checked.code, 0) << checked.err;
  }
};

TEST_F(CheckedKernels, FindsNothingInDynamicSharedMemoryThatIsRight) {
  write("kernels.h", kernels);
  const std::string main = write("main.hip", program), second = write("other.cpp", other);
  const CommandResult built = cc({"--check", main, second, "-o", at("shared")});
  ASSERT_EQ(built.code, 0) << built.err;
  const CommandResult ran = run({at("shared")});
  EXPECT_EQ(ran.code, 0) << ran.err;
  EXPECT_EQ(ran.out, "5 17 -\n");
}

// Shared memory is another one for each thread of the host.
TEST_F(CheckedKernels, FindsRacesInKernelsOfSeveralThreadsOfTheHost) {
  const std::string source = write("threads.hip", R"(#include <hip/hip_runtime.h>
#include <thread>
__global__ void turn(int* p, bool waits) {
  __shared__ int s[64];
  s[threadIdx.x] = p[threadIdx.x];
  if (waits) __syncthreads();
  p[threadIdx.x] = s[63 - threadIdx.x];
}
void run(bool waits) {
  int* p;
  hipMalloc(&p, 64 * sizeof(int));
  hipMemset(p, 0, 64 * sizeof(int));
  turn<<<1, 64>>>(p, waits);
}
int main() {
  run(true);
  std::thread first(run, true), second(run, false);
  first.join();
  second.join();
}
)");
  const CommandResult built = cc({"--check", source, "-o", at("threads")});
  ASSERT_EQ(built.code, 0) << built.err;
  const CommandResult ran = run({at("threads")});
  EXPECT_EQ(ran.code, 4);
  EXPECT_NE(ran.err.find("race: a read and a write of s["), std::string::npos) << ran.err;
  EXPECT_NE(ran.err.find("1 finding\n"), std::string::npos) << ran.err;
}

// The host prints as well, and the kernel's text comes once.
TEST_F(CheckedKernels, RunsInSeveralOrders) {
  const std::string source =
      write("order.hip",
            "#include <hip/hip_runtime.h>\n"
            "#include <cstdio>\n"
            "__global__ void sum(float* part, unsigned* arrived, float* out) {\n"
            "  part[blockIdx.x] = 1;\n"
            "  __threadfence();\n"
            "  atomicAdd(arrived, 1u);\n"
            "  printf(\"block %u\\n\", blockIdx.x);\n"
            "  if (blockIdx.x == gridDim.x - 1)\n"
            "    for (unsigned b = 0; b < gridDim.x; ++b) *out += part[b];\n"
            "}\n"
            "int main() {\n"
            "  float *part, *out; unsigned* arrived;\n"
            "  hipMalloc(&part, 8); hipMalloc(&out, 4); hipMalloc(&arrived, 4);\n"
            "  hipMemset(out, 0, 4); hipMemset(arrived, 0, 4);\n"
            "  sum<<<2, 1>>>(part, arrived, out);\n"
            "  puts(\"done\");\n"
            "}\n");
  const CommandResult built = cc({"--check", source, "-o", at("order")});
  ASSERT_EQ(built.code, 0) << built.err;
  const CommandResult ran = run({at("order")});
  EXPECT_EQ(ran.code, 4);
  EXPECT_EQ(ran.out, "block 0\nblock 1\ndone\n");
  EXPECT_NE(ran.err.find(" part[0], by two blocks"), std::string::npos) << ran.err;
  EXPECT_NE(ran.err.find("in 3 orders of blocks and threads (seed 1)"), std::string::npos)
      << ran.err;
  const CommandResult in_one = run({at("order")}, {{"HIPPUZZLE_CHECK", "schedules=1"}});
  EXPECT_EQ(in_one.out, ran.out);
  const CommandResult in_none = run({at("order")}, {{"HIPPUZZLE_CHECK", "schedules=0"}});
  EXPECT_EQ(in_none.code, 2);
  EXPECT_NE(in_none.err.find("schedules is a number of orders"), std::string::npos) << in_none.err;
}

// However many threads a launch has: each order takes a copy of device memory.
TEST_F(CheckedKernels, RunsInOneOrderBesideMoreThanHalfAGigabyte) {
  const std::string source =
      write("much.hip",
            "#include <hip/hip_runtime.h>\n"
            "#include <cstdlib>\n"
            "__global__ void hand_on(int* part, unsigned* arrived, int* out) {\n"
            "  if (threadIdx.x != 0 || blockIdx.x > 1) return;\n"
            "  if (blockIdx.x == 0) part[0] = 1;\n"
            "  __threadfence();\n"
            "  atomicAdd(arrived, 1u);\n"
            "  if (blockIdx.x == 1) *out = part[0];\n"
            "}\n"
            "int main(int, char** arguments) {\n"
            "  int *part, *out; unsigned* arrived; void* beside;\n"
            "  hipMalloc(&part, 4); hipMalloc(&out, 4); hipMalloc(&arrived, 4);\n"
            "  hipMalloc(&beside, atol(arguments[1]) << 20);\n"
            "  hipMemset(arrived, 0, 4);\n"
            "  hand_on<<<2200, 1024>>>(part, arrived, out);\n"
            "}\n");
  const CommandResult built = cc({"--check", source, "-o", at("much")});
  ASSERT_EQ(built.code, 0) << built.err;
  EXPECT_EQ(run({at("much"), "1"}).code, 4);
  EXPECT_EQ(run({at("much"), "512"}).code, 0);  // and the other arrays
}

TEST_F(CheckedKernels, NamesSharedMemoryAsItIsDeclared) {
  const std::string source = write("rows.hip",
                                   "#include <hip/hip_runtime.h>\n"
                                   "__global__ void sum(int* out) {\n"
                                   "  __shared__ int rows[2][64], first;\n"
                                   "  if (threadIdx.x == 0) rows[1][3] = first = 7;\n"
                                   "  out[threadIdx.x] = rows[1][3] + first;\n"
                                   "}\n"
                                   "int main() {\n"
                                   "  int* p; hipMalloc(&p, 256);\n"
                                   "  sum<<<1, 64>>>(p);\n"
                                   "}\n");
  const CommandResult ran = cc({"--run", "--check", source});
  EXPECT_EQ(ran.code, 4);
  EXPECT_NE(ran.err.find(" of rows[1][3], by two threads"), std::string::npos) << ran.err;
  EXPECT_NE(ran.err.find(" of first, by two threads"), std::string::npos) << ran.err;
}

TEST_F(CheckedKernels, CountsItsKernels) {
  const std::string source = write("count.hip",
                                   "#include <hip/hip_runtime.h>\n"
                                   "__global__ void one(int* p) {\n"
                                   "  p[blockIdx.x * 32 + threadIdx.x] += 1;\n"
                                   "}\n"
                                   "int main() {\n"
                                   "  int* p; hipMalloc(&p, 512); hipMemset(p, 0, 512);\n"
                                   "  for (int i = 0; i < 3; ++i) one<<<4, 32>>>(p);\n"
                                   "  one<<<2, 32>>>(p);\n"
                                   "}\n");
  const CommandResult built = cc({"--check", "--counts", source, "-o", at("count")});
  ASSERT_EQ(built.code, 0) << built.err;
  const CommandResult ran = run({at("count")});
  EXPECT_EQ(ran.code, 0) << ran.err;
  EXPECT_NE(ran.err.find("one: 3 launches of 4 blocks of 32 threads"), std::string::npos)
      << ran.err;
  EXPECT_NE(ran.err.find("one: 1 launch of 2 blocks of 32 threads"), std::string::npos) << ran.err;
  const CommandResult in_json = run({at("count")}, {{"HIPPUZZLE_CHECK", "format=json"}});
  const auto counts = nlohmann::json::parse(in_json.err).at("counts");
  ASSERT_EQ(counts.size(), 2u);
  const auto& all = counts.at(0);
  EXPECT_EQ(all.at("launches"), 3);
  EXPECT_EQ(all.at("threads").at("global_reads").at("most"), 1);
  EXPECT_EQ(all.at("threads").at("global_reads").at("total"), 3 * 4 * 32);
  EXPECT_EQ(all.at("warps").at("global_writes").at("requests"), 3 * 4);
  EXPECT_EQ(all.at("warps").at("global_writes").at("sectors"), 3 * 4 * 4);
  ASSERT_EQ(all.at("instructions").size(), 2u);
  EXPECT_EQ(all.at("instructions").at(0).at("line"), 3);
  EXPECT_EQ(all.at("instructions").at(0).at("array"), "p of count.hip:6");
}

TEST_F(CheckedKernels, DoesNotCountWarpSizeAsMemory) {
  const std::string source =
      write("lanes.hip",
            "#include <hip/hip_runtime.h>\n"
            "__global__ void lanes(int* p) { p[threadIdx.x] = warpSize; }\n"
            "int main() { int* p; hipMalloc(&p, 128); lanes<<<1, 32>>>(p); }\n");
  const CommandResult ran = cc({"--run", "--check", "--counts", source});
  EXPECT_EQ(ran.code, 0) << ran.err;
  EXPECT_NE(ran.err.find("global writes"), std::string::npos) << ran.err;
  EXPECT_EQ(ran.err.find("global reads"), std::string::npos) << ran.err;
  EXPECT_EQ(ran.err.find("hip_cpu_warp_lanes"), std::string::npos) << ran.err;
}

TEST_F(CheckedKernels, NamesKernelsWithTheirTemplatesArguments) {
  const std::string source =
      write("named.hip",
            "#include <hip/hip_runtime.h>\n"
            "enum Way { up, down };\n"
            "namespace {\n"
            "template <Way way, int n>\n"
            "__global__ void k(int* p) { p[n] = way; }\n"
            "}\n"
            "int main() { int* p; hipMalloc(&p, 4); k<down, 1><<<1, 1>>>(p); }\n");
  const CommandResult built = cc({"--check", source, "-o", at("named")});
  ASSERT_EQ(built.code, 0) << built.err;
  const CommandResult ran = run({at("named")});
  EXPECT_EQ(ran.code, 4);
  EXPECT_NE(ran.err.find("in the kernel '(anonymous namespace)::k<(Way)1, 1>'"), std::string::npos)
      << ran.err;
}

TEST_F(CheckedKernels, FindsWhatNobodyHasWrittenInASampleOfBlocks) {
  const std::string source =
      write("sum.hip",
            "#include <hip/hip_runtime.h>\n"
            "__global__ void clear(int* p) { p[blockIdx.x * 32 + threadIdx.x] = 0; }\n"
            "__global__ void add(int* p) { p[blockIdx.x * 32 + threadIdx.x] += 1; }\n"
            "int main(int argc, char**) {\n"
            "  int* p; hipMalloc(&p, 300 * 32 * sizeof(int));\n"
            "  if (argc > 1) clear<<<300, 32>>>(p);\n"
            "  for (int i = 0; i < 3; ++i) add<<<300, 32>>>(p);\n"
            "}\n");
  const CommandResult built = cc({"--check", "--blocks", "4", source, "-o", at("sum")});
  ASSERT_EQ(built.code, 0) << built.err;
  const CommandResult wrong = run({at("sum")});
  EXPECT_EQ(wrong.code, 4);
  EXPECT_NE(wrong.err.find("uninitialised: a read of p["), std::string::npos) << wrong.err;
  const CommandResult right = run({at("sum"), "cleared"});
  EXPECT_EQ(right.code, 0);
  EXPECT_EQ(right.err, "no findings; 16 of 1200 blocks looked at\n");
  const CommandResult whole = run({at("sum"), "cleared"}, {{"HIPPUZZLE_CHECK", "blocks=300"}});
  EXPECT_EQ(whole.err, "hippuzzle: no findings in 4 kernel launches\n");
}

// An example is double3: g++ constructs such variables where a kernel first comes to them. This is
// not an access of the kernel's.
TEST_F(CheckedKernels, SharedVariablesMayHaveConstructors) {
  const std::string source =
      write("sums.hip",
            "#include <hip/hip_runtime.h>\n"
            "struct S { int n; S() = default; __device__ S(int m) : n(m) {} };\n"
            "template <class T> __global__ void k(T* out, bool bad) {\n"
            "  __shared__ double3 sum;\n"
            "  __shared__ S s[2];\n"
            "  extern __shared__ double2 rest[];\n"
            "  if (threadIdx.x == 0) { sum = make_double3(1, 2, 3); s[1] = S(4); }\n"
            "  rest[threadIdx.x] = make_double2(threadIdx.x, 0);\n"
            "  __syncthreads();\n"
            "  out[blockIdx.x * 8 + threadIdx.x] = sum.z + s[bad ? 0 : 1].n + rest[7].x;\n"
            "}\n"
            "int main(int argc, char**) {\n"
            "  float *p, h[16]; hipMalloc(&p, sizeof h);\n"
            "  k<float><<<2, 8, 128>>>(p, argc > 1);\n"
            "  hipMemcpy(h, p, sizeof h, hipMemcpyDeviceToHost);\n"
            "  return h[15] == 14 ? 0 : 1;\n"
            "}\n");
  const CommandResult built = cc({"--check", source, "-o", at("sums")});
  ASSERT_EQ(built.code, 0) << built.err;
  const CommandResult right = run({at("sums")}, {{"HIPPUZZLE_CHECK", "counts=1"}});
  EXPECT_EQ(right.code, 0) << right.err;
  EXPECT_NE(right.err.find("shared reads          3"), std::string::npos) << right.err;
  const CommandResult wrong = run({at("sums"), "bad"});
  EXPECT_EQ(wrong.code, 4);
  EXPECT_NE(wrong.err.find("uninitialised: a read of s[0]"), std::string::npos) << wrong.err;
  EXPECT_NE(wrong.err.find("1 finding"), std::string::npos) << wrong.err;
}

TEST_F(CheckedKernels, EndsWithItsOwnCodeWhereItHasWarningsAlone) {
  const std::string source =
      write("same.hip",
            "#include <hip/hip_runtime.h>\n"
            "__global__ void k(int* p) { *p = 1; }\n"
            "int main() { int* p; hipMalloc(&p, 4); k<<<1, 2>>>(p); return 7; }\n");
  const CommandResult built = cc({"--check", source, "-o", at("same")});
  ASSERT_EQ(built.code, 0) << built.err;
  const CommandResult ran = run({at("same")});
  EXPECT_EQ(ran.code, 7);
  EXPECT_NE(ran.err.find("race-same-value (warning)"), std::string::npos) << ran.err;
}

}  // namespace checked_kernels_test
}  // namespace hippuzzle::testing
