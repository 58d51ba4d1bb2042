// HIP's graphs, as captures of single streams make them: a list of launches, copies and fills in
// their order. Nodes that are added by hand, and streams that fork from a capture, are not here.
#include "amd_emulator/api/graphs.hpp"

#include <map>
#include <mutex>
#include <optional>
#include <utility>
#include <vector>

#include "amd_emulator/api/runtime.hpp"

namespace {
using Works = std::vector<std::function<hipError_t()>>;

class Captures {
 public:
  static Captures& get() {
    static auto* captures = new Captures;
    return *captures;
  }

  bool begin(hipStream_t stream) {
    const std::lock_guard lock(mutex_);
    return of_streams_.try_emplace(stream).second;
  }
  bool contains(hipStream_t stream) {
    const std::lock_guard lock(mutex_);
    return of_streams_.contains(stream);
  }
  void add(hipStream_t stream, std::function<hipError_t()> work) {
    const std::lock_guard lock(mutex_);
    of_streams_.at(stream).push_back(std::move(work));
  }
  std::optional<Works> end(hipStream_t stream) {
    const std::lock_guard lock(mutex_);
    auto node = of_streams_.extract(stream);
    if (node.empty()) return std::nullopt;
    return std::move(node.mapped());
  }

 private:
  std::mutex mutex_;
  std::map<hipStream_t, Works> of_streams_;
};

hipError_t report(hipError_t error) {
  hippuzzle::amd::Runtime& runtime = hippuzzle::amd::Runtime::get();
  const std::lock_guard lock(runtime.mutex);
  return runtime.keep(error);
}
}  // namespace

struct ihipGraph {
  Works works;
};
struct hipGraphExec {
  Works works;
};

namespace hippuzzle::amd {

bool is_capturing(hipStream_t stream) { return Captures::get().contains(stream); }

void capture(hipStream_t stream, std::function<hipError_t()> work) {
  Captures::get().add(stream, std::move(work));
}

}  // namespace hippuzzle::amd

extern "C" {

hipError_t hipStreamBeginCapture(hipStream_t stream, hipStreamCaptureMode) {
  if (stream == nullptr) return report(hipErrorStreamCaptureUnsupported);
  return report(Captures::get().begin(stream) ? hipSuccess : hipErrorIllegalState);
}

hipError_t hipStreamEndCapture(hipStream_t stream, hipGraph_t* graph) {
  if (graph == nullptr) return report(hipErrorInvalidValue);
  std::optional<Works> works = Captures::get().end(stream);
  *graph = works ? new ihipGraph{std::move(*works)} : nullptr;
  return report(works ? hipSuccess : hipErrorIllegalState);
}

hipError_t hipGraphInstantiate(hipGraphExec_t* executable, hipGraph_t graph, hipGraphNode_t*, char*,
                               size_t) {
  if (executable == nullptr || graph == nullptr) return report(hipErrorInvalidValue);
  *executable = new hipGraphExec{graph->works};
  return hipSuccess;
}

hipError_t hipGraphInstantiateWithFlags(hipGraphExec_t* executable, hipGraph_t graph,
                                        unsigned long long) {
  return hipGraphInstantiate(executable, graph, nullptr, nullptr, 0);
}

hipError_t hipGraphLaunch(hipGraphExec_t executable, hipStream_t) {
  if (executable == nullptr) return report(hipErrorInvalidValue);
  for (const auto& work : executable->works) {
    const hipError_t error = work();
    if (error != hipSuccess) return error;
  }
  return hipSuccess;
}

hipError_t hipGraphDestroy(hipGraph_t graph) {
  if (graph == nullptr) return report(hipErrorInvalidValue);
  delete graph;
  return hipSuccess;
}

hipError_t hipGraphExecDestroy(hipGraphExec_t executable) {
  if (executable == nullptr) return report(hipErrorInvalidValue);
  delete executable;
  return hipSuccess;
}

}  // extern "C"
