// Names and sentences of HIP's error codes, and the last error of every host thread.
#include <hip/hip_runtime_api.h>

#include "hip_cpu/simt/last_error.hpp"

namespace hip_cpu {
namespace {

struct ErrorText {
  hipError_t code;
  const char* name;
  const char* sentence;
};

#define HIP_CPU_ERROR(code, sentence) \
  { code, #code, sentence }
constexpr ErrorText error_texts[] = {
    HIP_CPU_ERROR(hipSuccess, "no error"),
    HIP_CPU_ERROR(hipErrorInvalidValue, "invalid argument"),
    HIP_CPU_ERROR(hipErrorOutOfMemory, "out of memory"),
    HIP_CPU_ERROR(hipErrorNotInitialized, "initialization error"),
    HIP_CPU_ERROR(hipErrorDeinitialized, "driver shutting down"),
    HIP_CPU_ERROR(hipErrorProfilerDisabled,
                  "profiler disabled while using external profiling tool"),
    HIP_CPU_ERROR(hipErrorProfilerNotInitialized, "profiler is not initialized"),
    HIP_CPU_ERROR(hipErrorProfilerAlreadyStarted, "profiler already started"),
    HIP_CPU_ERROR(hipErrorProfilerAlreadyStopped, "profiler already stopped"),
    HIP_CPU_ERROR(hipErrorInvalidConfiguration, "invalid configuration argument"),
    HIP_CPU_ERROR(hipErrorInvalidPitchValue, "invalid pitch argument"),
    HIP_CPU_ERROR(hipErrorInvalidSymbol, "invalid device symbol"),
    HIP_CPU_ERROR(hipErrorInvalidDevicePointer, "invalid device pointer"),
    HIP_CPU_ERROR(hipErrorInvalidMemcpyDirection, "invalid copy direction for memcpy"),
    HIP_CPU_ERROR(hipErrorInsufficientDriver, "driver version is insufficient for runtime version"),
    HIP_CPU_ERROR(hipErrorMissingConfiguration, "configuration of previous call missing"),
    HIP_CPU_ERROR(hipErrorPriorLaunchFailure, "unspecified launch failure in prior launch"),
    HIP_CPU_ERROR(hipErrorInvalidDeviceFunction, "invalid device function"),
    HIP_CPU_ERROR(hipErrorNoDevice, "no HIP-capable device is detected"),
    HIP_CPU_ERROR(hipErrorInvalidDevice, "invalid device ordinal"),
    HIP_CPU_ERROR(hipErrorInvalidImage, "device kernel image is invalid"),
    HIP_CPU_ERROR(hipErrorInvalidContext, "invalid device context"),
    HIP_CPU_ERROR(hipErrorContextAlreadyCurrent, "context is already current context"),
    HIP_CPU_ERROR(hipErrorMapFailed, "mapping of buffer object failed"),
    HIP_CPU_ERROR(hipErrorUnmapFailed, "unmapping of buffer object failed"),
    HIP_CPU_ERROR(hipErrorArrayIsMapped, "array is mapped"),
    HIP_CPU_ERROR(hipErrorAlreadyMapped, "resource already mapped"),
    HIP_CPU_ERROR(hipErrorNoBinaryForGpu,
                  "no kernel image is available for execution on the device"),
    HIP_CPU_ERROR(hipErrorAlreadyAcquired, "resource already acquired"),
    HIP_CPU_ERROR(hipErrorNotMapped, "resource not mapped"),
    HIP_CPU_ERROR(hipErrorNotMappedAsArray, "resource not mapped as array"),
    HIP_CPU_ERROR(hipErrorNotMappedAsPointer, "resource not mapped as pointer"),
    HIP_CPU_ERROR(hipErrorECCNotCorrectable, "uncorrectable ECC error encountered"),
    HIP_CPU_ERROR(hipErrorUnsupportedLimit, "limit is not supported on this architecture"),
    HIP_CPU_ERROR(hipErrorContextAlreadyInUse,
                  "exclusive-thread device already in use by a different thread"),
    HIP_CPU_ERROR(hipErrorPeerAccessUnsupported,
                  "peer access is not supported between these two devices"),
    HIP_CPU_ERROR(hipErrorInvalidKernelFile, "invalid kernel file"),
    HIP_CPU_ERROR(hipErrorInvalidGraphicsContext, "invalid graphics context"),
    HIP_CPU_ERROR(hipErrorInvalidSource, "device kernel image is invalid"),
    HIP_CPU_ERROR(hipErrorFileNotFound, "file not found"),
    HIP_CPU_ERROR(hipErrorSharedObjectSymbolNotFound, "shared object symbol not found"),
    HIP_CPU_ERROR(hipErrorSharedObjectInitFailed, "shared object initialization failed"),
    HIP_CPU_ERROR(hipErrorOperatingSystem,
                  "operating system call failed or not supported on this OS"),
    HIP_CPU_ERROR(hipErrorInvalidHandle, "invalid resource handle"),
    HIP_CPU_ERROR(hipErrorIllegalState, "operation cannot be performed in the present state"),
    HIP_CPU_ERROR(hipErrorNotFound, "named symbol not found"),
    HIP_CPU_ERROR(hipErrorNotReady, "device not ready"),
    HIP_CPU_ERROR(hipErrorIllegalAddress, "an illegal memory access was encountered"),
    HIP_CPU_ERROR(hipErrorLaunchOutOfResources, "too many resources requested for launch"),
    HIP_CPU_ERROR(hipErrorLaunchTimeOut, "the launch timed out and was terminated"),
    HIP_CPU_ERROR(hipErrorPeerAccessAlreadyEnabled, "peer access is already enabled"),
    HIP_CPU_ERROR(hipErrorPeerAccessNotEnabled, "peer access has not been enabled"),
    HIP_CPU_ERROR(hipErrorSetOnActiveProcess, "cannot set while device is active in this process"),
    HIP_CPU_ERROR(hipErrorContextIsDestroyed, "context is destroyed"),
    HIP_CPU_ERROR(hipErrorAssert, "device-side assert triggered"),
    HIP_CPU_ERROR(hipErrorHostMemoryAlreadyRegistered,
                  "part or all of the requested memory range is already mapped"),
    HIP_CPU_ERROR(hipErrorHostMemoryNotRegistered,
                  "pointer does not correspond to a registered memory region"),
    HIP_CPU_ERROR(hipErrorLaunchFailure, "unspecified launch failure"),
    HIP_CPU_ERROR(hipErrorCooperativeLaunchTooLarge, "too many blocks in cooperative launch"),
    HIP_CPU_ERROR(hipErrorNotSupported, "operation not supported"),
    HIP_CPU_ERROR(hipErrorStreamCaptureUnsupported,
                  "operation not permitted when stream is capturing"),
    HIP_CPU_ERROR(hipErrorStreamCaptureInvalidated,
                  "operation failed due to a previous error during capture"),
    HIP_CPU_ERROR(hipErrorStreamCaptureMerge,
                  "operation would result in a merge of separate capture sequences"),
    HIP_CPU_ERROR(hipErrorStreamCaptureUnmatched,
                  "capture was not ended in the same stream as it began"),
    HIP_CPU_ERROR(hipErrorStreamCaptureUnjoined, "capturing stream has unjoined work"),
    HIP_CPU_ERROR(hipErrorStreamCaptureIsolation,
                  "dependency created on uncaptured work in another stream"),
    HIP_CPU_ERROR(hipErrorStreamCaptureImplicit,
                  "operation would make the legacy stream depend on a capturing blocking stream"),
    HIP_CPU_ERROR(hipErrorCapturedEvent,
                  "operation not permitted on an event last recorded in a capturing stream"),
    HIP_CPU_ERROR(hipErrorStreamCaptureWrongThread,
                  "attempt to terminate a thread-local capture sequence from another thread"),
    HIP_CPU_ERROR(hipErrorGraphExecUpdateFailure,
                  "graph update was not performed: it violates constraints of instantiated graphs"),
    HIP_CPU_ERROR(hipErrorUnknown, "unknown error"),
    HIP_CPU_ERROR(hipErrorRuntimeMemory, "runtime memory call returned error"),
    HIP_CPU_ERROR(hipErrorRuntimeOther, "runtime call other than memory returned error"),
    HIP_CPU_ERROR(hipErrorTbd, "to be determined/unknown error"),
};
#undef HIP_CPU_ERROR

const ErrorText* find(hipError_t error) {
  for (const ErrorText& text : error_texts)
    if (text.code == error) return &text;
  return nullptr;
}

}  // namespace

}  // namespace hip_cpu

hipError_t hipPeekAtLastError() { return hip_cpu::peek_last_error(); }

hipError_t hipGetLastError() { return hip_cpu::take_last_error(); }

const char* hipGetErrorName(hipError_t error) {
  const auto* text = hip_cpu::find(error);
  return text ? text->name : "hipErrorUnknown";
}

const char* hipGetErrorString(hipError_t error) {
  const auto* text = hip_cpu::find(error);
  return text ? text->sentence : "unrecognized error code";
}
