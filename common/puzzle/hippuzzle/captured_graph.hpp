// A sequence of launches that is recorded once and then submitted as one graph.
//
// The puzzle's function records it: scratch memory, the capture of a stream, an executable graph.
//
//   int32_t record(const hippuzzle_launch* launch, CapturedGraph* captured);
//   using Graph = CapturedLaunch<record, output_elements>;
//   HIPPUZZLE_BINDINGS("p17", {"graph", Graph::launch, nullptr, nullptr, Graph::prepare,
//                              Graph::release});
//
// A launch is one hipGraphLaunch(), so the host submits once however many kernels there are.
// Whatever the function ran instead of recording it is void: the output, of floats, is overwritten
// after it.
#pragma once

#include <hip/hip_runtime.h>
#include <hippuzzle/kernels.h>

#include <cstdint>
#include <hippuzzle/launcher.hpp>

namespace hippuzzle {

struct CapturedGraph {
  hipGraphExec_t executable = nullptr;  // what hipGraphInstantiate() made
  void* scratch = nullptr;              // of hipMalloc(); every launch of the graph uses it
};

template <auto record, auto output_elements>
struct CapturedLaunch {
  static int32_t prepare(const hippuzzle_launch* launch, void** state) {
    auto* const captured = new CapturedGraph;
    *state = captured;
    hipError_t error = static_cast<hipError_t>(record(launch, captured));
    // Zeros where nothing was recorded, as an unsolved kernel leaves them; else no numbers.
    const int byte = captured->executable == nullptr ? 0 : 0xff;
    if (error == hipSuccess) {
      error = hipMemsetAsync(launch->buffers[0], byte,
                             sizeof(float) * output_elements(launch->extents), stream_of(*launch));
    }
    if (error != hipSuccess) static_cast<void>(release(launch, captured));
    return static_cast<int32_t>(error);
  }

  static int32_t launch(const hippuzzle_launch* launch) {
    const auto* const captured = static_cast<const CapturedGraph*>(launch->state);
    if (captured->executable == nullptr) return 0;
    return static_cast<int32_t>(hipGraphLaunch(captured->executable, stream_of(*launch)));
  }

  static int32_t release(const hippuzzle_launch*, void* state) {
    auto* const captured = static_cast<CapturedGraph*>(state);
    hipError_t error = hipSuccess;
    if (captured->executable != nullptr) error = hipGraphExecDestroy(captured->executable);
    if (captured->scratch != nullptr) {
      const hipError_t freed = hipFree(captured->scratch);
      if (error == hipSuccess) error = freed;
    }
    delete captured;
    return static_cast<int32_t>(error);
  }
};

}  // namespace hippuzzle
