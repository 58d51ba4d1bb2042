// The events that a runner writes to its pipe, as they arrive.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

#include "engine/protocol/event.hpp"
#include "engine/protocol/job.hpp"

namespace hippuzzle {

// The most bytes in which a runner answers the job: a candidate may write more instead.
uint64_t most_event_bytes(const Job& job);

// Splits its input into lines and hands each to the sink as an event. Throws Error(crashed) for
// text that no runner writes.
class EventReader {
 public:
  // most: bytes of all events together.
  EventReader(const EventSink& sink, uint64_t most) : sink_(sink), most_(most) {}

  // Reads a part of the available text. Returns false when there is nothing more.
  bool read_from(int descriptor);

  // Reads the rest after the runner has ended. A descendant of it may still hold the pipe and write
  // on and on; a pipe's worth is all that the runner itself can have left.
  void drain(int descriptor);

 private:
  const EventSink& sink_;
  uint64_t most_;
  std::string text_;
  size_t total_ = 0;  // bytes read
};

}  // namespace hippuzzle
