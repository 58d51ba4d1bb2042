// NVIDIA's ncu: every kernel is run once for every few metrics, its memory put back in between.
#include <fmt/format.h>

#include <iterator>

#include "engine/modules/abi_types.hpp"
#include "engine/performance/profile/ncu_report.hpp"
#include "engine/performance/profile/profiler.hpp"
#include "support/files/text_file.hpp"
#include "support/process/external_tool.hpp"
#include "support/text/pattern.hpp"

namespace hippuzzle {
namespace {

// Names from `ncu --query-metrics` for sm_90; matrix-core metrics exist from sm_80 on.
const Counter everywhere[] = {{"dram__bytes_read.sum", "dram", 1},
                              {"dram__bytes_write.sum", "dram", 1},
                              {"lts__t_bytes.sum", "l2", 1},
                              {"smsp__sass_thread_inst_executed_op_ffma_pred_on.sum", "fp32", 2},
                              {"smsp__sass_thread_inst_executed_op_fadd_pred_on.sum", "fp32", 1},
                              {"smsp__sass_thread_inst_executed_op_fmul_pred_on.sum", "fp32", 1}};
const Counter matrix_cores[] = {{"sm__ops_path_tensor_src_tf32_dst_fp32.sum", "tf32", 1},
                                {"sm__ops_path_tensor_src_bf16_dst_fp32.sum", "bf16", 1}};

class Ncu : public Profiler {
 public:
  explicit Ncu(std::filesystem::path program) : program_(std::move(program)) {
    static const Pattern version("Version ([0-9]+\\.[0-9]+\\.[0-9]+)");
    const auto found = version.find_in(output_of(program_, "--version"));
    version_ = found.empty() ? "of unknown version" : found[1];
  }

  std::string name() const override { return "ncu " + version_; }

  // Counters of matrix cores only for variants that require something of the device.
  std::vector<std::vector<Counter>> runs(const hippuzzle_variant& variant) const override {
    std::vector<Counter> all(std::begin(everywhere), std::end(everywhere));
    if (*required_capabilities(variant) != '\0') {
      all.insert(all.end(), std::begin(matrix_cores), std::end(matrix_cores));
    }
    return {all};
  }

  // The clocks stay as they are: they are not ours to set.
  std::vector<std::string> command(const std::vector<Counter>& counters,
                                   const std::filesystem::path& folder) const override {
    std::vector<std::string> names;
    for (const Counter& counter : counters) names.push_back(counter.name);
    return {program_.string(),    "--csv",
            "--print-units",      "base",
            "--log-file",         (folder / report_file).string(),
            "--target-processes", "application-only",
            "--clock-control",    "none",
            "--cache-control",    "all",
            "--metrics",          fmt::format("{}", fmt::join(names, ","))};
  }

  std::vector<ProfiledKernel> report(const std::filesystem::path& folder) const override {
    return kernels_of_ncu(read_file(folder / report_file).value_or(""));
  }

  bool reports_at_return() const override { return false; }

 private:
  static constexpr const char* report_file = "report.csv";

  std::filesystem::path program_;
  std::string version_;
};

}  // namespace

std::unique_ptr<Profiler> make_ncu(const std::filesystem::path& program) {
  return std::make_unique<Ncu>(program);
}

}  // namespace hippuzzle
