#include "engine/runner/measure/sustained.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

#include "support/statistics.hpp"

namespace hippuzzle {
namespace {

constexpr double batch_seconds = 0.05;      // long compared with the pause between two
constexpr double drift_seconds = 1;         // compared with as much time before it
constexpr double most_drift = 0.005;        // of a time that has settled
constexpr uint64_t most_launches = 20'000;  // of a batch

uint64_t times(double seconds, double each, uint64_t least, uint64_t most) {
  return static_cast<uint64_t>(std::clamp(std::round(seconds / each), static_cast<double>(least),
                                          static_cast<double>(most)));
}

// Whether the last `few` batches took as long as the `few` before them.
bool has_settled(std::span<const double> batches, size_t few) {
  if (batches.size() < 2 * few) return false;
  const double now = summarise(batches.last(few)).median;
  const double before = summarise(batches.subspan(batches.size() - 2 * few, few)).median;
  return std::abs(now - before) <= most_drift * before;
}

struct Settled {
  bool settled = false;
  double batch_seconds = 0;  // the mean of the batches so far
};

// Batches until their times no longer drift, or the patience for that is spent.
Settled settle(TimedKernel& kernel, uint64_t launches, Random& random) {
  std::vector<double> batches;  // milliseconds of a launch, the mean of each
  Settled state;
  double spent = 0;  // seconds
  for (size_t few = 1;
       !state.settled && (spent < most_settle_seconds || batches.size() < 2 * few);) {
    batches.push_back(kernel.time_batch(launches, random, [] {}));
    spent += batches.back() / 1000 * static_cast<double>(launches);
    state.batch_seconds = spent / static_cast<double>(batches.size());
    few = static_cast<size_t>(times(drift_seconds, state.batch_seconds, 1, 1000));
    state.settled = has_settled(batches, few);
  }
  return state;
}

}  // namespace

void measure_sustained(TimedKernel& kernel, double seconds, Random& random,
                       const std::function<Sensors()>& read_sensors,
                       const std::function<void(BatchTimed)>& send) {
  kernel.time_batch(1, random, [] {});  // the caches now hold what this kernel leaves in them
  const double one = std::max(kernel.time_batch(2, random, [] {}) / 1000, 1e-7);
  const uint64_t launches = times(batch_seconds, one, 1, most_launches);
  const Settled state = settle(kernel, launches, random);

  const uint64_t count = times(seconds, state.batch_seconds, 1, 1'000'000);
  for (uint64_t i = 1; i <= count; ++i) {
    BatchTimed batch;
    batch.launches = launches;
    batch.settled = state.settled;
    const auto look = [&] { batch.sensors = read_sensors(); };
    if (i < count) {
      batch.milliseconds = kernel.time_batch(launches, random, look);
    } else {
      const TimedKernel::LastBatch last = kernel.time_last_batch(launches, random, look);
      batch.milliseconds = last.milliseconds;
      batch.unwritten = last.unwritten;
    }
    send(std::move(batch));
  }
}

}  // namespace hippuzzle
