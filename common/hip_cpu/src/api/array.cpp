// HIP's functions for arrays and texture objects: <hip_cpu/array_api.hpp>.
#include <hip/hip_runtime_api.h>

#include <algorithm>
#include <hip_cpu/textures.hpp>
#include <optional>

#include "hip_cpu/simt/settings.hpp"
#include "hip_cpu/simt/streams/handles.hpp"

using hip_cpu::report;

namespace hip_cpu {
namespace {

Handles<hipArray>& arrays() {
  static Handles<hipArray> arrays;
  return arrays;
}
bool is_array(hipArray_const_t array) { return arrays().contains(const_cast<hipArray_t>(array)); }

// Bytes of an element whose channels are of one size, and none after a missing one; else 0.
size_t element_bytes(const hipChannelFormatDesc& desc) {
  const int bits[4] = {desc.x, desc.y, desc.z, desc.w};
  const bool known = bits[0] == 8 || bits[0] == 16 || bits[0] == 32;
  if (!known || (desc.f == hipChannelFormatKindFloat && bits[0] == 8)) return 0;
  if (desc.f < hipChannelFormatKindSigned || desc.f > hipChannelFormatKindFloat) return 0;
  int channels = 0;
  while (channels < 4 && bits[channels] == bits[0]) ++channels;
  if (channels == 3 || std::any_of(bits + channels, bits + 4, [](int b) { return b != 0; }))
    return 0;
  return static_cast<size_t>(channels * bits[0] / 8);
}

size_t row_bytes(const hipArray& array) { return array.width * element_bytes(array.desc); }
size_t rows(const hipArray& array) {
  return std::max<size_t>(array.height, 1) * std::max<size_t>(array.depth, 1);
}

// A rectangle that lies inside the array.
bool contains(const hipArray& array, size_t x, size_t y, size_t width, size_t height) {
  return x <= row_bytes(array) && width <= row_bytes(array) - x && y <= rows(array) &&
         height <= rows(array) - y;
}
char* place(const hipArray& array, size_t x, size_t y) {
  return static_cast<char*>(array.data) + y * array.pitch + x;
}

// Calls copy(row's place, bytes done before, bytes) for the rows that contain the bytes.
template <typename Copy>
hipError_t each_row(const hipArray& array, size_t x, size_t y, size_t bytes, const Copy& copy) {
  const size_t row = row_bytes(array);
  if (x > row || y > rows(array) || bytes > (rows(array) - y) * row - std::min(x, bytes))
    return report(hipErrorInvalidValue);
  for (size_t done = 0; done < bytes; x = 0, ++y) {
    const size_t part = std::min(row - x, bytes - done);
    if (const hipError_t error = copy(place(array, x, y), done, part)) return error;
    done += part;
  }
  return hipSuccess;
}

std::optional<__hip_texture> described(const hipResourceDesc& resource) {
  __hip_texture texture{};
  texture.resource = resource;
  const auto shape = [&](const void* data, const hipChannelFormatDesc& desc, size_t width,
                         size_t height, size_t depth, size_t pitch) {
    texture.data = data;
    texture.desc = desc;
    const size_t size[3] = {width, std::max<size_t>(height, 1), std::max<size_t>(depth, 1)};
    for (int d = 0; d < 3; ++d) texture.size[d] = static_cast<int>(size[d]);
    texture.pitch = pitch;
    texture.layer = pitch * size[1];
  };
  if (resource.resType == hipResourceTypeArray) {
    const hipArray* const array = resource.res.array.array;
    if (!is_array(array)) return std::nullopt;
    shape(array->data, array->desc, array->width, array->height, array->depth, array->pitch);
  } else if (resource.resType == hipResourceTypeLinear) {
    const auto& linear = resource.res.linear;
    const size_t bytes = element_bytes(linear.desc);
    if (!linear.devPtr || bytes == 0) return std::nullopt;
    shape(linear.devPtr, linear.desc, linear.sizeInBytes / bytes, 0, 0, 0);
  } else if (resource.resType == hipResourceTypePitch2D) {
    const auto& pitched = resource.res.pitch2D;
    const size_t bytes = element_bytes(pitched.desc);
    if (!pitched.devPtr || bytes == 0 || pitched.width * bytes > pitched.pitchInBytes)
      return std::nullopt;
    shape(pitched.devPtr, pitched.desc, pitched.width, pitched.height, 0, pitched.pitchInBytes);
  } else {
    return std::nullopt;
  }
  return texture;
}

}  // namespace
}  // namespace hip_cpu

hipError_t hipMalloc3DArray(hipArray_t* array, const hipChannelFormatDesc* desc, hipExtent extent,
                            unsigned flags) {
  if (!array || !desc || extent.width == 0 || flags != hipArrayDefault)
    return report(hipErrorInvalidValue);
  if (std::max({extent.width, extent.height, extent.depth}) > size_t{hip_cpu::max_array_side})
    return report(hipErrorInvalidValue);
  hipArray made = {nullptr, *desc, extent.width, extent.height, extent.depth, 0};
  made.pitch = hip_cpu::row_bytes(made);
  if (made.pitch == 0) return report(hipErrorInvalidValue);
  if (const hipError_t error = hipMalloc(&made.data, made.pitch * hip_cpu::rows(made)))
    return error;
  *array = hip_cpu::arrays().create(made);
  return hipSuccess;
}
hipError_t hipMallocArray(hipArray_t* array, const hipChannelFormatDesc* desc, size_t width,
                          size_t height, unsigned flags) {
  return hipMalloc3DArray(array, desc, {width, height, 0}, flags);
}
hipError_t hipFreeArray(hipArray_t array) {
  if (!array) return report(hipErrorInvalidValue);
  if (!hip_cpu::is_array(array)) return report(hipErrorInvalidHandle);
  const hipError_t error = hipFree(array->data);
  hip_cpu::arrays().destroy(array);
  return error;
}
hipError_t hipArrayDestroy(hipArray_t array) { return hipFreeArray(array); }

hipError_t hipGetChannelDesc(hipChannelFormatDesc* desc, hipArray_const_t array) {
  if (!desc || !array) return report(hipErrorInvalidValue);
  if (!hip_cpu::is_array(array)) return report(hipErrorInvalidHandle);
  *desc = array->desc;
  return hipSuccess;
}

hipError_t hipMemcpy2DToArrayAsync(hipArray_t to, size_t x, size_t y, const void* from,
                                   size_t pitch, size_t width, size_t height, hipMemcpyKind kind,
                                   hipStream_t stream) {
  if (!hip_cpu::is_array(to)) return report(hipErrorInvalidHandle);
  if (!hip_cpu::contains(*to, x, y, width, height)) return report(hipErrorInvalidValue);
  return hipMemcpy2DAsync(hip_cpu::place(*to, x, y), to->pitch, from, pitch, width, height, kind,
                          stream);
}
hipError_t hipMemcpy2DToArray(hipArray_t to, size_t x, size_t y, const void* from, size_t pitch,
                              size_t width, size_t height, hipMemcpyKind kind) {
  return hipMemcpy2DToArrayAsync(to, x, y, from, pitch, width, height, kind, nullptr);
}
hipError_t hipMemcpy2DFromArrayAsync(void* to, size_t pitch, hipArray_const_t from, size_t x,
                                     size_t y, size_t width, size_t height, hipMemcpyKind kind,
                                     hipStream_t stream) {
  if (!hip_cpu::is_array(from)) return report(hipErrorInvalidHandle);
  if (!hip_cpu::contains(*from, x, y, width, height)) return report(hipErrorInvalidValue);
  return hipMemcpy2DAsync(to, pitch, hip_cpu::place(*from, x, y), from->pitch, width, height, kind,
                          stream);
}
hipError_t hipMemcpy2DFromArray(void* to, size_t pitch, hipArray_const_t from, size_t x, size_t y,
                                size_t width, size_t height, hipMemcpyKind kind) {
  return hipMemcpy2DFromArrayAsync(to, pitch, from, x, y, width, height, kind, nullptr);
}

hipError_t hipMemcpyToArray(hipArray_t to, size_t x, size_t y, const void* from, size_t bytes,
                            hipMemcpyKind kind) {
  if (!hip_cpu::is_array(to)) return report(hipErrorInvalidHandle);
  return hip_cpu::each_row(*to, x, y, bytes, [&](char* row, size_t done, size_t part) {
    return hipMemcpy(row, static_cast<const char*>(from) + done, part, kind);
  });
}
hipError_t hipMemcpyFromArray(void* to, hipArray_const_t from, size_t x, size_t y, size_t bytes,
                              hipMemcpyKind kind) {
  if (!hip_cpu::is_array(from)) return report(hipErrorInvalidHandle);
  return hip_cpu::each_row(*from, x, y, bytes, [&](char* row, size_t done, size_t part) {
    return hipMemcpy(static_cast<char*>(to) + done, row, part, kind);
  });
}
hipError_t hipMemcpyHtoA(hipArray_t to, size_t offset, const void* from, size_t bytes) {
  return hipMemcpyToArray(to, offset, 0, from, bytes, hipMemcpyHostToDevice);
}
hipError_t hipMemcpyAtoH(void* to, hipArray_t from, size_t offset, size_t bytes) {
  return hipMemcpyFromArray(to, from, offset, 0, bytes, hipMemcpyDeviceToHost);
}

// The object is in managed memory: kernels read it, and the host has written it.
hipError_t hipCreateTextureObject(hipTextureObject_t* texture, const hipResourceDesc* resource,
                                  const hipTextureDesc* description,
                                  const hipResourceViewDesc* view) {
  if (!texture || !resource || !description) return report(hipErrorInvalidValue);
  if (view) return report(hipErrorNotSupported);
  auto made = hip_cpu::described(*resource);
  if (!made) return report(hipErrorInvalidValue);
  // Integer texels cannot be filtered linearly, because there is no integer between two adjacent
  // ones.
  if (description->filterMode == hipFilterModeLinear &&
      description->readMode == hipReadModeElementType && made->desc.f != hipChannelFormatKindFloat)
    return report(hipErrorInvalidValue);
  made->how = *description;
  void* memory = nullptr;
  if (const hipError_t error = hipMallocManaged(&memory, sizeof *made)) return error;
  *texture = static_cast<hipTextureObject_t>(memory);
  **texture = *made;
  return hipSuccess;
}
hipError_t hipDestroyTextureObject(hipTextureObject_t texture) {
  return texture ? hipFree(texture) : hipSuccess;
}
hipError_t hipGetTextureObjectResourceDesc(hipResourceDesc* resource, hipTextureObject_t texture) {
  if (!resource || !texture) return report(hipErrorInvalidValue);
  *resource = texture->resource;
  return hipSuccess;
}
hipError_t hipGetTextureObjectTextureDesc(hipTextureDesc* description, hipTextureObject_t texture) {
  if (!description || !texture) return report(hipErrorInvalidValue);
  *description = texture->how;
  return hipSuccess;
}
