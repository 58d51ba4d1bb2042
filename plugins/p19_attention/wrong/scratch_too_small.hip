// Memory for d scores. There are seq, and the example has as many.
// variants: graph
#define capture_attention right_capture_attention
#include "solution.hip"
#undef capture_attention

int32_t capture_attention(const hippuzzle_launch* launch, hippuzzle::CapturedGraph* captured) {
  const Operands o(*launch);
  hipError_t error = hipMalloc(&captured->scratch, sizeof(float) * o.d);
  if (error != hipSuccess) return static_cast<int32_t>(error);

  hipGraph_t graph = nullptr;
  error = hipStreamBeginCapture(o.stream, hipStreamCaptureModeGlobal);
  if (error != hipSuccess) return static_cast<int32_t>(error);
  enqueue(o, static_cast<float*>(captured->scratch));
  error = hipStreamEndCapture(o.stream, &graph);
  if (error != hipSuccess) return static_cast<int32_t>(error);
  error = hipGraphInstantiate(&captured->executable, graph, nullptr, nullptr, 0);
  static_cast<void>(hipGraphDestroy(graph));
  return static_cast<int32_t>(error);
}
