// p19, given: the host function of --attention. The scores lie in memory of the stream, in which
// they are unset at first and which is free again when the launches are complete.
#pragma once

#include <hip/hip_runtime.h>

#include <hippuzzle/bindings.hpp>
#include <hippuzzle/stream_memory.hpp>

struct Operands {
  float* output;
  const float *q, *k, *v;
  unsigned seq, d;
  hipStream_t stream;

  explicit Operands(const hippuzzle_launch& launch)
      : output(static_cast<float*>(launch.buffers[0])),
        q(static_cast<const float*>(launch.buffers[1])),
        k(static_cast<const float*>(launch.buffers[2])),
        v(static_cast<const float*>(launch.buffers[3])),
        seq(static_cast<unsigned>(launch.extents.n[0])),
        d(static_cast<unsigned>(launch.extents.n[1])),
        stream(hippuzzle::stream_of(launch)) {}
};

template <auto enqueue>
int32_t launch_attention(const hippuzzle_launch* launch) {
  const Operands operands(*launch);
  const hippuzzle::StreamMemory scores(sizeof(float) * operands.seq, operands.stream);
  if (scores.error() != hipSuccess) return static_cast<int32_t>(scores.error());
  enqueue(operands, static_cast<float*>(scores.data()));
  return static_cast<int32_t>(hipGetLastError());
}
