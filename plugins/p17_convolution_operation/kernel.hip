// p17: output[i] = sum over j of input[i + j] * taps[j], for i + j < size. Fill in the kernel and
// the host functions that launch it; hippuzzle says which variants are right.
#include <hip/hip_runtime.h>

#include <hippuzzle/bindings.hpp>
#include <hippuzzle/captured_graph.hpp>

#include "config.hpp"

// A block of TPB threads stages its elements, a halo of `count` - 1 elements after them, and the
// taps. count <= MOST_TAPS. Every cell that is read needs a value. About 12 lines.
__global__ void convolution(float* output, const float* input, const float* taps, unsigned size,
                            unsigned count) {
  __shared__ float cells[TPB + MOST_TAPS - 1];
  __shared__ float weights[MOST_TAPS];
  const unsigned local_i = threadIdx.x, global_i = blockIdx.x * TPB + threadIdx.x;
  // FILL ME IN
}

// Enqueues the kernel on the stream, with enough blocks for `size` outputs: hipLaunchKernelGGL(
// kernel, dim3(blocks), dim3(threads), 0, stream, arguments…). About 3 lines.
inline void enqueue(float* output, const float* input, const float* taps, unsigned size,
                    unsigned count, hipStream_t stream) {
  // FILL ME IN
}

// The operation, as hippuzzle calls it for --launch. launch->buffers has the output, the input and
// the taps, as void*; launch->extents.n has their sizes n and k; the stream is
// hippuzzle::stream_of(*launch). Enqueue, do not wait, and return hipGetLastError(). About 5 lines.
int32_t convolve(const hippuzzle_launch* launch) {
  // FILL ME IN
  return static_cast<int32_t>(hipGetLastError());
}

// For --graph: records the convolution of the convolution. hippuzzle calls this once, and then
// launches captured->executable. About 10 lines: hipMalloc for captured->scratch, which hippuzzle
// frees; hipStreamBeginCapture; two calls of enqueue; hipStreamEndCapture; hipGraphInstantiate;
// hipGraphDestroy.
int32_t capture_twice(const hippuzzle_launch* launch, hippuzzle::CapturedGraph* captured) {
  hipGraph_t graph = nullptr;
  // FILL ME IN
  return static_cast<int32_t>(hipGetLastError());
}
