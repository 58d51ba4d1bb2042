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
  const void* code;  // after the host's call; null: the call that is made now
  std::size_t rows = 1, to_pitch = 0, from_pitch = 0;
  bool to_host = true;  // the kind of the copy does not exclude it
};

// Does the copy or fill of checked memory in the order of the stream. The host waits for a copy to
// pageable memory.
void submit_copy(const CopiedRows& what, hipStream_t stream, const Work& copy);

// Codes of a copy or fill of [to, to + bytes); `from` is ignored in a fill.
hipError_t check_range(const void* pointer, std::size_t bytes);
hipError_t check_fill(const void* to, std::size_t bytes);
hipError_t check_kind(hipMemcpyKind kind);

// hipMemcpyAsync, called from the instruction before `code`.
hipError_t copy_async(void* to, const void* from, std::size_t bytes, hipMemcpyKind kind,
                      hipStream_t stream, const void* code);

// Does the work of hipMemsetAsync in the same way.
hipError_t fill_async(void* to, int value, std::size_t bytes, hipStream_t stream, const void* code);

// A fill by words of 1, 2 or 4 bytes.
hipError_t fill_words_async(void* to, unsigned value, std::size_t word_bytes, std::size_t count,
                            hipStream_t stream, const void* code);

// Ends a call that returns only after its copy in the stream. Returns `error`.
hipError_t wait_for_copy(hipError_t error, hipStream_t stream = nullptr);

// Ends a call that fills. The host does not wait for a fill of device memory.
hipError_t wait_for_fill(hipError_t error, const void* to);

// Tells the checker that memory of a pool begins or ends in the order of the stream.
void change_pool(const void* memory, std::size_t bytes, hipStream_t stream);

}  // namespace hip_cpu
