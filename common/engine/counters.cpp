#include "counters.hpp"

#include <fmt/format.h>

#include <cstring>
#include <regex>

#include "cuda_tool.hpp"
#include "runner_process.hpp"

namespace hippuzzle {
namespace {

// Each kernel is run once for every few metrics, its memory put back in between.
constexpr int slowdown = 10;

// A metric of ncu's for what a launch did. Names as `ncu --query-metrics` has them for sm_90; those
// of matrix cores exist from sm_80 on.
struct Metric {
  const char* name;
  const char* ceiling;  // that bounds it; "" for bytes
  double amount;        // bytes or operations for each that is counted
};
constexpr Metric dram[] = {{"dram__bytes_read.sum", "", 1}, {"dram__bytes_write.sum", "", 1}};
constexpr Metric l2[] = {{"lts__t_bytes.sum", "", 1}};
constexpr Metric arithmetic[] = {
    {"smsp__sass_thread_inst_executed_op_ffma_pred_on.sum", "fp32", 2},
    {"smsp__sass_thread_inst_executed_op_fadd_pred_on.sum", "fp32", 1},
    {"smsp__sass_thread_inst_executed_op_fmul_pred_on.sum", "fp32", 1}};
constexpr Metric matrix_cores[] = {{"sm__ops_path_tensor_src_tf32_dst_fp32.sum", "tf32", 1},
                                   {"sm__ops_path_tensor_src_bf16_dst_fp32.sum", "bf16", 1}};

// The metrics for a variant: of matrix cores for those that require something of the device.
std::vector<Metric> metrics_for(const hippuzzle_variant& variant) {
  std::vector<Metric> all(std::begin(dram), std::end(dram));
  all.insert(all.end(), std::begin(l2), std::end(l2));
  all.insert(all.end(), std::begin(arithmetic), std::end(arithmetic));
  if (std::strlen(variant.required) > 0) {
    all.insert(all.end(), std::begin(matrix_cores), std::end(matrix_cores));
  }
  return all;
}

std::string version_of(const std::filesystem::path& ncu) {
  static const std::regex version(R"(Version (\d+\.\d+\.\d+))");
  const std::string text = output_of(ncu, "--version");
  std::smatch match;
  return std::regex_search(text, match, version) ? match[1].str() : "of unknown version";
}

// The words in front of the runner's own. The clocks stay as they are: they are not ours to set.
std::vector<std::string> command(const std::filesystem::path& ncu, const std::vector<Metric>& all,
                                 const std::filesystem::path& report) {
  std::vector<std::string> names;
  for (const Metric& m : all) names.emplace_back(m.name);
  return {ncu.string(),         "--csv",
          "--print-units",      "base",
          "--log-file",         report.string(),
          "--target-processes", "application-only",
          "--clock-control",    "none",
          "--cache-control",    "all",
          "--metrics",          fmt::format("{}", fmt::join(names, ","))};
}

double sum(const std::vector<ProfiledKernel>& kernels, const Metric& metric) {
  double total = 0;
  for (const ProfiledKernel& kernel : kernels) {
    const auto found = kernel.metrics.find(metric.name);
    if (found == kernel.metrics.end()) {
      throw Error(Outcome::unsupported, fmt::format("ncu did not count '{}' for the kernel '{}'",
                                                    metric.name, kernel.name));
    }
    total += metric.amount * found->second;
  }
  return total;
}

CountedLaunch add_up(const std::vector<ProfiledKernel>& kernels, const std::vector<Metric>& all) {
  CountedLaunch counted;
  for (const ProfiledKernel& kernel : kernels) counted.kernels.push_back(kernel.name);
  for (const Metric& m : dram) counted.dram_bytes += sum(kernels, m);
  for (const Metric& m : l2) counted.l2_bytes += sum(kernels, m);
  for (const Metric& m : all) {
    if (*m.ceiling != '\0') counted.flops[m.ceiling] += sum(kernels, m);
  }
  return counted;
}

}  // namespace

Profiler find_profiler(const std::string& platform) {
  if (platform != "nvidia") {
    throw Error(Outcome::unsupported,
                fmt::format("'{}' has no counters that are read here: --measured needs ncu on an "
                            "NVIDIA GPU; leave it out for the other two models",
                            platform));
  }
  const auto ncu = find_cuda_tool("ncu");
  if (!ncu) {
    throw Error(Outcome::unsupported,
                "ncu is neither on PATH nor in /usr/local/cuda/bin; install it (Nsight Compute "
                "comes with the CUDA toolkit), or leave out --measured");
  }
  return {*ncu, "ncu " + version_of(*ncu)};
}

CountedLaunch count_launch(const Exercise& exercise, const hippuzzle_extents& extents,
                           const Candidate& candidate, const Profiler& profiler, uint64_t seed,
                           std::chrono::milliseconds timeout) {
  const hippuzzle_variant& variant = *exercise.variant;
  uint64_t end = 0;
  Case c = plan_random_case(variant, extents, end);
  const SharedMemory memory(end);
  fill_random_inputs(variant, c, memory, seed);

  Job job;
  job.id = exercise.puzzle->id();
  job.variant = variant.name;
  job.platform = candidate.platform;
  job.required = variant.required;
  job.module = candidate.module;
  job.runtime = candidate.runtime;
  job.device = candidate.device;
  job.cases = {c.job};
  job.bare = true;  // no kernel runs but the variant's
  const std::chrono::milliseconds patience = slowdown * timeout;
  job.most_seconds =
      static_cast<uint32_t>(std::chrono::ceil<std::chrono::seconds>(patience).count());

  const ReportFolder folder;
  const std::filesystem::path report = folder.path() / "report.csv";
  const std::vector<Metric> metrics = metrics_for(variant);
  const EventSink sink = [](const Event& event) {
    if (event.kind == Event::Kind::failed) throw Error(event.outcome, event.sentence);
  };
  const RunnerEnd run_end =
      run_in_process(job, memory, patience, sink, command(profiler.program, metrics, report));
  if (run_end.how == RunnerEnd::How::timed_out) {
    throw Error(Outcome::timed_out,
                fmt::format("not counted within {:g} s; give it longer with --timeout",
                            static_cast<double>(patience.count()) / 1000));
  }
  CountedLaunch counted = add_up(kernels_of_report(contents(report)), metrics);
  counted.profiler = profiler.name;
  return counted;
}

}  // namespace hippuzzle
