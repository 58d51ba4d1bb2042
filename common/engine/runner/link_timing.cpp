#include "engine/runner/link_timing.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <set>
#include <string>
#include <vector>

#include "support/outcome.hpp"

namespace hippuzzle {
namespace {

constexpr uint64_t word = 4, first_size = 1024, size_step = 16;
constexpr double worth_timing = 0.02;  // seconds of one measurement
constexpr uint32_t most_repeats = 200;
constexpr int trials = 5, latency_trials = 21;

// Seconds of one round, given how many follow each other.
using Timed = std::function<double(uint32_t repeats)>;

double median(std::vector<double> values) {
  const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
  std::ranges::nth_element(values, middle);
  return *middle;
}

// The seconds of one round that the host waits for.
double latency(const Timed& timed) {
  timed(1);
  std::vector<double> seconds;
  for (int i = 0; i < latency_trials; ++i) seconds.push_back(timed(1));
  return median(seconds);
}

// The seconds of one of many rounds that follow each other.
double throughput(const Timed& timed) {
  const double first = std::max(timed(1), 1e-7);
  const auto repeats = static_cast<uint32_t>(
      std::clamp(worth_timing / first, 1.0, static_cast<double>(most_repeats)));
  std::vector<double> seconds;
  for (int i = 0; i < trials; ++i) seconds.push_back(timed(repeats));
  return median(seconds);
}

class LinkMeasurement {
 public:
  LinkMeasurement(const Device& device, uint64_t most_bytes, const EventSink& sink)
      : device_(device), api_(device.runtime().api()), most_bytes_(most_bytes), sink_(sink) {
    for (const hippuzzle_device_stream& d : device.all()) numbers_.push_back(d.device);
  }

  void run() {
    char library[128] = "";
    const bool has_library = api_.collectives(library, sizeof library) != 0;
    sink_(CollectivesFound{.library = has_library ? library : "",
                           .why_not = has_library ? "" : library});
    for (const int32_t number : numbers_) {
      copies("to device", {{-1, number}});
      copies("to host", {{number, -1}});
    }
    std::vector<hippuzzle_way> ring;
    for (const int32_t from : numbers_) {
      for (const int32_t to : numbers_)
        if (from != to) copies("between devices", {{from, to}});
      const size_t next = (ring.size() + 1) % numbers_.size();
      ring.push_back({from, numbers_[next]});
    }
    if (numbers_.size() < 2) return;
    copies("ring", ring);
    if (!has_library) return;
    collective("all-reduce", HIPPUZZLE_ALL_REDUCE);
    collective("all-gather", HIPPUZZLE_ALL_GATHER);
  }

 private:
  void copies(const char* what, const std::vector<hippuzzle_way>& ways) {
    sizes(
        [&](uint64_t bytes, uint32_t repeats) {
          double seconds = 0;
          device_.check(api_.time_copies(ways.data(), static_cast<uint32_t>(ways.size()), bytes,
                                         repeats, &seconds),
                        "a copy");
          return seconds;
        },
        {.what = what, .from = ways[0].from, .to = ways[0].to});
  }

  void collective(const char* what, hippuzzle_collective which) {
    sizes(
        [&](uint64_t bytes, uint32_t repeats) {
          double seconds = 0;
          device_.check(api_.time_collective(which, bytes, repeats, &seconds), what);
          return seconds;
        },
        {.what = what, .from = -1, .to = -1});
  }

  // The smallest size by its latency; of the first link of a kind each size, of the others the
  // largest.
  template <class Time>
  void sizes(const Time& time, LinkTimed timed) {
    timed.bytes = word * numbers_.size();
    timed.seconds = latency([&](uint32_t repeats) { return time(timed.bytes, repeats); });
    sink_(timed);
    const bool is_first = swept_.insert(timed.what).second;
    for (uint64_t bytes = is_first ? first_size : most_bytes_; bytes < most_bytes_ * size_step;
         bytes *= size_step) {
      timed.bytes = std::min(bytes, most_bytes_);
      timed.seconds = throughput([&](uint32_t repeats) { return time(timed.bytes, repeats); });
      sink_(timed);
    }
  }

  const Device& device_;
  const hippuzzle_device_runtime& api_;
  uint64_t most_bytes_;
  const EventSink& sink_;
  std::vector<int32_t> numbers_;
  std::set<std::string> swept_;
};

}  // namespace

void measure_links(const Device& device, uint64_t most_bytes, const EventSink& sink) {
  const hippuzzle_device_runtime& api = device.runtime().api();
  if (device.all().empty() || api.time_copies == nullptr) {
    throw Error(Outcome::unsupported,
                fmt::format("the {} device runtime was built before links could be measured; build "
                            "it again",
                            api.platform));
  }
  LinkMeasurement(device, most_bytes, sink).run();
}

}  // namespace hippuzzle
