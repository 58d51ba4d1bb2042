// Functions that hipcc's modules call when they are opened, and launches.
#include <memory>
#include <vector>

#include "amd_emulator/api/graphs.hpp"
#include "amd_emulator/api/runtime.hpp"

using hippuzzle::amd::Module;
using hippuzzle::amd::Runtime;

namespace {

// The argument of __hipRegisterFatBinary. Source: clang, CGCUDANV.cpp (the wrapper's layout).
struct FatBinary {
  uint32_t magic, version;
  const void* bundle;
  void* unused;
};

struct Configuration {
  dim3 grid, block;
  size_t shared_bytes = 0;
  hipStream_t stream = nullptr;
};
thread_local Configuration pushed;

// The arguments of a launch that happens later.
struct KeptArguments {
  std::vector<std::vector<uint8_t>> values;
  std::vector<void*> pointers;

  KeptArguments(const hippuzzle::amd::Kernel& kernel, void** arguments) {
    for (const hippuzzle::amd::Argument& argument : kernel.arguments) {
      if (argument.is_hidden()) continue;
      const auto* from = static_cast<const uint8_t*>(arguments[values.size()]);
      values.emplace_back(from, from + argument.size);
    }
    for (std::vector<uint8_t>& value : values) pointers.push_back(value.data());
  }
};

hipError_t keep_launch(const void* function, dim3 grid, dim3 block, void** arguments,
                       size_t shared_bytes, hipStream_t stream) {
  std::shared_ptr<KeptArguments> kept;
  {
    Runtime& runtime = Runtime::get();
    const std::lock_guard lock(runtime.mutex);
    const hippuzzle::amd::Kernel* const kernel = runtime.find_kernel(function).kernel;
    if (kernel == nullptr) return runtime.keep(hipErrorInvalidDeviceFunction);
    kept = std::make_shared<KeptArguments>(*kernel, arguments);
  }
  hippuzzle::amd::capture(stream, [=] {
    return hipLaunchKernel(function, grid, block, kept->pointers.data(), shared_bytes, nullptr);
  });
  return hipSuccess;
}

}  // namespace

extern "C" {

void** __hipRegisterFatBinary(const void* data) {
  Runtime& runtime = Runtime::get();
  const std::lock_guard lock(runtime.mutex);
  return reinterpret_cast<void**>(runtime.add_module(static_cast<const FatBinary*>(data)->bundle));
}

void __hipUnregisterFatBinary(void** module) {
  Runtime& runtime = Runtime::get();
  const std::lock_guard lock(runtime.mutex);
  runtime.remove_module(reinterpret_cast<Module*>(module));
}

void __hipRegisterFunction(void** module, const void* host, char*, const char* name, unsigned,
                           void*, void*, dim3*, dim3*, int*) {
  Runtime& runtime = Runtime::get();
  const std::lock_guard lock(runtime.mutex);
  runtime.add_function(host, reinterpret_cast<Module*>(module), name);
}

void __hipRegisterVar(void** module, void* host, char*, char* name, int, size_t bytes, int, int) {
  Runtime& runtime = Runtime::get();
  const std::lock_guard lock(runtime.mutex);
  runtime.add_variable(host, reinterpret_cast<Module*>(module), name, bytes);
}

hipError_t __hipPushCallConfiguration(dim3 grid, dim3 block, size_t shared_bytes,
                                      hipStream_t stream) {
  pushed = {grid, block, shared_bytes, stream};
  return hipSuccess;
}

hipError_t __hipPopCallConfiguration(dim3* grid, dim3* block, size_t* shared_bytes,
                                     hipStream_t* stream) {
  *grid = pushed.grid;
  *block = pushed.block;
  *shared_bytes = pushed.shared_bytes;
  *stream = pushed.stream;
  return hipSuccess;
}

// A launch is complete when it returns, so that whatever order streams and events ask for is kept.
hipError_t hipLaunchKernel(const void* function, dim3 grid, dim3 block, void** arguments,
                           size_t shared_bytes, hipStream_t stream) {
  if (hippuzzle::amd::is_capturing(stream))
    return keep_launch(function, grid, block, arguments, shared_bytes, stream);
  Runtime& runtime = Runtime::get();
  const std::lock_guard lock(runtime.mutex);
  return runtime.launch(function, grid, block, arguments, shared_bytes);
}

hipError_t hipLaunchCooperativeKernel(const void* function, dim3 grid, dim3 block, void** arguments,
                                      unsigned shared_bytes, hipStream_t stream) {
  return hipLaunchKernel(function, grid, block, arguments, shared_bytes, stream);
}

hipError_t hipFuncSetAttribute(const void*, hipFuncAttribute, int) { return hipSuccess; }

hipError_t hipFuncGetAttributes(hipFuncAttributes* attributes, const void* function) {
  Runtime& runtime = Runtime::get();
  const std::lock_guard lock(runtime.mutex);
  const auto [module, kernel] = runtime.find_kernel(function);
  if (kernel == nullptr) return runtime.keep(hipErrorInvalidDeviceFunction);
  *attributes = {};
  attributes->sharedSizeBytes = kernel->shared_bytes;
  attributes->localSizeBytes = kernel->private_bytes;
  attributes->maxThreadsPerBlock = static_cast<int>(kernel->most_threads);
  attributes->numRegs = static_cast<int>(kernel->registers);
  return hipSuccess;
}

// Workgroups run one after the other.
hipError_t hipOccupancyMaxActiveBlocksPerMultiprocessor(int* blocks, const void*, int, size_t) {
  *blocks = 1;
  return hipSuccess;
}

}  // extern "C"
