// Streams that capture. Work of such a stream is kept for a graph instead of being done.
#pragma once

#include <hip/hip_runtime_api.h>

#include <functional>

namespace hippuzzle::amd {

bool is_capturing(hipStream_t stream);

// Adds work to the graph of a stream that captures.
void capture(hipStream_t stream, std::function<hipError_t()> work);

}  // namespace hippuzzle::amd
