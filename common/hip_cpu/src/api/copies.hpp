// Copies and fills: their rules, and their place in the order of streams.
#pragma once

#include <hip/hip_runtime_api.h>

#include <cstddef>

#include "hip_cpu/simt/streams/stream_queue.hpp"

namespace hip_cpu {

// The rows that a copy or fill reads and writes, their begins apart by the pitches.
struct CopiedRows {
  const void* to;
  const void* from;  // null: a fill
  std::size_t bytes;
  const void* code;  // after the host's call; null if unknown
  std::size_t rows = 1, to_pitch = 0, from_pitch = 0;
};

// Does the copy or fill of checked memory in the order of the stream.
void submit_copy(const CopiedRows& what, hipStream_t stream, const Work& copy);

// Codes of a copy or fill of [to, to + bytes); `from` is ignored in a fill.
hipError_t check_range(const void* pointer, std::size_t bytes);
hipError_t check_fill(const void* to, std::size_t bytes);
hipError_t check_kind(hipMemcpyKind kind);

// hipMemcpyAsync, called from the instruction before `code`.
hipError_t copy_async(void* to, const void* from, std::size_t bytes, hipMemcpyKind kind,
                      hipStream_t stream, const void* code);

}  // namespace hip_cpu
