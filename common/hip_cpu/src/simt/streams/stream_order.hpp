// The order of work on the device that streams, events and waits of the host promise.
//
// Work runs as it is submitted here, which is one of the orders that a GPU may choose. A vector
// clock specifies the work that happened before a piece of work. It has an entry for each stream:
// how many pieces of that stream are over. Streams wait for their device's null stream and it waits
// for them, unless they were created not to; hipStreamPerThread is like a stream that was created.
// Devices have no order among each other but by events and by the host. A node of a graph is like a
// stream of its own, which begins after the nodes that it depends on.
#pragma once

#include <hip/hip_runtime_api.h>

#include <atomic>
#include <cstdint>
#include <map>
#include <mutex>
#include <vector>

namespace hip_cpu {

using StreamClock = std::map<const void*, std::uint64_t>;

// A launch, a copy, a function of the host, or what the host does by itself.
struct StreamWork {
  const void* stream = nullptr;
  std::uint64_t number = 0;  // among the stream's, from 1
  StreamClock before;        // the work that happened before it

  bool comes_behind(const StreamWork& other) const {
    const auto known = before.find(other.stream);
    return known != before.end() && known->second >= other.number;
  }
};

// May be used from several OS threads at once.
class StreamOrder {
 public:
  static StreamOrder& instance();

  StreamWork submit(hipStream_t stream);

  void record(hipEvent_t event, hipStream_t stream);
  void wait(hipStream_t stream, hipEvent_t event);

  // Records that the host waits: everything that it submits from now on comes after that.
  void host_waits(hipStream_t stream);
  void host_waits(hipEvent_t event);
  void host_waits_for_device(int device);
  void host_waits(const StreamWork& work);

  // The work that this OS thread of the host does now: a function that a stream calls
  // (HostFunction), else what comes after all that the host has waited for.
  StreamWork host_work();

  // Changes with the order, so that an answer about it holds while this stays the same.
  std::uint64_t version() const { return version_.load(std::memory_order_relaxed); }

  // Whether the host has waited for it, so that all its later work comes after it.
  bool is_over(const StreamWork& work);

  // The number up to which this stream's work (StreamWork's) comes before all work that may still
  // be submitted, to any stream that exists now; with_host: and before what the host does.
  std::uint64_t over_for_all(const void* stream, bool with_host);

 private:
  friend class GraphOrder;

  struct Stream {
    std::uint64_t submitted = 0;
    bool is_blocking = true;
    int device = 0;
    StreamClock clock;
  };

  Stream& at(hipStream_t stream);
  Stream& null_stream_of(int device);
  Stream& stream_of_node(const void* node);

  // Adds the stream's work before its next piece.
  void join_before(StreamClock& clock, hipStream_t stream);

  // The number up to which the work of `other` comes before the next work of `mine`.
  std::uint64_t over_for(const void* mine, const Stream& state, const void* other) const;

  std::mutex mutex_;
  std::map<const void*, Stream> streams_;
  std::map<const void*, StreamClock> events_;
  StreamClock host_;
  std::atomic<std::uint64_t> version_{0};
};

// The nodes of a graph that runs on this OS thread, in a stream, for as long as this object lives.
class GraphOrder {
 public:
  // graph: a name of it; its runs come one after the other.
  GraphOrder(hipStream_t stream, const void* graph);
  ~GraphOrder();
  GraphOrder(const GraphOrder&) = delete;
  GraphOrder& operator=(const GraphOrder&) = delete;

  // Work that is submitted from now on belongs to the node, which comes after the nodes `after`.
  void begin_node(const void* node, const std::vector<const void*>& after);

 private:
  friend class StreamOrder;

  void end_node();

  GraphOrder* const outer_;  // whose node runs this graph
  hipStream_t const stream_;
  const void* const graph_;
  StreamClock begin_;
  const void* node_ = nullptr;
  StreamClock clock_;  // of the node
  std::map<const void*, StreamClock> ended_;
};

// A function of the host that a stream calls on this OS thread, for as long as this object lives.
class HostFunction {
 public:
  explicit HostFunction(hipStream_t stream);
  ~HostFunction();
  HostFunction(const HostFunction&) = delete;
  HostFunction& operator=(const HostFunction&) = delete;

  static const HostFunction* current();
  const StreamWork& work() const { return work_; }

 private:
  const HostFunction* const outer_;
  const StreamWork work_;
};

}  // namespace hip_cpu
