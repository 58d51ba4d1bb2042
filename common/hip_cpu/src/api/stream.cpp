// HIP's functions for streams.
#include "hip_cpu/api/event_list.hpp"
#include "hip_cpu/simt/streams/cpu_devices.hpp"
#include "hip_cpu/simt/streams/graph.hpp"
#include "hip_cpu/simt/streams/stream_order.hpp"
#include "hip_cpu/simt/streams/streams.hpp"

using hip_cpu::report;

namespace {

hipError_t known(hipStream_t stream) {
  return hip_cpu::is_stream(stream) ? hipSuccess : hipErrorInvalidHandle;
}

// Calls a function of the host in the order of the stream.
template <typename Call>
void submit_call(hipStream_t stream, const Call& call) {
  const auto work = [call](hipStream_t now) {
    const hip_cpu::HostFunction function(now);
    call();
  };
  if (hip_cpu::capture(stream, hipGraphNodeTypeHost, work)) return;
  hip_cpu::submit(stream, [=] { work(stream); });
}

}  // namespace

hipError_t hipStreamCreateWithFlags(hipStream_t* stream, unsigned flags) {
  if (!stream || (flags != hipStreamDefault && flags != hipStreamNonBlocking))
    return report(hipErrorInvalidValue);
  *stream = hip_cpu::streams().create({flags, hip_cpu::current_device(), hip_cpu::new_queue()});
  return hipSuccess;
}

hipError_t hipStreamCreate(hipStream_t* stream) {
  return hipStreamCreateWithFlags(stream, hipStreamDefault);
}

hipError_t hipStreamDestroy(hipStream_t stream) {
  return report(hip_cpu::streams().destroy(stream) ? hipSuccess : hipErrorInvalidHandle);
}

hipError_t hipStreamSynchronize(hipStream_t stream) {
  const hipError_t error = known(stream);
  if (error == hipSuccess && hip_cpu::is_capturing(stream)) {
    hip_cpu::invalidate_capture(stream);
    return report(hipErrorStreamCaptureUnsupported);
  }
  if (error == hipSuccess) {
    hip_cpu::wait_for(stream);
    hip_cpu::StreamOrder::instance().host_waits(stream);
  }
  return report(error);
}

// hipErrorNotReady is not a failure, so hipGetLastError does not report it.
hipError_t hipStreamQuery(hipStream_t stream) {
  if (known(stream) == hipSuccess && !hip_cpu::is_idle(stream)) return hipErrorNotReady;
  return hipStreamSynchronize(stream);
}

hipError_t hipStreamWaitEvent(hipStream_t stream, hipEvent_t event, unsigned flags) {
  if (flags != 0) return report(hipErrorInvalidValue);
  if (!hip_cpu::is_event(event)) return report(hipErrorInvalidHandle);
  const hipError_t error = known(stream);
  if (error == hipSuccess && !hip_cpu::capture_wait(stream, event)) {
    hip_cpu::let_wait(stream, event);
    hip_cpu::StreamOrder::instance().wait(stream, event);
  }
  return report(error);
}

hipError_t hipStreamGetFlags(hipStream_t stream, unsigned* flags) {
  if (!flags) return report(hipErrorInvalidValue);
  if (known(stream) != hipSuccess) return report(hipErrorInvalidHandle);
  const bool created = stream != nullptr && stream != hipStreamPerThread;
  *flags = created ? stream->flags : hipStreamDefault;
  return hipSuccess;
}

hipError_t hipDeviceGetStreamPriorityRange(int* least, int* greatest) {
  if (least) *least = 0;
  if (greatest) *greatest = 0;
  return hipSuccess;
}

hipError_t hipStreamCreateWithPriority(hipStream_t* stream, unsigned flags, int) {
  return hipStreamCreateWithFlags(stream, flags);
}

hipError_t hipStreamGetPriority(hipStream_t stream, int* priority) {
  if (!priority) return report(hipErrorInvalidValue);
  if (known(stream) != hipSuccess) return report(hipErrorInvalidHandle);
  *priority = 0;
  return hipSuccess;
}

hipError_t hipStreamAddCallback(hipStream_t stream, hipStreamCallback_t callback, void* data,
                                unsigned flags) {
  if (!callback || flags != 0) return report(hipErrorInvalidValue);
  if (known(stream) != hipSuccess) return report(hipErrorInvalidHandle);
  submit_call(stream, [=] { callback(stream, hipSuccess, data); });
  return hipSuccess;
}

hipError_t hipLaunchHostFunc(hipStream_t stream, hipHostFn_t function, void* data) {
  if (!function) return report(hipErrorInvalidValue);
  if (known(stream) != hipSuccess) return report(hipErrorInvalidHandle);
  submit_call(stream, [=] { function(data); });
  return hipSuccess;
}
