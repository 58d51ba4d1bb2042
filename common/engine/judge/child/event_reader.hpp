// The events that a runner writes to its pipe, as they arrive.
#pragma once

#include <cstddef>
#include <string>

#include "engine/protocol/event.hpp"

namespace hippuzzle {

// Splits what arrives into lines and hands each to the sink as an event. Throws Error(crashed) for
// text that no runner writes.
class EventReader {
 public:
  explicit EventReader(const EventSink& sink) : sink_(sink) {}

  // Reads a part of the available text. Returns false when there is nothing more.
  bool read_from(int descriptor);

  // Reads the rest after the runner has ended. A descendant of it may still hold the pipe and write
  // on and on; a pipe's worth is all that the runner itself can have left.
  void drain(int descriptor);

 private:
  const EventSink& sink_;
  std::string text_;
  size_t total_ = 0;  // bytes read
};

}  // namespace hippuzzle
