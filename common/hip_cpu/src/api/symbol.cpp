// Copies to and from __device__ and __constant__ variables. They are variables of the module with
// the kernels.
#include <hip/hip_runtime_api.h>

#include "hip_cpu/api/copies.hpp"

namespace hip_cpu {
namespace {

hipError_t check_part(const void* symbol, std::size_t symbol_bytes, std::size_t bytes,
                      std::size_t offset) {
  if (!symbol) return hipErrorInvalidSymbol;
  const bool inside = offset <= symbol_bytes && bytes <= symbol_bytes - offset;
  return inside ? hipSuccess : hipErrorInvalidValue;
}

}  // namespace

hipError_t copy_to_symbol(void* symbol, size_t symbol_bytes, const void* from, size_t bytes,
                          size_t offset, hipMemcpyKind kind, hipStream_t stream) {
  const hipError_t error = check_part(symbol, symbol_bytes, bytes, offset);
  if (error != hipSuccess) return report(error);
  if (kind == hipMemcpyHostToHost || kind == hipMemcpyDeviceToHost)
    return report(hipErrorInvalidMemcpyDirection);
  const hipError_t copied =
      copy_async(static_cast<char*>(symbol) + offset, from, bytes, kind, stream, nullptr);
  return stream == nullptr ? wait_for_copy(copied) : copied;
}

hipError_t copy_from_symbol(void* to, const void* symbol, size_t symbol_bytes, size_t bytes,
                            size_t offset, hipMemcpyKind kind, hipStream_t stream) {
  const hipError_t error = check_part(symbol, symbol_bytes, bytes, offset);
  if (error != hipSuccess) return report(error);
  if (kind == hipMemcpyHostToHost || kind == hipMemcpyHostToDevice)
    return report(hipErrorInvalidMemcpyDirection);
  const hipError_t copied =
      copy_async(to, static_cast<const char*>(symbol) + offset, bytes, kind, stream, nullptr);
  return stream == nullptr ? wait_for_copy(copied) : copied;
}

}  // namespace hip_cpu
