// What a runner reports: a kernel shares its process and may write in its place.
#include <exception>
#include <vector>

#include "engine/judge/child/event_reader.hpp"
#include "engine/protocol/codec.hpp"
#include "engine/protocol/trace_codec.hpp"
#include "support/outcome.hpp"
#include "tests/fuzz/targets.hpp"

namespace hippuzzle::fuzz {

void read_events(std::string_view bytes) {
  const FileOf file(bytes);
  std::vector<Event> events;
  const EventSink sink = [&](const Event& event) { events.push_back(event); };
  EventReader reader(sink, 1 << 20);
  try {
    while (reader.read_from(file.descriptor())) {
    }
  } catch (const Error& error) {
    require(error.outcome() == Outcome::crashed, "a report of no runner's ends a run as crashed");
  }
  for (const Event& event : events) {
    const std::string line = encode(event);
    require(line.find('\n') == line.npos, "an event is one line");
    require(encode(decode_event(line)) == line, "an event that was read is written as it was");
  }
}

void read_trace(std::string_view bytes) {
  try {
    const std::string document = to_json(trace_from_json(bytes));
    require(to_json(trace_from_json(document)) == document, "a trace is written as it was read");
  } catch (const std::exception&) {
  }
}

}  // namespace hippuzzle::fuzz
