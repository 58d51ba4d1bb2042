// HIP's arrays and texture objects on the host. An array is rows of elements in device memory, and
// its shape; a texture object says how a kernel reads an array, a pitched or a plain piece of
// memory
// (<hip_cpu/textures.hpp>). There are no mipmaps, layers, surfaces and texture references.
//
// It is a part of <hip/hip_runtime_api.h>, which has the types.
#pragma once

enum hipChannelFormatKind {
  hipChannelFormatKindSigned = 0,
  hipChannelFormatKindUnsigned = 1,
  hipChannelFormatKindFloat = 2,
  hipChannelFormatKindNone = 3,
};

struct hipChannelFormatDesc {
  int x, y, z, w;  // bits of each channel
  hipChannelFormatKind f;
};

inline hipChannelFormatDesc hipCreateChannelDesc(int x, int y, int z, int w,
                                                 hipChannelFormatKind kind) {
  return {x, y, z, w, kind};
}

#define hipArrayDefault 0x00

struct hipArray {
  void* data;
  hipChannelFormatDesc desc;
  size_t width, height, depth;  // in elements; 0 where there is no such dimension
  size_t pitch;                 // bytes from row to row
};
using hipArray_t = hipArray*;
using hipArray_const_t = const hipArray*;

enum hipResourceType {
  hipResourceTypeArray = 0,
  hipResourceTypeMipmappedArray = 1,
  hipResourceTypeLinear = 2,
  hipResourceTypePitch2D = 3,
};

struct hipResourceDesc {
  hipResourceType resType;
  union {
    struct {
      hipArray_t array;
    } array;
    struct {
      void* devPtr;
      hipChannelFormatDesc desc;
      size_t sizeInBytes;
    } linear;
    struct {
      void* devPtr;
      hipChannelFormatDesc desc;
      size_t width, height;
      size_t pitchInBytes;
    } pitch2D;
  } res;
};

enum hipTextureAddressMode {
  hipAddressModeWrap = 0,
  hipAddressModeClamp = 1,
  hipAddressModeMirror = 2,
  hipAddressModeBorder = 3,
};
enum hipTextureFilterMode { hipFilterModePoint = 0, hipFilterModeLinear = 1 };
enum hipTextureReadMode { hipReadModeElementType = 0, hipReadModeNormalizedFloat = 1 };

struct hipTextureDesc {
  hipTextureAddressMode addressMode[3];
  hipTextureFilterMode filterMode;
  hipTextureReadMode readMode;
  int sRGB;
  float borderColor[4];
  int normalizedCoords;
  unsigned maxAnisotropy;
  hipTextureFilterMode mipmapFilterMode;
  float mipmapLevelBias, minMipmapLevelClamp, maxMipmapLevelClamp;
};

struct hipResourceViewDesc;  // a view of other elements: must be null
using hipTextureObject_t = struct __hip_texture*;

extern "C" {

hipError_t hipMallocArray(hipArray_t* array, const hipChannelFormatDesc* desc, size_t width,
                          size_t height = 0, unsigned flags = hipArrayDefault);
hipError_t hipMalloc3DArray(hipArray_t* array, const hipChannelFormatDesc* desc, hipExtent extent,
                            unsigned flags);
hipError_t hipFreeArray(hipArray_t array);
hipError_t hipArrayDestroy(hipArray_t array);
hipError_t hipGetChannelDesc(hipChannelFormatDesc* desc, hipArray_const_t array);

// Offsets in the array are bytes across and rows down.
hipError_t hipMemcpy2DToArray(hipArray_t to, size_t x, size_t y, const void* from, size_t pitch,
                              size_t width, size_t height, hipMemcpyKind kind);
hipError_t hipMemcpy2DToArrayAsync(hipArray_t to, size_t x, size_t y, const void* from,
                                   size_t pitch, size_t width, size_t height, hipMemcpyKind kind,
                                   hipStream_t stream = nullptr);
hipError_t hipMemcpy2DFromArray(void* to, size_t pitch, hipArray_const_t from, size_t x, size_t y,
                                size_t width, size_t height, hipMemcpyKind kind);
hipError_t hipMemcpy2DFromArrayAsync(void* to, size_t pitch, hipArray_const_t from, size_t x,
                                     size_t y, size_t width, size_t height, hipMemcpyKind kind,
                                     hipStream_t stream = nullptr);
// Bytes from a place on, row after row.
hipError_t hipMemcpyToArray(hipArray_t to, size_t x, size_t y, const void* from, size_t bytes,
                            hipMemcpyKind kind);
hipError_t hipMemcpyFromArray(void* to, hipArray_const_t from, size_t x, size_t y, size_t bytes,
                              hipMemcpyKind kind);
hipError_t hipMemcpyHtoA(hipArray_t to, size_t offset, const void* from, size_t bytes);
hipError_t hipMemcpyAtoH(void* to, hipArray_t from, size_t offset, size_t bytes);

hipError_t hipCreateTextureObject(hipTextureObject_t* texture, const hipResourceDesc* resource,
                                  const hipTextureDesc* description,
                                  const hipResourceViewDesc* view);
hipError_t hipDestroyTextureObject(hipTextureObject_t texture);
hipError_t hipGetTextureObjectResourceDesc(hipResourceDesc* resource, hipTextureObject_t texture);
hipError_t hipGetTextureObjectTextureDesc(hipTextureDesc* description, hipTextureObject_t texture);

}  // extern "C"
