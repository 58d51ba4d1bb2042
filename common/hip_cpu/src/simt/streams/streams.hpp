// The streams that exist.
#pragma once

#include <hip/hip_runtime_api.h>

#include <memory>

#include "hip_cpu/simt/streams/handles.hpp"
#include "hip_cpu/simt/streams/stream_queue.hpp"

struct ihipStream_t {
  unsigned flags;
  int device;
  std::shared_ptr<hip_cpu::StreamQueue> queue{};  // none: work is complete when it is submitted
};

namespace hip_cpu {

// Streams that were created and not destroyed.
Handles<ihipStream_t>& streams();

// True for the null stream, the per-thread stream and the elements of streams().
bool is_stream(hipStream_t stream);

// The device of a stream; for the null stream and the per-thread stream, the device that the
// calling OS thread has chosen.
int device_of(hipStream_t stream);

}  // namespace hip_cpu
