// Modules that hiprtc makes, kernels by their address, and contexts.
#include <hip/hip_runtime.h>
#include <hip/hiprtc.h>

#include <cstring>
#include <string>
#include <vector>

#include "expect.h"

static const char source[] = R"(#include "scale.h"
__device__ int offset = 7;
extern "C" __global__ void add(char first, int* to, short value) {
  extern __shared__ int row[];
  row[threadIdx.x] = to[threadIdx.x] + value + offset + first;
  __syncthreads();
  to[threadIdx.x] = row[blockDim.x - 1 - threadIdx.x];
}
template <typename T, int by>
__global__ void scale(T* to) { scale_one(to[threadIdx.x], by); }
)";
static const char header[] =
    "template <typename T> __device__ void scale_one(T& x, int by) { x *= by; }\n";

#define EXPECT_RTC(call) EXPECT((call) == HIPRTC_SUCCESS)

static std::vector<char> compiled(std::string& scale) {
  const char *headers[] = {header}, *names[] = {"scale.h"}, *lowered = nullptr;
  hiprtcProgram program;
  EXPECT_RTC(hiprtcCreateProgram(&program, source, "some.hip", 1, headers, names));
  EXPECT_RTC(hiprtcAddNameExpression(program, "&scale<int, 3>"));
  const char* options[] = {"--offload-arch=gfx90a", "-O1"};
  EXPECT(hiprtcGetLoweredName(program, "&scale<int, 3>", &lowered) ==
         HIPRTC_ERROR_NO_LOWERED_NAMES_BEFORE_COMPILATION);
  const hiprtcResult result = hiprtcCompileProgram(program, 2, options);
  size_t bytes = 0;
  EXPECT_RTC(hiprtcGetProgramLogSize(program, &bytes));
  std::string log(bytes, ' ');
  if (bytes != 0) EXPECT_RTC(hiprtcGetProgramLog(program, &log[0]));
  if (result != HIPRTC_SUCCESS) std::puts(log.c_str());
  EXPECT_RTC(result);
  EXPECT_RTC(hiprtcGetLoweredName(program, "&scale<int, 3>", &lowered));
  scale = lowered ? lowered : "";
  EXPECT(hiprtcGetLoweredName(program, "nobody", &lowered) ==
         HIPRTC_ERROR_NAME_EXPRESSION_NOT_VALID);
  EXPECT_RTC(hiprtcGetCodeSize(program, &bytes));
  std::vector<char> code(bytes);
  EXPECT_RTC(hiprtcGetCode(program, code.data()));
  EXPECT_RTC(hiprtcDestroyProgram(&program));
  return code;
}

static void modules() {
  std::string scale;
  const std::vector<char> code = compiled(scale);
  hipModule_t module;
  EXPECT_OK(hipModuleLoadData(&module, code.data()));
  hipFunction_t add, triple;
  EXPECT_OK(hipModuleGetFunction(&add, module, "add"));
  EXPECT_OK(hipModuleGetFunction(&triple, module, scale.c_str()));
  EXPECT(hipModuleGetFunction(&add, module, "nobody") == hipErrorNotFound);
  hipDeviceptr_t offset;
  size_t bytes = 0;
  EXPECT_OK(hipModuleGetGlobal(&offset, &bytes, module, "offset"));
  EXPECT(bytes == sizeof(int));
  EXPECT_OK(hipMemsetD32(offset, 1000, 1));
  int* values = to_device(std::vector<int>{1, 2, 3, 4});
  char first = 100;
  short value = 10;
  void* arguments[] = {&first, &values, &value};
  EXPECT_OK(hipModuleLaunchKernel(add, 1, 1, 1, 4, 1, 1, 16, nullptr, arguments, nullptr));
  EXPECT(to_host(values, 4) == std::vector<int>({1114, 1113, 1112, 1111}));
  struct {
    char first = 0;
    int* values;
    short value = 0;
  } packed;
  packed.values = values;
  size_t packed_bytes = sizeof packed;
  void* extra[] = {HIP_LAUNCH_PARAM_BUFFER_POINTER, &packed, HIP_LAUNCH_PARAM_BUFFER_SIZE,
                   &packed_bytes, HIP_LAUNCH_PARAM_END};
  EXPECT_OK(hipModuleLaunchKernel(add, 1, 1, 1, 4, 1, 1, 16, nullptr, nullptr, extra));
  EXPECT(to_host(values, 4) == std::vector<int>({2111, 2112, 2113, 2114}));
  packed_bytes = 4;
  EXPECT(hipModuleLaunchKernel(add, 1, 1, 1, 4, 1, 1, 16, nullptr, nullptr, extra) ==
         hipErrorInvalidValue);
  void* only[] = {&values};
  EXPECT_OK(hipModuleLaunchKernel(triple, 1, 1, 1, 4, 1, 1, 0, nullptr, only, nullptr));
  EXPECT(to_host(values, 4)[0] == 6333);
  // A grid in threads, of whole blocks, between two events.
  hipEvent_t before, after;
  EXPECT_OK(hipEventCreate(&before));
  EXPECT_OK(hipEventCreate(&after));
  EXPECT_OK(hipExtModuleLaunchKernel(triple, 4, 1, 1, 4, 1, 1, 0, nullptr, only, nullptr, before,
                                     after, 0));
  EXPECT_OK(hipEventQuery(after));
  EXPECT(to_host(values, 4)[0] == 18999);
  EXPECT_OK(hipHccModuleLaunchKernel(triple, 4, 1, 1, 4, 1, 1, 0, nullptr, only, nullptr));
  EXPECT(to_host(values, 4)[0] == 56997);
  EXPECT(hipExtModuleLaunchKernel(triple, 5, 1, 1, 4, 1, 1, 0, nullptr, only, nullptr) ==
         hipErrorInvalidValue);
  EXPECT_OK(hipEventDestroy(before));
  EXPECT_OK(hipEventDestroy(after));
  int most = 0, blocks = 0;
  EXPECT_OK(hipFuncGetAttribute(&most, HIP_FUNC_ATTRIBUTE_MAX_THREADS_PER_BLOCK, add));
  EXPECT(most == 1024);
  EXPECT_OK(hipModuleOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, add, 4, 0));
  EXPECT(blocks == 1);
  EXPECT_OK(hipModuleUnload(module));
  EXPECT(hipModuleUnload(module) == hipErrorInvalidHandle);
  EXPECT(hipModuleLoad(&module, "no such file") == hipErrorFileNotFound);
  EXPECT(hipModuleLoadData(&module,
                           "\x7f"
                           "ELF but not whole, and of no class; it has no header") ==
         hipErrorInvalidImage);
  static_cast<void>(hipGetLastError());
}

static void wrong_source() {
  hiprtcProgram program;
  EXPECT_RTC(hiprtcCreateProgram(&program, "int f() {\n  return nobody;\n}", "my.hip", 0, nullptr,
                                 nullptr));
  EXPECT(hiprtcCompileProgram(program, 0, nullptr) == HIPRTC_ERROR_COMPILATION);
  size_t bytes = 0;
  EXPECT_RTC(hiprtcGetProgramLogSize(program, &bytes));
  std::string log(bytes, ' ');
  EXPECT_RTC(hiprtcGetProgramLog(program, &log[0]));
  EXPECT(log.find("my.hip:2:") != std::string::npos);
  EXPECT(hiprtcGetCodeSize(program, &bytes) == HIPRTC_ERROR_INVALID_PROGRAM);
  EXPECT_RTC(hiprtcDestroyProgram(&program));
  EXPECT(hiprtcDestroyProgram(&program) == HIPRTC_ERROR_INVALID_PROGRAM);
}

__global__ void square(int* to) { to[threadIdx.x] *= to[threadIdx.x]; }
static void not_a_kernel() {}

static void by_address() {
  int* values = to_device(std::vector<int>{2, 3});
  void* arguments[] = {&values};
  EXPECT_OK(hipLaunchKernel(reinterpret_cast<const void*>(square), dim3(1), dim3(2), arguments, 0,
                            nullptr));
  EXPECT(to_host(values, 2) == std::vector<int>({4, 9}));
  EXPECT(hipLaunchKernel(reinterpret_cast<const void*>(not_a_kernel), dim3(1), dim3(2), arguments,
                         0, nullptr) == hipErrorInvalidDeviceFunction);
  static_cast<void>(hipGetLastError());
}

static void contexts() {
  hipCtx_t made, current, primary;
  hipDevice_t device = 9;
  unsigned flags = 9;
  int active = 0, version = 0;
  EXPECT_OK(hipDevicePrimaryCtxRetain(&primary, 0));
  EXPECT_OK(hipCtxGetCurrent(&current));
  EXPECT(current == primary);
  EXPECT_OK(hipCtxCreate(&made, 0, 0));
  EXPECT_OK(hipCtxGetCurrent(&current));
  EXPECT(current == made && made != primary);
  EXPECT_OK(hipCtxGetDevice(&device));
  EXPECT(device == 0);
  EXPECT_OK(hipCtxPushCurrent(primary));
  EXPECT_OK(hipCtxPopCurrent(&current));
  EXPECT(current == primary);
  EXPECT_OK(hipCtxGetApiVersion(made, &version));
  EXPECT_OK(hipCtxSynchronize());
  EXPECT_OK(hipCtxDestroy(made));
  EXPECT(hipCtxDestroy(made) == hipErrorInvalidValue);
  EXPECT(hipCtxSetCurrent(made) == hipErrorInvalidContext);
  EXPECT_OK(hipCtxGetCurrent(&current));
  EXPECT(current == primary);
  EXPECT_OK(hipDevicePrimaryCtxGetState(0, &flags, &active));
  EXPECT(active == 1);
  EXPECT(hipCtxCreate(&made, 0, 99) == hipErrorInvalidDevice);
  static_cast<void>(hipGetLastError());
}

int main() {
  modules();
  wrong_source();
  by_address();
  contexts();
  return failures;
}
