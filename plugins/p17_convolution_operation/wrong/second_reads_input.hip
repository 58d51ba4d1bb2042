// The second convolution reads the input again instead of the first one's results.
// variants: graph
#define capture_twice right_capture_twice
#include "solution.hip"
#undef capture_twice

int32_t capture_twice(const hippuzzle_launch* launch, hippuzzle::CapturedGraph* captured) {
  auto* output = static_cast<float*>(launch->buffers[0]);
  const auto* input = static_cast<const float*>(launch->buffers[1]);
  const auto* taps = static_cast<const float*>(launch->buffers[2]);
  const auto size = static_cast<unsigned>(launch->extents.n[0]);
  const auto count = static_cast<unsigned>(launch->extents.n[1]);
  const hipStream_t stream = hippuzzle::stream_of(*launch);

  hipError_t error = hipMalloc(&captured->scratch, sizeof(float) * size);
  if (error != hipSuccess) return static_cast<int32_t>(error);
  auto* once = static_cast<float*>(captured->scratch);

  hipGraph_t graph = nullptr;
  error = hipStreamBeginCapture(stream, hipStreamCaptureModeGlobal);
  if (error != hipSuccess) return static_cast<int32_t>(error);
  enqueue(once, input, taps, size, count, stream);
  enqueue(output, input, taps, size, count, stream);
  error = hipStreamEndCapture(stream, &graph);
  if (error != hipSuccess) return static_cast<int32_t>(error);
  error = hipGraphInstantiate(&captured->executable, graph, nullptr, nullptr, 0);
  static_cast<void>(hipGraphDestroy(graph));
  return static_cast<int32_t>(error);
}
