#include "engine/runner/measure/sustained.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

#include "engine/support/statistics.hpp"

namespace hippuzzle {
namespace {

constexpr double lap_seconds = 0.05;        // long beside the pause between two
constexpr double drift_seconds = 1;         // what is compared with as much before it
constexpr double most_drift = 0.005;        // of a time that has settled
constexpr uint64_t most_launches = 20'000;  // of a lap

uint64_t times(double seconds, double each, uint64_t least, uint64_t most) {
  return static_cast<uint64_t>(std::clamp(std::round(seconds / each), static_cast<double>(least),
                                          static_cast<double>(most)));
}

// Whether the last so many laps took as long as those before them.
bool has_settled(std::span<const double> laps, size_t few) {
  if (laps.size() < 2 * few) return false;
  const double now = summarise(laps.last(few)).median;
  const double before = summarise(laps.subspan(laps.size() - 2 * few, few)).median;
  return std::abs(now - before) <= most_drift * before;
}

}  // namespace

void sustain(TimedKernel& contender, uint32_t set, double seconds, Random& random,
             const std::function<Sensors()>& read_sensors, const EventSink& send) {
  const auto nothing = [] {};
  contender.lap(1, nothing);  // the inputs may have changed, and with them what is in the caches
  const double one = std::max(contender.lap(2, nothing) / 1000, 1e-7);
  const uint64_t launches = times(lap_seconds, one, 1, most_launches);

  std::vector<double> laps;   // the mean time of a launch in each
  double lap = 0, spent = 0;  // seconds: of a lap, and of all
  bool settled = false;
  for (size_t few = 1; !settled && (spent < most_settle_seconds || laps.size() < 2 * few);) {
    laps.push_back(contender.lap(launches, nothing));
    spent += laps.back() / 1000 * static_cast<double>(launches);
    lap = spent / static_cast<double>(laps.size());
    few = static_cast<size_t>(times(drift_seconds, lap, 1, 1000));
    settled = has_settled(laps, few);
  }

  const uint64_t count = times(seconds, lap, 1, 1'000'000);
  for (uint64_t i = 1; i <= count; ++i) {
    Event event;
    event.kind = Event::Kind::lap;
    event.samples = launches;
    event.settled = settled;
    const auto look = [&] { event.sensors = read_sensors(); };
    if (i < count) {
      event.milliseconds = contender.lap(launches, look);
    } else {
      const TimedKernel::LastLap last = contender.last_lap(launches, set, random, look);
      event.milliseconds = last.milliseconds;
      event.unwritten = last.unwritten;
    }
    send(event);
  }
}

}  // namespace hippuzzle
