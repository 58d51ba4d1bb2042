// The findings of checked programs about their host: calls that fail, pointers of the host that a
// kernel is handed, constant memory, and memory that is never freed.
#include "tests/hip_cc/cc_command.hpp"

namespace hippuzzle::testing {
namespace host_findings_test {

class HostFindings : public Cc {
 protected:
  // Compiles the program as "program".
  void compile(const char* text) {
    const CommandResult built = cc({"--check", write("program.hip", text), "-o", at("program")});
    if (built.code == 77) GTEST_SKIP() << built.err;
    ASSERT_EQ(built.code, 0) << built.err;
  }
  // The program's report when it is called with that argument.
  CommandResult report(const std::string& argument) { return run({at("program"), argument}); }
};

#define EXPECT_SAYS(result, text) \
  EXPECT_NE((result).err.find(text), std::string::npos) << (result).err
#define EXPECT_SAYS_NOTHING_OF(result, text) \
  EXPECT_EQ((result).err.find(text), std::string::npos) << (result).err

TEST_F(HostFindings, NameCallsThatFailUnnoticed) {
  compile(R"(#include <hip/hip_runtime.h>
#include <cstdio>
#include <cstdlib>
__device__ int table[4];
__global__ void fill(int* p) { p[threadIdx.x] = 1; }
int main(int, char** arguments) {
  int *p, host[4] = {};
  hipMalloc(&p, sizeof host);
  switch (atoi(arguments[1])) {
    case 0: fill<<<0, 4>>>(p); hipMemcpy(host, p, sizeof host, hipMemcpyDeviceToHost); break;
    case 1: fill<<<1, 2048>>>(p); break;
    case 2: hipMemset(host, 0, sizeof host); break;
    case 3: hipMemcpyToSymbol(HIP_SYMBOL(table), host, 32); break;
    case 4: hipFree(p); hipMemcpy(host, p, sizeof host, hipMemcpyDeviceToHost); break;
    case 5: hipMemcpy(p, host, sizeof host, hipMemcpyDeviceToHost); break;
    case 6:
      fill<<<0, 4>>>(p);
      if (hipGetLastError() != hipSuccess) puts("noticed");
      break;
    case 7: fill<<<1, 4>>>(p); break;
  }
}
)");
  if (IsSkipped()) return;
  const CommandResult no_blocks = report("0");
  EXPECT_EQ(no_blocks.code, 4);
  EXPECT_SAYS(no_blocks, "api-error: the launch fails with hipErrorInvalidConfiguration");
  EXPECT_SAYS(no_blocks, "program.hip:10");
  for (const auto& [argument, call] :
       {std::pair("1", "the launch fails with hipErrorInvalidConfiguration"),
        std::pair("2", "hipMemset returns hipErrorInvalidValue"), std::pair("3", "a call of HIP"),
        std::pair("4", "hipMemcpy returns hipErrorInvalidValue"),
        std::pair("5", "hipMemcpy returns hipErrorInvalidValue")}) {
    const CommandResult result = report(argument);
    EXPECT_EQ(result.code, 0);
    EXPECT_SAYS(result, std::string("api-error (warning): ") + call);
    EXPECT_SAYS(result, "program.hip:1" + std::string(argument));
  }
  for (const char* argument : {"6", "7"}) EXPECT_SAYS_NOTHING_OF(report(argument), "api-error");
}

TEST_F(HostFindings, NameVariablesThatAKernelMustNotTouch) {
  compile(R"(#include <hip/hip_runtime.h>
#include <cstdlib>
__constant__ int weights[4];
static __constant__ int more_weights[4];
int of_host[4];
__device__ int of_device[4];
__device__ int asked_for[4];
__managed__ int of_both[4];
__global__ void fill(int* p) { p[threadIdx.x] = 1; }
__global__ void read(const int* p, int* out) { out[threadIdx.x] = p[threadIdx.x]; }
__global__ void set_weight() { weights[threadIdx.x] = 1; }
__device__ void set(int* to) { *to = 1; }
__global__ void set_more() { set(more_weights + threadIdx.x); }
__global__ void set_device() { of_device[threadIdx.x] = weights[threadIdx.x]; }
int main(int, char** arguments) {
  int *out, *address;
  hipMalloc(&out, 16);
  switch (atoi(arguments[1])) {
    case 0: fill<<<1, 4>>>(of_host); break;
    case 1: read<<<1, 4>>>(of_device, out); break;
    case 2: set_weight<<<1, 4>>>(); break;
    case 3: set_more<<<1, 4>>>(); break;
    case 4: fill<<<1, 4>>>(of_both); break;
    case 5:
      hipGetSymbolAddress((void**)&address, HIP_SYMBOL(asked_for));
      fill<<<1, 4>>>(address);
      break;
    case 6: set_device<<<1, 4>>>(); break;
  }
  hipDeviceSynchronize();
}
)");
  if (IsSkipped()) return;
  for (const auto& [argument, finding] :
       {std::pair("0", "wild-pointer: a write of of_host[0], a variable of the host"),
        std::pair("1",
                  "wild-pointer: a read of of_device[0] by the address that the variable has "
                  "on the host"),
        std::pair("2", "constant-write: the kernel writes to 'weights', which is __constant__"),
        std::pair("3",
                  "constant-write: the kernel writes to 'more_weights', which is __constant__")}) {
    const CommandResult result = report(argument);
    EXPECT_EQ(result.code, 4) << result.err;
    EXPECT_SAYS(result, finding);
    EXPECT_SAYS(result, "1 finding\n");
  }
  for (const char* argument : {"4", "5", "6"})
    EXPECT_EQ(report(argument).err, "hippuzzle: no findings in 1 kernel launch\n");
}

TEST_F(HostFindings, ListMemoryThatIsNeverFreed) {
  compile(R"(#include <hip/hip_runtime.h>
int main(int count, char**) {
  int *kept, *freed;
  for (int i = 0; i < 2; ++i) hipMalloc(&kept, 256);
  hipMalloc(&freed, 64);
  hipFree(freed);
  if (count > 2) hipFree(kept);
}
)");
  if (IsSkipped()) return;
  EXPECT_EQ(report("").err, "");
  const CommandResult leaks = run({at("program"), ""}, {{"HIPPUZZLE_CHECK", "leaks=1"}});
  EXPECT_EQ(leaks.code, 0);
  EXPECT_EQ(leaks.err,
            "never freed: 2 arrays, 512 bytes\n"
            "  512 bytes in 2 arrays: kept of program.hip:4\n");
  const CommandResult json =
      run({at("program"), "", ""}, {{"HIPPUZZLE_CHECK", "leaks=1:format=json"}});
  EXPECT_SAYS(json, "\"bytes\": 256");
}

}  // namespace host_findings_test
}  // namespace hippuzzle::testing
