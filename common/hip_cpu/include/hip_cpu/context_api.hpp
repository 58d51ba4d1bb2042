// HIP's contexts: here, as in HIP, a context is a device, and hipSetDevice makes it current. It is
// a part of <hip/hip_runtime_api.h>, which has the other types.
#pragma once

typedef struct ihipCtx_t* hipCtx_t;

HIP_CPU_BEGIN_C

// Each OS thread has a stack of contexts. A created one becomes the top.
hipError_t hipCtxCreate(hipCtx_t* context, unsigned flags, hipDevice_t device);
hipError_t hipCtxDestroy(hipCtx_t context);
hipError_t hipCtxPushCurrent(hipCtx_t context);
hipError_t hipCtxPopCurrent(hipCtx_t* context);
hipError_t hipCtxSetCurrent(hipCtx_t context);
hipError_t hipCtxGetCurrent(hipCtx_t* context);
hipError_t hipCtxGetDevice(hipDevice_t* device);
hipError_t hipCtxGetApiVersion(hipCtx_t context, int* version);
hipError_t hipCtxGetFlags(unsigned* flags);
hipError_t hipCtxSynchronize(void);
hipError_t hipCtxGetCacheConfig(hipFuncCache_t* config);
hipError_t hipCtxSetCacheConfig(hipFuncCache_t config);
hipError_t hipCtxGetSharedMemConfig(hipSharedMemConfig* config);
hipError_t hipCtxSetSharedMemConfig(hipSharedMemConfig config);
hipError_t hipCtxEnablePeerAccess(hipCtx_t peer, unsigned flags);
hipError_t hipCtxDisablePeerAccess(hipCtx_t peer);

// The context that hipSetDevice makes current. It is always active.
hipError_t hipDevicePrimaryCtxRetain(hipCtx_t* context, hipDevice_t device);
hipError_t hipDevicePrimaryCtxRelease(hipDevice_t device);
hipError_t hipDevicePrimaryCtxReset(hipDevice_t device);
hipError_t hipDevicePrimaryCtxGetState(hipDevice_t device, unsigned* flags, int* active);
hipError_t hipDevicePrimaryCtxSetFlags(hipDevice_t device, unsigned flags);

HIP_CPU_END_C
