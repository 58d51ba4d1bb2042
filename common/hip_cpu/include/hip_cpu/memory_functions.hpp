// HIP's host functions for memory beyond the plain ones: pinned memory by its other names, host
// memory that is registered, rows with pitches, three dimensions, fills by words, copies by
// direction, and allocations in the order of a stream. An operation in a stream may not be complete
// until the stream is.
//
// This header is a part of <hip/hip_runtime_api.h>, which has the types.
#pragma once

typedef void* hipDeviceptr_t;

#define hipHostAllocDefault 0x0
#define hipHostAllocPortable 0x1
#define hipHostAllocMapped 0x2
#define hipHostAllocWriteCombined 0x4
#define hipHostMallocNumaUser 0x20000000

#define hipHostRegisterDefault 0x0
#define hipHostRegisterPortable 0x1
#define hipHostRegisterMapped 0x2
#define hipHostRegisterIoMemory 0x4

#define hipDeviceMallocDefault 0x0
#define hipDeviceMallocFinegrained 0x1
#define hipMallocSignalMemory 0x2

#define hipCpuDeviceId ((int)-1)
#define hipInvalidDeviceId ((int)-2)

typedef enum hipMemoryAdvise {
  hipMemAdviseSetReadMostly = 1,
  hipMemAdviseUnsetReadMostly = 2,
  hipMemAdviseSetPreferredLocation = 3,
  hipMemAdviseUnsetPreferredLocation = 4,
  hipMemAdviseSetAccessedBy = 5,
  hipMemAdviseUnsetAccessedBy = 6,
  hipMemAdviseSetCoarseGrain = 100,
  hipMemAdviseUnsetCoarseGrain = 101,
} hipMemoryAdvise;

typedef enum hipMemLocationType {
  hipMemLocationTypeInvalid = 0,
  hipMemLocationTypeDevice = 1,
  hipMemLocationTypeHost = 2,
  hipMemLocationTypeHostNuma = 3,
  hipMemLocationTypeHostNumaCurrent = 4,
} hipMemLocationType;

typedef struct hipMemLocation {
  hipMemLocationType type;
  int id;  // of a device
} hipMemLocation;

typedef struct hipPitchedPtr {
  void* ptr;
  size_t pitch;  // bytes from row to row
  size_t xsize;  // bytes of a row
  size_t ysize;  // rows
} hipPitchedPtr;

typedef struct hipExtent {
  size_t width;  // bytes of a row
  size_t height;
  size_t depth;
} hipExtent;

typedef struct hipPos {
  size_t x, y, z;
} hipPos;

// Each side is given as either the array or the pitched memory.
typedef struct hipMemcpy3DParms {
  struct hipArray* srcArray;
  hipPos srcPos;
  hipPitchedPtr srcPtr;
  struct hipArray* dstArray;
  hipPos dstPos;
  hipPitchedPtr dstPtr;
  hipExtent extent;
  hipMemcpyKind kind;
} hipMemcpy3DParms;

static inline hipPitchedPtr make_hipPitchedPtr(void* pointer, size_t pitch, size_t xsize,
                                               size_t ysize) {
  const hipPitchedPtr made = {pointer, pitch, xsize, ysize};
  return made;
}
static inline hipExtent make_hipExtent(size_t width, size_t height, size_t depth) {
  const hipExtent made = {width, height, depth};
  return made;
}
static inline hipPos make_hipPos(size_t x, size_t y, size_t z) {
  const hipPos made = {x, y, z};
  return made;
}

HIP_CPU_BEGIN_C

// Pinned memory.
hipError_t hipMallocHost(void** pointer, size_t bytes);
hipError_t hipHostAlloc(void** pointer, size_t bytes, unsigned flags);
hipError_t hipFreeHost(void* pointer);
hipError_t hipHostGetFlags(unsigned* flags, void* pointer);
hipError_t hipHostRegister(void* pointer, size_t bytes, unsigned flags);
hipError_t hipHostUnregister(void* pointer);

// Device memory. A pitch is a multiple of 256 bytes.
hipError_t hipExtMallocWithFlags(void** pointer, size_t bytes, unsigned flags);
hipError_t hipMallocPitch(void** pointer, size_t* pitch, size_t width, size_t height);
hipError_t hipMemAllocPitch(hipDeviceptr_t* pointer, size_t* pitch, size_t width, size_t height,
                            unsigned element_bytes);
hipError_t hipMalloc3D(hipPitchedPtr* pointer, hipExtent extent);
hipError_t hipMallocAsync(void** pointer, size_t bytes, hipStream_t stream);
hipError_t hipFreeAsync(void* pointer, hipStream_t stream);
hipError_t hipMemGetAddressRange(hipDeviceptr_t* begin, size_t* bytes, hipDeviceptr_t inside);
hipError_t hipMemPtrGetInfo(void* pointer, size_t* bytes);

// Copies.
hipError_t hipMemcpyWithStream(void* to, const void* from, size_t bytes, hipMemcpyKind kind,
                               hipStream_t stream);
hipError_t hipMemcpyHtoD(hipDeviceptr_t to, void* from, size_t bytes);
hipError_t hipMemcpyDtoH(void* to, hipDeviceptr_t from, size_t bytes);
hipError_t hipMemcpyDtoD(hipDeviceptr_t to, hipDeviceptr_t from, size_t bytes);
hipError_t hipMemcpyHtoDAsync(hipDeviceptr_t to, void* from, size_t bytes, hipStream_t stream);
hipError_t hipMemcpyDtoHAsync(void* to, hipDeviceptr_t from, size_t bytes, hipStream_t stream);
hipError_t hipMemcpyDtoDAsync(hipDeviceptr_t to, hipDeviceptr_t from, size_t bytes,
                              hipStream_t stream);
hipError_t hipMemcpyPeer(void* to, int to_device, const void* from, int from_device, size_t bytes);
hipError_t hipMemcpyPeerAsync(void* to, int to_device, const void* from, int from_device,
                              size_t bytes, hipStream_t stream HIP_CPU_OR(nullptr));
hipError_t hipMemcpy3D(const hipMemcpy3DParms* copy);
hipError_t hipMemcpy3DAsync(const hipMemcpy3DParms* copy, hipStream_t stream HIP_CPU_OR(nullptr));

// Fills. A count is of bytes, of 16 or of 32 bits each.
hipError_t hipMemsetD8(hipDeviceptr_t to, unsigned char value, size_t count);
hipError_t hipMemsetD8Async(hipDeviceptr_t to, unsigned char value, size_t count,
                            hipStream_t stream HIP_CPU_OR(nullptr));
hipError_t hipMemsetD16(hipDeviceptr_t to, unsigned short value, size_t count);
hipError_t hipMemsetD16Async(hipDeviceptr_t to, unsigned short value, size_t count,
                             hipStream_t stream HIP_CPU_OR(nullptr));
hipError_t hipMemsetD32(hipDeviceptr_t to, int value, size_t count);
hipError_t hipMemsetD32Async(hipDeviceptr_t to, int value, size_t count,
                             hipStream_t stream HIP_CPU_OR(nullptr));
hipError_t hipMemset2D(void* to, size_t pitch, int value, size_t width, size_t height);
hipError_t hipMemset2DAsync(void* to, size_t pitch, int value, size_t width, size_t height,
                            hipStream_t stream HIP_CPU_OR(nullptr));
hipError_t hipMemset3D(hipPitchedPtr to, int value, hipExtent extent);
hipError_t hipMemset3DAsync(hipPitchedPtr to, int value, hipExtent extent,
                            hipStream_t stream HIP_CPU_OR(nullptr));

// Managed memory. Host and device both reach it where it is, so advice changes nothing.
hipError_t hipMemPrefetchAsync(const void* pointer, size_t bytes, int device,
                               hipStream_t stream HIP_CPU_OR(nullptr));
hipError_t hipMemAdvise(const void* pointer, size_t bytes, hipMemoryAdvise advice, int device);
hipError_t hipMemPrefetchAsync_v2(const void* pointer, size_t bytes, hipMemLocation location,
                                  unsigned flags, hipStream_t stream HIP_CPU_OR(nullptr));
hipError_t hipMemAdvise_v2(const void* pointer, size_t bytes, hipMemoryAdvise advice,
                           hipMemLocation location);
hipError_t hipStreamAttachMemAsync(hipStream_t stream, void* pointer, size_t bytes HIP_CPU_OR(0),
                                   unsigned flags HIP_CPU_OR(hipMemAttachSingle));

// Streams. One priority, 0; a function of the host is called in the order of its stream.
typedef void (*hipStreamCallback_t)(hipStream_t stream, hipError_t status, void* data);
typedef void (*hipHostFn_t)(void* data);
hipError_t hipDeviceGetStreamPriorityRange(int* least, int* greatest);
hipError_t hipStreamCreateWithPriority(hipStream_t* stream, unsigned flags, int priority);
hipError_t hipStreamGetPriority(hipStream_t stream, int* priority);
hipError_t hipStreamAddCallback(hipStream_t stream, hipStreamCallback_t callback, void* data,
                                unsigned flags);
hipError_t hipLaunchHostFunc(hipStream_t stream, hipHostFn_t function, void* data);

HIP_CPU_END_C

#ifdef __cplusplus
// CUDA 13 has these by the older names.
inline hipError_t hipMemPrefetchAsync(const void* pointer, size_t bytes, hipMemLocation location,
                                      unsigned flags, hipStream_t stream = nullptr) {
  return hipMemPrefetchAsync_v2(pointer, bytes, location, flags, stream);
}
inline hipError_t hipMemAdvise(const void* pointer, size_t bytes, hipMemoryAdvise advice,
                               hipMemLocation location) {
  return hipMemAdvise_v2(pointer, bytes, advice, location);
}

template <typename T>
HIP_CPU_HANDS_ON hipError_t hipMallocHost(T** pointer, size_t bytes) {
  return hipMallocHost(hip_cpu::untyped(pointer), bytes);
}

template <typename T>
HIP_CPU_HANDS_ON hipError_t hipHostAlloc(T** pointer, size_t bytes, unsigned flags) {
  return hipHostAlloc(hip_cpu::untyped(pointer), bytes, flags);
}

template <typename T>
HIP_CPU_HANDS_ON hipError_t hipMallocPitch(T** pointer, size_t* pitch, size_t width,
                                           size_t height) {
  return hipMallocPitch(hip_cpu::untyped(pointer), pitch, width, height);
}

template <typename T>
HIP_CPU_HANDS_ON hipError_t hipMallocAsync(T** pointer, size_t bytes, hipStream_t stream) {
  return hipMallocAsync(hip_cpu::untyped(pointer), bytes, stream);
}

template <typename T>
HIP_CPU_HANDS_ON hipError_t hipExtMallocWithFlags(T** pointer, size_t bytes, unsigned flags) {
  return hipExtMallocWithFlags(hip_cpu::untyped(pointer), bytes, flags);
}
#endif
