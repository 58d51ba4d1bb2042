// HIP's host functions on the CPU, without the parts for kernels: usable from any source in C++17
// or C.
//
// There is one device, 0: the processor. HIPPUZZLE_CPU_DEVICES sets a larger number of devices,
// each with a memory of its own. Device memory is host memory, so a host pointer is a device
// pointer and the other way round; only a checked kernel may access nothing but its own device's
// memory. Streams that a program creates work concurrently with the host if the program was built
// so (<hip_cpu/config.h>, hippuzzle cc); otherwise, in the null stream, in the per-thread stream
// and in checked programs every operation is complete when its function returns, the asynchronous
// ones included. That is a legal order for HIP's streams; a program that reads a result before it
// synchronises is wrong elsewhere. Functions return HIP's error codes with HIP's numbers and may be
// called from any thread. A failure is kept until the same thread calls hipGetLastError, as in CUDA
// and in HIP since ROCm 7.
#pragma once

#include <hip_cpu/set_macros_aside.hpp>

#include <hip/hip_version.h>

#include <hip_cpu/allocated_pointer.hpp>
#include <hip_cpu/c_language.hpp>
#include <hip_cpu/device_properties.hpp>
#include <hip_cpu/error_codes.hpp>

typedef int hipDevice_t;
typedef struct ihipStream_t* hipStream_t;
typedef struct ihipEvent_t* hipEvent_t;

typedef enum hipMemcpyKind {
  hipMemcpyHostToHost = 0,
  hipMemcpyHostToDevice = 1,
  hipMemcpyDeviceToHost = 2,
  hipMemcpyDeviceToDevice = 3,
  hipMemcpyDefault = 4,
} hipMemcpyKind;

typedef enum hipMemoryType {
  hipMemoryTypeHost = 0,
  hipMemoryTypeDevice = 1,
  hipMemoryTypeArray = 2,
  hipMemoryTypeUnified = 3,
} hipMemoryType;

typedef struct hipPointerAttribute_t {
  hipMemoryType memoryType;
  int device;
  void* devicePointer;
  void* hostPointer;
  int isManaged;
  unsigned allocationFlags;
} hipPointerAttribute_t;

typedef enum hipFuncAttribute {
  hipFuncAttributeMaxDynamicSharedMemorySize = 8,
  hipFuncAttributePreferredSharedMemoryCarveout = 9,
  hipFuncAttributeMax,
} hipFuncAttribute;

#define hipStreamDefault 0x00
#define hipStreamNonBlocking 0x01
#define hipStreamPerThread ((hipStream_t)2)

#define hipEventDefault 0x0
#define hipEventBlockingSync 0x1
#define hipEventDisableTiming 0x2
#define hipEventInterprocess 0x4

#define hipHostMallocDefault 0x0
#define hipHostMallocPortable 0x1
#define hipHostMallocMapped 0x2
#define hipHostMallocWriteCombined 0x4
#define hipHostMallocCoherent 0x40000000
#define hipHostMallocNonCoherent 0x80000000

#define hipMemAttachGlobal 0x01
#define hipMemAttachHost 0x02
#define hipMemAttachSingle 0x04

HIP_CPU_BEGIN_C

// The device.
hipError_t hipInit(unsigned flags);
hipError_t hipDriverGetVersion(int* version);
hipError_t hipRuntimeGetVersion(int* version);
hipError_t hipGetDeviceCount(int* count);
hipError_t hipSetDevice(int device);
hipError_t hipGetDevice(int* device);
hipError_t hipGetDeviceProperties(hipDeviceProp_t* properties, int device);
hipError_t hipDeviceGetAttribute(int* value, hipDeviceAttribute_t attribute, int device);
hipError_t hipDeviceSynchronize(void);

// Errors.
hipError_t hipGetLastError(void);  // and forgets it
hipError_t hipPeekAtLastError(void);
const char* hipGetErrorName(hipError_t error);
const char* hipGetErrorString(hipError_t error);

// Memory. Allocations are aligned to 256 bytes and have no defined contents. A copy or fill that
// begins inside an allocation must end inside it (hipErrorInvalidValue).
hipError_t hipMalloc(void** pointer, size_t bytes);
hipError_t hipFree(void* pointer);
hipError_t hipHostMalloc(void** pointer, size_t bytes,
                         unsigned flags HIP_CPU_OR(hipHostMallocDefault));
hipError_t hipHostFree(void* pointer);
hipError_t hipHostGetDevicePointer(void** device, void* host, unsigned flags);
hipError_t hipMallocManaged(void** pointer, size_t bytes,
                            unsigned flags HIP_CPU_OR(hipMemAttachGlobal));
hipError_t hipMemGetInfo(size_t* free_bytes, size_t* total_bytes);
hipError_t hipPointerGetAttributes(hipPointerAttribute_t* attributes, const void* pointer);
hipError_t hipMemcpy(void* to, const void* from, size_t bytes, hipMemcpyKind kind);
hipError_t hipMemcpyAsync(void* to, const void* from, size_t bytes, hipMemcpyKind kind,
                          hipStream_t stream HIP_CPU_OR(nullptr));
// Pitches, the distances between rows, and the width are in bytes.
hipError_t hipMemcpy2D(void* to, size_t to_pitch, const void* from, size_t from_pitch, size_t width,
                       size_t height, hipMemcpyKind kind);
hipError_t hipMemcpy2DAsync(void* to, size_t to_pitch, const void* from, size_t from_pitch,
                            size_t width, size_t height, hipMemcpyKind kind,
                            hipStream_t stream HIP_CPU_OR(nullptr));
hipError_t hipMemset(void* to, int value, size_t bytes);
hipError_t hipMemsetAsync(void* to, int value, size_t bytes,
                          hipStream_t stream HIP_CPU_OR(nullptr));

// Streams belong to the device that was current when they were created, and a launch to a stream of
// another is refused, as is a destroyed or invented handle (hipErrorInvalidHandle).
hipError_t hipStreamCreate(hipStream_t* stream);
hipError_t hipStreamCreateWithFlags(hipStream_t* stream, unsigned flags);
hipError_t hipStreamDestroy(hipStream_t stream);
hipError_t hipStreamSynchronize(hipStream_t stream);
hipError_t hipStreamQuery(hipStream_t stream);
hipError_t hipStreamWaitEvent(hipStream_t stream, hipEvent_t event, unsigned flags HIP_CPU_OR(0));
hipError_t hipStreamGetFlags(hipStream_t stream, unsigned* flags);

// Events are recorded in streams of their own device, and any stream may wait for them. Times are
// in milliseconds of a steady clock.
hipError_t hipEventCreate(hipEvent_t* event);
hipError_t hipEventCreateWithFlags(hipEvent_t* event, unsigned flags);
hipError_t hipEventDestroy(hipEvent_t event);
hipError_t hipEventRecord(hipEvent_t event, hipStream_t stream HIP_CPU_OR(nullptr));
hipError_t hipEventSynchronize(hipEvent_t event);
hipError_t hipEventQuery(hipEvent_t event);
hipError_t hipEventElapsedTime(float* milliseconds, hipEvent_t start, hipEvent_t stop);

// A kernel may always use all the shared memory of a block, so a size up to that is accepted and
// changes nothing.
hipError_t hipFuncSetAttribute(const void* kernel, hipFuncAttribute attribute, int value);

HIP_CPU_END_C

#include <hip_cpu/device_queries.hpp>
#include <hip_cpu/memory_functions.hpp>
// The types of memory come first.
#include <hip_cpu/array_api.hpp>
#include <hip_cpu/context_api.hpp>
#include <hip_cpu/graph_api.hpp>
#include <hip_cpu/module_api.hpp>

#ifdef __cplusplus
namespace hip_cpu {

// Keeps a failure for hipGetLastError and returns the code.
hipError_t report(hipError_t error);

// Copies between memory and the `symbol_bytes` of a __device__ or __constant__ variable, from
// `offset` on.
hipError_t copy_to_symbol(void* symbol, size_t symbol_bytes, const void* from, size_t bytes,
                          size_t offset, hipMemcpyKind kind, hipStream_t stream);
hipError_t copy_from_symbol(void* to, const void* symbol, size_t symbol_bytes, size_t bytes,
                            size_t offset, hipMemcpyKind kind, hipStream_t stream);

// The address of a variable that its declaration may call constant.
template <typename T>
void* symbol_address(const T& symbol) {
  return const_cast<void*>(reinterpret_cast<const volatile void*>(&symbol));
}

}  // namespace hip_cpu

template <typename T>
HIP_CPU_HANDS_ON hipError_t hipMalloc(T** pointer, size_t bytes) {
  return hipMalloc(hip_cpu::untyped(pointer), bytes);
}

template <typename T>
HIP_CPU_HANDS_ON hipError_t hipHostMalloc(T** pointer, size_t bytes,
                                          unsigned flags = hipHostMallocDefault) {
  return hipHostMalloc(hip_cpu::untyped(pointer), bytes, flags);
}

template <typename T>
HIP_CPU_HANDS_ON hipError_t hipMallocManaged(T** pointer, size_t bytes,
                                             unsigned flags = hipMemAttachGlobal) {
  return hipMallocManaged(hip_cpu::untyped(pointer), bytes, flags);
}

// Symbols are passed as the variable itself. A range outside it is refused (hipErrorInvalidValue).
template <typename T>
HIP_CPU_HANDS_ON hipError_t hipMemcpyToSymbol(const T& symbol, const void* from, size_t bytes,
                                              size_t offset = 0,
                                              hipMemcpyKind kind = hipMemcpyHostToDevice) {
  return hip_cpu::copy_to_symbol(hip_cpu::symbol_address(symbol), sizeof symbol, from, bytes,
                                 offset, kind, nullptr);
}

template <typename T>
HIP_CPU_HANDS_ON hipError_t hipMemcpyToSymbolAsync(const T& symbol, const void* from, size_t bytes,
                                                   size_t offset, hipMemcpyKind kind,
                                                   hipStream_t stream = nullptr) {
  return hip_cpu::copy_to_symbol(hip_cpu::symbol_address(symbol), sizeof symbol, from, bytes,
                                 offset, kind, stream);
}

template <typename T>
HIP_CPU_HANDS_ON hipError_t hipMemcpyFromSymbol(void* to, const T& symbol, size_t bytes,
                                                size_t offset = 0,
                                                hipMemcpyKind kind = hipMemcpyDeviceToHost) {
  return hip_cpu::copy_from_symbol(to, hip_cpu::symbol_address(symbol), sizeof symbol, bytes,
                                   offset, kind, nullptr);
}

template <typename T>
HIP_CPU_HANDS_ON hipError_t hipMemcpyFromSymbolAsync(void* to, const T& symbol, size_t bytes,
                                                     size_t offset, hipMemcpyKind kind,
                                                     hipStream_t stream = nullptr) {
  return hip_cpu::copy_from_symbol(to, hip_cpu::symbol_address(symbol), sizeof symbol, bytes,
                                   offset, kind, stream);
}

template <typename T>
HIP_CPU_HANDS_ON hipError_t hipGetSymbolAddress(void** address, const T& symbol) {
  if (!address) return hip_cpu::report(hipErrorInvalidValue);
  *address = hip_cpu::symbol_address(symbol);
  return hipSuccess;
}

template <typename T>
HIP_CPU_HANDS_ON hipError_t hipGetSymbolSize(size_t* bytes, const T& symbol) {
  if (!bytes) return hip_cpu::report(hipErrorInvalidValue);
  *bytes = sizeof symbol;
  return hipSuccess;
}
#endif

#include <hip_cpu/restore_macros.hpp>
