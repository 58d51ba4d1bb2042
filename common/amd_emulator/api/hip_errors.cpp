// The names and descriptions of the errors that this library returns.
#include <algorithm>

#include "amd_emulator/api/runtime.hpp"

namespace {

struct KnownError {
  hipError_t error;
  const char* name;
  const char* text;
};

constexpr KnownError known_errors[] = {
    {hipSuccess, "hipSuccess", "no error"},
    {hipErrorInvalidValue, "hipErrorInvalidValue", "invalid argument"},
    {hipErrorOutOfMemory, "hipErrorOutOfMemory", "out of memory"},
    {hipErrorInvalidConfiguration, "hipErrorInvalidConfiguration",
     "invalid configuration argument"},
    {hipErrorInvalidSymbol, "hipErrorInvalidSymbol", "invalid device symbol"},
    {hipErrorInvalidDeviceFunction, "hipErrorInvalidDeviceFunction", "invalid device function"},
    {hipErrorInvalidDevice, "hipErrorInvalidDevice", "invalid device ordinal"},
    {hipErrorInvalidImage, "hipErrorInvalidImage", "device kernel image is invalid"},
    {hipErrorNoBinaryForGpu, "hipErrorNoBinaryForGpu",
     "no kernel image is available for the device"},
    {hipErrorIllegalAddress, "hipErrorIllegalAddress", "an illegal memory access was encountered"},
    {hipErrorLaunchFailure, "hipErrorLaunchFailure", "unspecified launch failure"},
    {hipErrorNotSupported, "hipErrorNotSupported", "operation not supported"},
};

const KnownError* known(hipError_t error) {
  const auto* found = std::ranges::find(known_errors, error, &KnownError::error);
  return found == std::end(known_errors) ? nullptr : found;
}

}  // namespace

extern "C" {

const char* hipGetErrorName(hipError_t error) {
  const KnownError* e = known(error);
  return e != nullptr ? e->name : "hipErrorUnknown";
}

const char* hipGetErrorString(hipError_t error) {
  const KnownError* e = known(error);
  return e != nullptr ? e->text : "unknown error";
}

}  // extern "C"
