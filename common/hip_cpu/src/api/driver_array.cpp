// The driver's functions for arrays, and copies of rectangles that a struct describes:
// <hip_cpu/array_api.hpp>.
#include <hip/hip_runtime_api.h>

#include <algorithm>
#include <iterator>
#include <optional>

using hip_cpu::report;

namespace hip_cpu {
namespace {

// A channel's bits and kind by the driver's word, and that word again.
struct Channel {
  hipArray_Format format;
  int bits;
  hipChannelFormatKind kind;
};
constexpr Channel channels[] = {{HIP_AD_FORMAT_UNSIGNED_INT8, 8, hipChannelFormatKindUnsigned},
                                {HIP_AD_FORMAT_UNSIGNED_INT16, 16, hipChannelFormatKindUnsigned},
                                {HIP_AD_FORMAT_UNSIGNED_INT32, 32, hipChannelFormatKindUnsigned},
                                {HIP_AD_FORMAT_SIGNED_INT8, 8, hipChannelFormatKindSigned},
                                {HIP_AD_FORMAT_SIGNED_INT16, 16, hipChannelFormatKindSigned},
                                {HIP_AD_FORMAT_SIGNED_INT32, 32, hipChannelFormatKindSigned},
                                {HIP_AD_FORMAT_HALF, 16, hipChannelFormatKindFloat},
                                {HIP_AD_FORMAT_FLOAT, 32, hipChannelFormatKindFloat}};

std::optional<hipChannelFormatDesc> format_of(hipArray_Format format, unsigned count) {
  const auto* const found = std::ranges::find(channels, format, &Channel::format);
  if (found == std::end(channels) || count == 0 || count > 4) return std::nullopt;
  const auto bits = [&](unsigned channel) { return channel < count ? found->bits : 0; };
  return hipChannelFormatDesc{bits(0), bits(1), bits(2), bits(3), found->kind};
}

HIP_ARRAY3D_DESCRIPTOR descriptor_of(const hipArray& array) {
  const auto is_it = [&](const Channel& channel) {
    return channel.bits == array.desc.x && channel.kind == array.desc.f;
  };
  const int bits[4] = {array.desc.x, array.desc.y, array.desc.z, array.desc.w};
  const auto count = std::ranges::count_if(bits, [](int b) { return b != 0; });
  return {array.width,
          array.height,
          array.depth,
          std::ranges::find_if(channels, is_it)->format,
          static_cast<unsigned>(count),
          hipArrayDefault};
}

// One side of a rectangle's copy: its first byte and its pitch.
struct Side {
  char* begin = nullptr;
  size_t pitch = 0;
  hipMemoryType type;
  size_t x, y;
};

// Errors are missing memory, rows that do not fit in their pitch, and a rectangle outside its
// array.
hipError_t place_of(Side& side, void* host, hipDeviceptr_t device, hipArray_t array,
                    const hip_Memcpy2D& copy) {
  if (side.type == hipMemoryTypeArray) {
    HIP_ARRAY3D_DESCRIPTOR shape;
    if (const hipError_t error = hipArray3DGetDescriptor(&shape, array)) return error;
    side.pitch = array->pitch;
    const size_t rows = std::max<size_t>(shape.Height, 1) * std::max<size_t>(shape.Depth, 1);
    if (side.x + copy.WidthInBytes > side.pitch || side.y + copy.Height > rows)
      return hipErrorInvalidValue;
    side.begin = static_cast<char*>(array->data) + side.y * side.pitch + side.x;
    return hipSuccess;
  }
  char* const memory = static_cast<char*>(side.type == hipMemoryTypeHost ? host : device);
  if (!memory) return hipErrorInvalidValue;
  if (side.pitch == 0 && copy.Height <= 1) side.pitch = side.x + copy.WidthInBytes;
  if (side.x + copy.WidthInBytes > side.pitch) return hipErrorInvalidValue;
  side.begin = memory + side.y * side.pitch + side.x;
  return hipSuccess;
}

// The direction of a copy; the place of managed memory does not matter.
hipMemcpyKind kind_of(const Side& to, const Side& from) {
  if (to.type == hipMemoryTypeUnified || from.type == hipMemoryTypeUnified) return hipMemcpyDefault;
  if (to.type == hipMemoryTypeHost)
    return from.type == hipMemoryTypeHost ? hipMemcpyHostToHost : hipMemcpyDeviceToHost;
  return from.type == hipMemoryTypeHost ? hipMemcpyHostToDevice : hipMemcpyDeviceToDevice;
}

}  // namespace
}  // namespace hip_cpu

hipError_t hipArray3DCreate(hipArray_t* array, const HIP_ARRAY3D_DESCRIPTOR* desc) {
  if (!array || !desc) return report(hipErrorInvalidValue);
  const auto format = hip_cpu::format_of(desc->Format, desc->NumChannels);
  if (!format) return report(hipErrorInvalidValue);
  return hipMalloc3DArray(array, &*format, {desc->Width, desc->Height, desc->Depth}, desc->Flags);
}
hipError_t hipArrayCreate(hipArray_t* array, const HIP_ARRAY_DESCRIPTOR* desc) {
  if (!desc) return report(hipErrorInvalidValue);
  const HIP_ARRAY3D_DESCRIPTOR flat = {desc->Width,  desc->Height,      0,
                                       desc->Format, desc->NumChannels, hipArrayDefault};
  return hipArray3DCreate(array, &flat);
}
hipError_t hipArray3DGetDescriptor(HIP_ARRAY3D_DESCRIPTOR* desc, hipArray_t array) {
  if (!desc) return report(hipErrorInvalidValue);
  hipChannelFormatDesc format;  // whether it is an array
  if (const hipError_t error = hipGetChannelDesc(&format, array)) return error;
  *desc = hip_cpu::descriptor_of(*array);
  return hipSuccess;
}
hipError_t hipArrayGetDescriptor(HIP_ARRAY_DESCRIPTOR* desc, hipArray_t array) {
  HIP_ARRAY3D_DESCRIPTOR all;
  if (!desc) return report(hipErrorInvalidValue);
  if (const hipError_t error = hipArray3DGetDescriptor(&all, array)) return error;
  *desc = {all.Width, all.Height, all.Format, all.NumChannels};
  return hipSuccess;
}
hipError_t hipMemcpyParam2DAsync(const hip_Memcpy2D* copy, hipStream_t stream) {
  if (!copy) return report(hipErrorInvalidValue);
  hip_cpu::Side to{nullptr, copy->dstPitch, copy->dstMemoryType, copy->dstXInBytes, copy->dstY};
  hip_cpu::Side from{nullptr, copy->srcPitch, copy->srcMemoryType, copy->srcXInBytes, copy->srcY};
  hipError_t error = hip_cpu::place_of(to, copy->dstHost, copy->dstDevice, copy->dstArray, *copy);
  if (error == hipSuccess)
    error = hip_cpu::place_of(from, const_cast<void*>(copy->srcHost), copy->srcDevice,
                              copy->srcArray, *copy);
  if (error != hipSuccess) return report(error);
  return hipMemcpy2DAsync(to.begin, to.pitch, from.begin, from.pitch, copy->WidthInBytes,
                          copy->Height, hip_cpu::kind_of(to, from), stream);
}
hipError_t hipMemcpyParam2D(const hip_Memcpy2D* copy) {
  if (const hipError_t error = hipMemcpyParam2DAsync(copy, nullptr)) return error;
  return hipStreamSynchronize(nullptr);
}
hipError_t hipDrvMemcpy2DUnaligned(const hip_Memcpy2D* copy) { return hipMemcpyParam2D(copy); }
