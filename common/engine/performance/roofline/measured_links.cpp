#include "engine/performance/roofline/measured_links.hpp"

#include <fmt/format.h>

#include <chrono>
#include <cstdlib>
#include <optional>

#include "engine/judge/catalog/backend.hpp"
#include "engine/judge/child/child_runner.hpp"
#include "engine/platforms/platforms.hpp"
#include "engine/protocol/job.hpp"
#include "support/files/shared_memory.hpp"
#include "support/outcome.hpp"

namespace hippuzzle {
namespace {

constexpr uint32_t most_devices = 16, usually_simulated = 4;
constexpr std::chrono::minutes patience{5};

struct LinkListener {
  Links& links;
  bool is_done = false;
  std::optional<Failed> failed = {};

  void take(const DeviceFound& device) { links.devices.push_back(device); }
  void take(const CollectivesFound& found) {
    links.library = found.library;
    links.why_no_library = found.why_not;
  }
  void take(const LinkTimed& timed) { links.timed.push_back(timed); }
  void take(const Done&) { is_done = true; }
  void take(const Failed& failure) { failed = failure; }
};

}  // namespace

double gigabytes_per_second(const LinkTimed& timed, size_t devices) {
  const auto count = static_cast<double>(devices);
  double bytes = static_cast<double>(timed.bytes);
  if (timed.what == "all-reduce") bytes *= 2 * (count - 1) / count;
  if (timed.what == "all-gather") bytes *= (count - 1) / count;
  return bytes / timed.seconds * 1e-9;
}

Links measure_links(const SearchPath& search_path, const std::string& platform, int device) {
  const auto runtime = search_path.device_runtime(platform);
  if (!runtime) throw Error(Outcome::unsupported, not_built(platform));
  Links links{.platform = platform, .simulated = is_simulated(platform)};
  const bool is_up_to_us = links.simulated && std::getenv("HIPPUZZLE_CPU_DEVICES") == nullptr;
  const uint64_t most_bytes = links.simulated ? uint64_t{16} << 20 : uint64_t{1} << 30;
  const Job job{.candidate = {.platform = platform, .runtime = *runtime, .device = device},
                .quiet = true,
                .task = MeasureLinks{.devices = is_up_to_us ? usually_simulated : most_devices,
                                     .bytes = most_bytes}};
  LinkListener listener{links};
  run_in_child(job, SharedMemory(0), patience,
               [&](const Event& event) { hand_to(listener, event); });
  if (listener.failed) throw to_error(*listener.failed);
  if (!listener.is_done) {
    throw Error(
        Outcome::crashed,
        fmt::format("the {} runtime ended, or hung, while its links were measured", platform));
  }
  return links;
}

}  // namespace hippuzzle
