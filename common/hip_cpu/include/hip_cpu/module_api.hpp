// HIP's modules: kernels that are loaded while the program runs. A module is a shared library that
// `hippuzzle cc --genco kernels.hip -o kernels.code` has made, or code from hiprtc. It is a part of
// <hip/hip_runtime_api.h>, which has the other types.
#pragma once

typedef struct ihipModule_t* hipModule_t;
typedef struct ihipModuleSymbol_t* hipFunction_t;

typedef enum hipJitOption {
  hipJitOptionMaxRegisters = 0,
  hipJitOptionThreadsPerBlock,
  hipJitOptionWallTime,
  hipJitOptionInfoLogBuffer,
  hipJitOptionInfoLogBufferSizeBytes,
  hipJitOptionErrorLogBuffer,
  hipJitOptionErrorLogBufferSizeBytes,
  hipJitOptionOptimizationLevel,
  hipJitOptionTargetFromContext,
  hipJitOptionTarget,
  hipJitOptionFallbackStrategy,
  hipJitOptionGenerateDebugInfo,
  hipJitOptionLogVerbose,
  hipJitOptionGenerateLineInfo,
  hipJitOptionCacheMode,
  hipJitOptionSm3xOpt,
  hipJitOptionFastCompile,
  hipJitOptionNumOptions
} hipJitOption;

typedef enum hipFunction_attribute {
  HIP_FUNC_ATTRIBUTE_MAX_THREADS_PER_BLOCK,
  HIP_FUNC_ATTRIBUTE_SHARED_SIZE_BYTES,
  HIP_FUNC_ATTRIBUTE_CONST_SIZE_BYTES,
  HIP_FUNC_ATTRIBUTE_LOCAL_SIZE_BYTES,
  HIP_FUNC_ATTRIBUTE_NUM_REGS,
  HIP_FUNC_ATTRIBUTE_PTX_VERSION,
  HIP_FUNC_ATTRIBUTE_BINARY_VERSION,
  HIP_FUNC_ATTRIBUTE_CACHE_MODE_CA,
  HIP_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES,
  HIP_FUNC_ATTRIBUTE_PREFERRED_SHARED_MEMORY_CARVEOUT,
  HIP_FUNC_ATTRIBUTE_MAX
} hipFunction_attribute;

// Keys of hipModuleLaunchKernel's `extra`: the arguments, laid out as in a struct.
#define HIP_LAUNCH_PARAM_BUFFER_POINTER ((void*)0x01)
#define HIP_LAUNCH_PARAM_BUFFER_SIZE ((void*)0x02)
#define HIP_LAUNCH_PARAM_END ((void*)0x03)

HIP_CPU_BEGIN_C

hipError_t hipModuleLoad(hipModule_t* module, const char* file);
// The image is the whole file, which says how long it is. Options change nothing.
hipError_t hipModuleLoadData(hipModule_t* module, const void* image);
hipError_t hipModuleLoadDataEx(hipModule_t* module, const void* image, unsigned option_count,
                               hipJitOption* options, void** values);
hipError_t hipModuleUnload(hipModule_t module);
// A kernel is found by its name in the source or by the linker's.
hipError_t hipModuleGetFunction(hipFunction_t* function, hipModule_t module, const char* name);
hipError_t hipModuleGetGlobal(hipDeviceptr_t* pointer, size_t* bytes, hipModule_t module,
                              const char* name);
hipError_t hipModuleLaunchKernel(hipFunction_t function, unsigned grid_x, unsigned grid_y,
                                 unsigned grid_z, unsigned block_x, unsigned block_y,
                                 unsigned block_z, unsigned dynamic_shared_bytes,
                                 hipStream_t stream, void** arguments, void** extra);
// The grid in threads, which must be whole blocks, and events before and after the launch.
hipError_t hipExtModuleLaunchKernel(hipFunction_t function, unsigned threads_x, unsigned threads_y,
                                    unsigned threads_z, unsigned block_x, unsigned block_y,
                                    unsigned block_z, size_t dynamic_shared_bytes,
                                    hipStream_t stream, void** arguments, void** extra,
                                    hipEvent_t start HIP_CPU_OR(nullptr),
                                    hipEvent_t stop HIP_CPU_OR(nullptr),
                                    unsigned flags HIP_CPU_OR(0));
hipError_t hipHccModuleLaunchKernel(hipFunction_t function, unsigned threads_x, unsigned threads_y,
                                    unsigned threads_z, unsigned block_x, unsigned block_y,
                                    unsigned block_z, size_t dynamic_shared_bytes,
                                    hipStream_t stream, void** arguments, void** extra,
                                    hipEvent_t start HIP_CPU_OR(nullptr),
                                    hipEvent_t stop HIP_CPU_OR(nullptr));
hipError_t hipFuncGetAttribute(int* value, hipFunction_attribute attribute, hipFunction_t function);
hipError_t hipModuleOccupancyMaxActiveBlocksPerMultiprocessor(int* blocks, hipFunction_t function,
                                                              int block_size,
                                                              size_t dynamic_shared_bytes);
hipError_t hipModuleOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(int* blocks,
                                                                       hipFunction_t function,
                                                                       int block_size,
                                                                       size_t dynamic_shared_bytes,
                                                                       unsigned flags);
hipError_t hipModuleOccupancyMaxPotentialBlockSize(int* grid_size, int* block_size,
                                                   hipFunction_t function,
                                                   size_t dynamic_shared_bytes,
                                                   int block_size_limit);
hipError_t hipModuleOccupancyMaxPotentialBlockSizeWithFlags(int* grid_size, int* block_size,
                                                            hipFunction_t function,
                                                            size_t dynamic_shared_bytes,
                                                            int block_size_limit, unsigned flags);

HIP_CPU_END_C
