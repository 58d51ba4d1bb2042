// The order of work on the device that streams, events and waits of the host promise.
//
// Work runs as it is submitted here, which is one of the orders that a GPU may choose. A vector
// clock specifies the work that happened before a piece of work. It has an entry for each stream:
// how many pieces of that stream are over. Streams wait for their device's null stream and it waits
// for them, unless they were created not to; hipStreamPerThread is like a stream that was created.
// Devices have no order among each other but by events and by the host.
#pragma once

#include <hip/hip_runtime_api.h>

#include <cstdint>
#include <map>
#include <mutex>

namespace hip_cpu {

using StreamClock = std::map<const void*, std::uint64_t>;

// A launch or a copy.
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

  // Whether the host has waited for it, so that all its later work comes after it.
  bool is_over(const StreamWork& work);

  // The number up to which this stream's work (StreamWork's) comes before all work that may still
  // be submitted, to any stream that exists now.
  std::uint64_t over_for_all(const void* stream);

 private:
  struct Stream {
    std::uint64_t submitted = 0;
    bool is_blocking = true;
    int device = 0;
    StreamClock clock;
  };

  Stream& at(hipStream_t stream);
  Stream& null_stream_of(int device);

  // Adds the stream's work before its next piece.
  void join_before(StreamClock& clock, hipStream_t stream);

  // The number up to which the work of `other` comes before the next work of `mine`.
  std::uint64_t over_for(const void* mine, const Stream& state, const void* other) const;

  std::mutex mutex_;
  std::map<const void*, Stream> streams_;
  std::map<const void*, StreamClock> events_;
  StreamClock host_;
};

}  // namespace hip_cpu
