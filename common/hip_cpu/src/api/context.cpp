// HIP's contexts: <hip_cpu/context_api.hpp>.
#include <hip/hip_runtime_api.h>

#include <algorithm>
#include <vector>

#include "hip_cpu/simt/streams/handles.hpp"

using hip_cpu::report;

struct ihipCtx_t {
  hipDevice_t device;
  unsigned flags;
};

namespace hip_cpu {
namespace {

Handles<ihipCtx_t>& contexts() {
  static auto* contexts = new Handles<ihipCtx_t>;
  return *contexts;
}

thread_local std::vector<hipCtx_t> context_stack;

bool is_device(hipDevice_t device) {
  int count = 0;
  return hipGetDeviceCount(&count) == hipSuccess && device >= 0 && device < count;
}

// One a device, made when it is first asked for.
hipCtx_t primary_context(hipDevice_t device) {
  static std::mutex mutex;
  static auto& made = *new std::vector<hipCtx_t>;
  const std::lock_guard lock(mutex);
  while (made.size() <= static_cast<size_t>(device))
    made.push_back(contexts().create({static_cast<hipDevice_t>(made.size()), 0}));
  return made[static_cast<size_t>(device)];
}

// The context on top of the stack, after the destroyed ones are taken off.
hipCtx_t current_context() {
  while (!context_stack.empty() && !contexts().contains(context_stack.back()))
    context_stack.pop_back();
  if (!context_stack.empty()) return context_stack.back();
  hipDevice_t device = 0;
  static_cast<void>(hipGetDevice(&device));
  return primary_context(device);
}

hipError_t make_current(hipCtx_t context) {
  context_stack.push_back(context);
  return hipSetDevice(context->device);
}

}  // namespace
}  // namespace hip_cpu

using hip_cpu::context_stack;
using hip_cpu::contexts;

hipError_t hipCtxCreate(hipCtx_t* context, unsigned flags, hipDevice_t device) {
  if (!context) return report(hipErrorInvalidValue);
  if (!hip_cpu::is_device(device)) return report(hipErrorInvalidDevice);
  *context = contexts().create({device, flags});
  return hip_cpu::make_current(*context);
}
hipError_t hipCtxDestroy(hipCtx_t context) {
  if (!contexts().destroy(context)) return report(hipErrorInvalidValue);
  std::erase(context_stack, context);
  return hipSuccess;
}
hipError_t hipCtxPushCurrent(hipCtx_t context) {
  if (!contexts().contains(context)) return report(hipErrorInvalidContext);
  return hip_cpu::make_current(context);
}
hipError_t hipCtxPopCurrent(hipCtx_t* context) {
  const hipCtx_t top = hip_cpu::current_context();
  if (context_stack.empty()) return report(hipErrorInvalidContext);
  context_stack.pop_back();
  if (context) *context = top;
  return hipSetDevice(hip_cpu::current_context()->device);
}
hipError_t hipCtxSetCurrent(hipCtx_t context) {
  if (context && !contexts().contains(context)) return report(hipErrorInvalidContext);
  if (!context_stack.empty()) context_stack.pop_back();
  return context ? hip_cpu::make_current(context) : hipSuccess;
}
hipError_t hipCtxGetCurrent(hipCtx_t* context) {
  if (!context) return report(hipErrorInvalidValue);
  *context = hip_cpu::current_context();
  return hipSuccess;
}
hipError_t hipCtxGetDevice(hipDevice_t* device) {
  if (!device) return report(hipErrorInvalidValue);
  *device = hip_cpu::current_context()->device;
  return hipSuccess;
}
hipError_t hipCtxGetApiVersion(hipCtx_t context, int* version) {
  if (!version) return report(hipErrorInvalidValue);
  if (context && !contexts().contains(context)) return report(hipErrorInvalidContext);
  *version = HIP_VERSION_MAJOR;
  return hipSuccess;
}
hipError_t hipCtxGetFlags(unsigned* flags) {
  if (!flags) return report(hipErrorInvalidValue);
  *flags = hip_cpu::current_context()->flags;
  return hipSuccess;
}
hipError_t hipCtxSynchronize() { return hipDeviceSynchronize(); }
hipError_t hipCtxGetCacheConfig(hipFuncCache_t* config) { return hipDeviceGetCacheConfig(config); }
hipError_t hipCtxSetCacheConfig(hipFuncCache_t config) { return hipDeviceSetCacheConfig(config); }
hipError_t hipCtxGetSharedMemConfig(hipSharedMemConfig* config) {
  return hipDeviceGetSharedMemConfig(config);
}
hipError_t hipCtxSetSharedMemConfig(hipSharedMemConfig config) {
  return hipDeviceSetSharedMemConfig(config);
}
hipError_t hipCtxEnablePeerAccess(hipCtx_t peer, unsigned flags) {
  if (!contexts().contains(peer)) return report(hipErrorInvalidContext);
  return hipDeviceEnablePeerAccess(peer->device, flags);
}
hipError_t hipCtxDisablePeerAccess(hipCtx_t peer) {
  if (!contexts().contains(peer)) return report(hipErrorInvalidContext);
  return hipDeviceDisablePeerAccess(peer->device);
}

hipError_t hipDevicePrimaryCtxRetain(hipCtx_t* context, hipDevice_t device) {
  if (!context) return report(hipErrorInvalidValue);
  if (!hip_cpu::is_device(device)) return report(hipErrorInvalidDevice);
  *context = hip_cpu::primary_context(device);
  return hipSuccess;
}
hipError_t hipDevicePrimaryCtxRelease(hipDevice_t device) {
  return hip_cpu::is_device(device) ? hipSuccess : report(hipErrorInvalidDevice);
}
hipError_t hipDevicePrimaryCtxReset(hipDevice_t device) {
  return hip_cpu::is_device(device) ? hipDeviceReset() : report(hipErrorInvalidDevice);
}
hipError_t hipDevicePrimaryCtxGetState(hipDevice_t device, unsigned* flags, int* active) {
  if (!flags || !active) return report(hipErrorInvalidValue);
  if (!hip_cpu::is_device(device)) return report(hipErrorInvalidDevice);
  *flags = hip_cpu::primary_context(device)->flags;
  *active = 1;
  return hipSuccess;
}
hipError_t hipDevicePrimaryCtxSetFlags(hipDevice_t device, unsigned) {
  if (!hip_cpu::is_device(device)) return report(hipErrorInvalidDevice);
  return report(hipErrorContextAlreadyInUse);
}
