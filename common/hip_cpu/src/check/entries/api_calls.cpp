#include "hip_cpu/check/entries/api_calls.hpp"

#include "hip_cpu/check/detectors/api_errors.hpp"
#include "hip_cpu/check/entries/this_thread.hpp"
#include "hip_cpu/simt/last_error.hpp"
#include "hip_cpu/simt/thread_block.hpp"

namespace hip_cpu::check {
namespace {

thread_local const LaunchRequest* refused = nullptr;

void fail(hipError_t error) {
  if (current_block && current_block->running()) return;  // a kernel's own call
  ApiErrors::instance().fail(error, refused, first_machine->memory);
}

void look() { ApiErrors::instance().look(); }

}  // namespace

void listen_to_errors() {
  static const ErrorListener listener = {fail, look};
  error_listener = &listener;
}

void refuse(const LaunchRequest& launch, hipError_t error) {
  refused = &launch;
  static_cast<void>(hip_cpu::report(error));
  refused = nullptr;
}

}  // namespace hip_cpu::check
