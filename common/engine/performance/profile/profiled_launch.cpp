#include "engine/performance/profile/profiled_launch.hpp"

#include <fmt/format.h>

#include "engine/judge/catalog/backend.hpp"
#include "engine/judge/child/child_runner.hpp"
#include "support/files/temporary_folder.hpp"
#include "support/process/external_tool.hpp"

namespace hippuzzle {
namespace {

constexpr int slowdown = 10;  // under a profiler, which may run each kernel many times

double sum(const std::vector<ProfiledKernel>& kernels, const Counter& counter,
           const std::string& profiler) {
  double total = 0;
  for (const ProfiledKernel& kernel : kernels) {
    const auto found = kernel.counts.find(counter.name);
    if (found == kernel.counts.end()) {
      throw Error(Outcome::unsupported, fmt::format("{} did not count '{}' for the kernel '{}'",
                                                    profiler, counter.name, kernel.name));
    }
    total += counter.amount * found->second;
  }
  return total;
}

std::vector<std::string> names_of(const std::vector<ProfiledKernel>& kernels) {
  std::vector<std::string> names;
  for (const ProfiledKernel& kernel : kernels) names.push_back(kernel.name);
  return names;
}

// One launch, under the profiler.
void run_under(const Profiler& profiler, const std::vector<Counter>& counters,
               const std::filesystem::path& folder, const Job& job, const SharedMemory& memory,
               std::chrono::milliseconds patience) {
  const EventSink sink = [](const Event& event) {
    if (const auto* failed = std::get_if<Failed>(&event)) throw to_error(*failed);
  };
  const RunnerEnd end =
      run_in_child_under(profiler.command(counters, folder), job, memory, patience, sink);
  if (end.how == RunnerEnd::How::timed_out) {
    throw Error(
        Outcome::timed_out,
        fmt::format("not counted within {:g} s", static_cast<double>(patience.count()) / 1000),
        Advice{Advice::allow_more_time});
  }
}

}  // namespace

ProfiledLaunch add_up(const std::vector<std::vector<Counter>>& runs,
                      const std::vector<std::vector<ProfiledKernel>>& kernels,
                      const std::string& profiler) {
  ProfiledLaunch counted;
  counted.profiler = profiler;
  counted.kernels = names_of(kernels.front());
  for (size_t i = 0; i < runs.size(); ++i) {
    if (names_of(kernels[i]) != counted.kernels) {
      throw Error(
          Outcome::unsupported,
          fmt::format("{} saw other kernels in another run: {} and {}", profiler,
                      fmt::join(counted.kernels, ", "), fmt::join(names_of(kernels[i]), ", ")));
    }
    for (const Counter& counter : runs[i]) {
      const double amount = sum(kernels[i], counter, profiler);
      if (counter.what == "dram") {
        counted.dram_bytes += amount;
      } else if (counter.what == "l2") {
        counted.l2_bytes += amount;
      } else {
        counted.flops[counter.what] += amount;
      }
    }
  }
  return counted;
}

ProfiledLaunch profile_launch(const VariantRef& ref, const hippuzzle_extents& extents,
                              const Candidate& candidate, const Profiler& profiler, uint64_t seed,
                              std::chrono::milliseconds timeout) {
  const hippuzzle_variant& variant = *ref.variant;
  uint64_t end = 0;
  Case c =
      plan_random_case(variant, for_warps_of(device_warp_lanes(candidate), variant, extents), end);
  const SharedMemory memory(end);
  fill_random_inputs(variant, c, memory, seed);

  const std::chrono::milliseconds patience = slowdown * timeout;
  const auto time_limit = std::chrono::ceil<std::chrono::seconds>(patience);
  const Job job{.candidate = candidate,
                .time_limit = static_cast<uint32_t>(time_limit.count()),
                .task = RunCases{.puzzle = ref.puzzle->id(),
                                 .variant = variant.name,
                                 .required = required_capabilities(variant),
                                 .cases = {c.job},
                                 .no_guard_zones = true,  // only the variant's kernels run
                                 .exit_by_return = profiler.reports_at_return(),
                                 .devices = std::max(variant.devices, 1u)}};

  const std::vector<std::vector<Counter>> runs = profiler.runs(variant);
  std::vector<std::vector<ProfiledKernel>> kernels;
  for (const std::vector<Counter>& counters : runs) {
    const TemporaryFolder folder("hippuzzle-report-");
    run_under(profiler, counters, folder.path(), job, memory, patience);
    kernels.push_back(profiler.report(folder.path()));
  }
  return add_up(runs, kernels, profiler.name());
}

}  // namespace hippuzzle
