// Checked programs from outside: what they report, where, and how they end.
#include <signal.h>

#include "tests/cc/cc_command.hpp"

namespace hippuzzle::testing {
namespace {

constexpr const char* past_the_end = R"(#include <hip/hip_runtime.h>
#include <signal.h>
#include <cstdlib>
__global__ void fill(int* p, int n) { p[threadIdx.x] = n; }
int main(int argc, char**) {
  int* numbers;
  hipMalloc((void**)&numbers, 8 * sizeof(int));
  fill<<<1, 8 + (argc > 1)>>>(numbers, 1);
  if (argc > 3) raise(SIGTERM);
  if (argc > 2) abort();
  exit(0);
}
)";

class CheckedProgram : public Cc {
 protected:
  void SetUp() override {
    write("fill.hip", past_the_end);
    const CommandResult built = cc({"--check", at("fill.hip"), "-o", at("prog")});
    if (built.code == 77) GTEST_SKIP() << built.err;
    ASSERT_EQ(built.code, 0) << built.err;
  }
};

TEST_F(CheckedProgram, IsQuietWithoutFindings) {
  const CommandResult ran = run({at("prog")});
  EXPECT_EQ(ran.code, 0);
  EXPECT_EQ(ran.err, "");
}

TEST_F(CheckedProgram, ReportsAtItsEndAndEndsWithFour) {
  const CommandResult ran = run({at("prog"), "x"});
  EXPECT_EQ(ran.code, 4);
  EXPECT_NE(ran.err.find("out-of-bounds: a write of numbers[8], past the end of 'numbers of "
                         "fill.hip:7' (8 elements)"),
            std::string::npos)
      << ran.err;
  EXPECT_NE(ran.err.find("fill.hip:4:"), std::string::npos) << ran.err;
  EXPECT_NE(ran.err.find("1 finding\n"), std::string::npos) << ran.err;
}

TEST_F(CheckedProgram, ReportsBeforeItDies) {
  const CommandResult ran = run({at("prog"), "x", "y"});
  EXPECT_FALSE(ran.exited);
  EXPECT_EQ(ran.code, SIGABRT);
  EXPECT_NE(ran.err.find("numbers[8]"), std::string::npos) << ran.err;
}

TEST_F(CheckedProgram, RefusesSettingsOfTheCpuPlatformThatCannotBe) {
  const CommandResult ran = run({at("prog"), "x"}, {{"HIPPUZZLE_CPU_DEVICES", "99"}});
  EXPECT_EQ(ran.code, 2);
  EXPECT_EQ(ran.out, "");
  EXPECT_EQ(ran.err,
            "hippuzzle: error: the environment has HIPPUZZLE_CPU_DEVICES=99; give it a number of "
            "devices from 1 to 16\n");
}

TEST_F(CheckedProgram, ReportsWhenItIsTerminated) {
  const CommandResult ran = run({at("prog"), "x", "y", "z"});
  EXPECT_FALSE(ran.exited);
  EXPECT_EQ(ran.code, SIGTERM);
  EXPECT_NE(ran.err.find("numbers[8]"), std::string::npos) << ran.err;
}

TEST_F(CheckedProgram, TakesOptionsFromItsEnvironment) {
  const std::string log = at("log.json");
  const CommandResult ran =
      run({at("prog"), "x"}, {{"HIPPUZZLE_CHECK", "format=json:log_path=" + log}});
  EXPECT_EQ(ran.code, 4);
  EXPECT_EQ(ran.err, "");
  const auto document = nlohmann::json::parse(contents(log));
  EXPECT_EQ(document.at("findings").at(0).at("element"), "numbers[8]");
  const CommandResult wrong = run({at("prog")}, {{"HIPPUZZLE_CHECK", "blocks=many"}});
  EXPECT_EQ(wrong.code, 2);
  EXPECT_NE(wrong.err.find("blocks is a whole number"), std::string::npos) << wrong.err;
}

TEST_F(CheckedProgram, FindsNothingInDynamicSharedMemoryThatIsRight) {
  write("kernels.h", kernels);
  const std::string main = write("main.hip", program), second = write("other.cpp", other);
  const CommandResult built = cc({"--check", main, second, "-o", at("shared")});
  ASSERT_EQ(built.code, 0) << built.err;
  const CommandResult ran = run({at("shared")});
  EXPECT_EQ(ran.code, 0) << ran.err;
  EXPECT_EQ(ran.out, "5 17 -\n");
}

// Shared memory is another one for each thread of the host.
TEST_F(CheckedProgram, FindsRacesInKernelsOfSeveralThreadsOfTheHost) {
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

// What the schema of SARIF 2.1.0 requires of the objects that are there.
TEST_F(CheckedProgram, WritesSarif) {
  const std::string log = at("log.sarif");
  for (const char* words : {"", "x", "x y"}) {
    std::vector<std::string> command = {at("prog")};
    for (const std::string_view word : {"x", "y"})
      if (std::string_view(words).find(word) != std::string_view::npos) command.emplace_back(word);
    const CommandResult ran = run(command, {{"HIPPUZZLE_CHECK", "format=sarif:log_path=" + log}});
    EXPECT_EQ(ran.code, command.size() == 3 ? SIGABRT : command.size() == 2 ? 4 : 0);
    const auto sarif = nlohmann::json::parse(contents(log));
    EXPECT_EQ(sarif.at("version"), "2.1.0");
    const auto& tool_run = sarif.at("runs").at(0);
    EXPECT_EQ(tool_run.at("tool").at("driver").at("name"), "hippuzzle cc");
    const auto& invocation = tool_run.at("invocations").at(0);
    EXPECT_EQ(invocation.at("executionSuccessful"), command.size() < 3);
    EXPECT_EQ(invocation.contains("exitSignalNumber"), command.size() == 3);
    const auto& results = tool_run.at("results");
    ASSERT_EQ(results.size(), command.size() > 1 ? 1u : 0u);
    if (results.empty()) continue;
    EXPECT_EQ(results[0].at("ruleId"), "out-of-bounds");
    EXPECT_TRUE(results[0].at("message").at("text").is_string());
    const auto& place = results[0].at("locations").at(0).at("physicalLocation");
    EXPECT_EQ(place.at("region").at("startLine"), 4);
    EXPECT_EQ(place.at("artifactLocation").at("uri"), "file://" + at("fill.hip"));
  }
}

TEST_F(CheckedProgram, LetsPassWhatAFileNames) {
  const std::string file = write("ours.txt", "race:fill\nout-of-bounds:fill.hip\n");
  const std::string options = "suppressions=" + file;
  const CommandResult quiet = run({at("prog"), "x"}, {{"HIPPUZZLE_CHECK", options}});
  EXPECT_EQ(quiet.code, 0);
  EXPECT_EQ(quiet.err, "");
  const CommandResult told = run({at("prog"), "x"}, {{"HIPPUZZLE_CHECK", options + ":verbose=1"}});
  EXPECT_EQ(told.code, 0);
  EXPECT_NE(told.err.find("fits no finding: race:fill in " + file + ":1"), std::string::npos)
      << told.err;
  EXPECT_EQ(told.err.find("fits no finding: out-of-bounds"), std::string::npos) << told.err;
  const CommandResult in_json =
      run({at("prog"), "x"}, {{"HIPPUZZLE_CHECK", options + ":format=json"}});
  EXPECT_EQ(in_json.code, 0);
  const auto document = nlohmann::json::parse(in_json.err);
  EXPECT_EQ(document.at("findings").at(0).at("allowed"),
            "out-of-bounds:fill.hip in " + file + ":2");
  write("ours.txt", "race fill\n");
  const CommandResult wrong = run({at("prog")}, {{"HIPPUZZLE_CHECK", options}});
  EXPECT_EQ(wrong.code, 2);
  EXPECT_NE(wrong.err.find(file + ":1: 'race fill' is no suppression"), std::string::npos)
      << wrong.err;
}

TEST_F(CheckedProgram, HasTheOptionsThatItWasBuiltWithAsDefaults) {
  const CommandResult built =
      cc({"--check", "--format", "json", "--max-findings=3", at("fill.hip"), "-o", at("with")});
  ASSERT_EQ(built.code, 0) << built.err;
  const CommandResult ran = run({at("with"), "x"});
  EXPECT_EQ(ran.code, 4);
  EXPECT_EQ(nlohmann::json::parse(ran.err).at("findings").size(), 1u);
  const CommandResult other = run({at("with"), "x"}, {{"HIPPUZZLE_CHECK", "format=text"}});
  EXPECT_NE(other.err.find("1 finding\n"), std::string::npos) << other.err;
  const CommandResult at_once =
      cc({"--run", "--check", "--format", "json", at("fill.hip"), "--format"});
  EXPECT_EQ(at_once.code, 4);
  EXPECT_EQ(nlohmann::json::parse(at_once.err).at("findings").size(), 1u);
}

// The host prints as well, and the kernel's text comes once.
TEST_F(CheckedProgram, RunsInSeveralOrders) {
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

TEST_F(CheckedProgram, NamesSharedMemoryAsItIsDeclared) {
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

TEST_F(CheckedProgram, CountsItsKernels) {
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

TEST_F(CheckedProgram, NamesKernelsWithTheirTemplatesArguments) {
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

TEST_F(CheckedProgram, FindsWhatNobodyHasWrittenInASampleOfBlocks) {
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
  EXPECT_EQ(whole.err, "");
}

// Such as double3: g++ constructs them where a kernel first comes to them, which is no access of
// the kernel's.
TEST_F(CheckedProgram, SharedVariablesMayHaveConstructors) {
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

TEST_F(CheckedProgram, EndsWithItsOwnCodeWhereItHasWarningsAlone) {
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

}  // namespace
}  // namespace hippuzzle::testing
