// AMD's rocprofv3 (of rocprofiler-sdk), and rocprof before it. Written after their documentation
// and sources; no AMD GPU was at hand to run them. Neither runs a kernel twice, so a program is run
// once for every set of counters that the hardware takes.
#include <fmt/format.h>

#include <algorithm>
#include <fstream>

#include "engine/modules/abi_types.hpp"
#include "engine/performance/profile/profiler.hpp"
#include "engine/performance/profile/rocprof_report.hpp"
#include "support/files/text_file.hpp"
#include "support/outcome.hpp"
#include "support/process/external_tool.hpp"
#include "support/text/pattern.hpp"

namespace hippuzzle {
namespace {

// An instruction is counted for a whole wave, whichever of its lanes take part; matrix operations
// by 512.
constexpr double wave = 64, matrix_operations = 512;

// Differences between architectures: the L2 cache's requests to memory, of 32, 64 and from gfx940
// on 128 bytes, and whether there are matrix instructions in XF32, which is AMD's name for TF32.
struct Architecture {
  const char* prefix;
  const char* memory;      // of the counters' names
  const char* large_read;  // counts reads of 128 bytes; "" for none
  bool xf32;
};
constexpr Architecture architectures[] = {{"gfx90a", "TCC_EA_", "", false},
                                          {"gfx94", "TCC_EA0_", "TCC_BUBBLE_sum", true},
                                          {"gfx950", "TCC_EA0_", "TCC_EA0_RDREQ_128B_sum", false}};

const Architecture& known(const std::string& architecture) {
  const auto found = std::ranges::find_if(
      architectures, [&](const Architecture& a) { return architecture.starts_with(a.prefix); });
  if (found != std::end(architectures)) return *found;
  throw Error(Outcome::unsupported,
              fmt::format("{} has no counters of floating-point operations that are read here: "
                          "they are counted on gfx90a, gfx94x and gfx950",
                          architecture),
              Advice{Advice::leave_out_counters});
}

class Rocprof : public Profiler {
 public:
  Rocprof(const char* tool, std::filesystem::path program, const std::string& architecture)
      : program_(std::move(program)), tool_(tool), architecture_(known(architecture)) {
    // rocprofv3: "             version: 1.0.0"; rocprof: "ROCProfiler version: 2.0".
    static const Pattern version("version:[[:space:]]*([0-9]+(\\.[0-9]+)+)");
    const auto found = version.find_in(output_of(program_, "--version"));
    version_ = found.empty() ? "of unknown version" : found[1];
  }

  std::string name() const override { return tool_ + " " + version_; }

  // At most four counters of the L2 cache fit into a run.
  std::vector<std::vector<Counter>> runs(const hippuzzle_variant& variant) const override {
    const std::string memory = architecture_.memory;
    std::vector<Counter> first = {{memory + "RDREQ_sum", "dram", 64},
                                  {memory + "RDREQ_32B_sum", "dram", 32 - 64},
                                  {"SQ_INSTS_VALU_FMA_F32", "fp32", 2 * wave},
                                  {"SQ_INSTS_VALU_ADD_F32", "fp32", wave},
                                  {"SQ_INSTS_VALU_MUL_F32", "fp32", wave}};
    if (*architecture_.large_read != '\0') {
      first.push_back({architecture_.large_read, "dram", 128 - 64});
    }
    std::vector<Counter> second = {{memory + "WRREQ_sum", "dram", 32},
                                   {memory + "WRREQ_64B_sum", "dram", 64 - 32},
                                   {"TCC_REQ_sum", "l2", 128}};
    if (*required_capabilities(variant) != '\0') {
      second.push_back({"SQ_INSTS_VALU_MFMA_MOPS_F32", "fp32", matrix_operations});
      second.push_back({"SQ_INSTS_VALU_MFMA_MOPS_BF16", "bf16", matrix_operations});
      if (architecture_.xf32) {
        second.push_back({"SQ_INSTS_VALU_MFMA_MOPS_XF32", "tf32", matrix_operations});
      }
    }
    return {first, second};
  }

  bool reports_at_return() const override { return true; }

 protected:
  // Starts a shell first, so that the tool's output is at hand when it counts nothing.
  std::vector<std::string> with_log(const std::vector<std::string>& words,
                                    const std::filesystem::path& folder) const {
    std::vector<std::string> all = {"/bin/sh", "-c", R"(exec "$@" >"$0" 2>&1)",
                                    (folder / log_file).string(), program_.string()};
    all.insert(all.end(), words.begin(), words.end());
    return all;
  }

  [[noreturn]] void complain(const std::filesystem::path& folder) const {
    throw Error(Outcome::unsupported,
                rocprof_diagnostic(tool_, read_file(folder / log_file).value_or("")));
  }

 private:
  static constexpr const char* log_file = "log";

  std::filesystem::path program_;
  std::string tool_, version_;
  const Architecture& architecture_;
};

std::vector<std::string> names_of(const std::vector<Counter>& counters) {
  std::vector<std::string> names;
  for (const Counter& counter : counters) names.push_back(counter.name);
  return names;
}

class RocprofV3 : public Rocprof {
 public:
  RocprofV3(std::filesystem::path program, const std::string& architecture)
      : Rocprof("rocprofv3", std::move(program), architecture) {}

  std::vector<std::string> command(const std::vector<Counter>& counters,
                                   const std::filesystem::path& folder) const override {
    std::vector<std::string> words = {"--pmc"};
    for (const std::string& name : names_of(counters)) words.push_back(name);
    for (const std::string& word :
         {std::string("-d"), folder.string(), std::string("-o"), std::string("counted"),
          std::string("--output-format"), std::string("csv"), std::string("--")}) {
      words.push_back(word);
    }
    return with_log(words, folder);
  }

  // The version decides whether the file lies in the folder or in one below it.
  std::vector<ProfiledKernel> report(const std::filesystem::path& folder) const override {
    for (const auto& file : std::filesystem::recursive_directory_iterator(folder)) {
      if (file.path().filename().string().ends_with("counter_collection.csv")) {
        return kernels_of_rocprofv3(read_file(file.path()).value_or(""));
      }
    }
    complain(folder);
  }
};

class RocprofV1 : public Rocprof {
 public:
  RocprofV1(std::filesystem::path program, const std::string& architecture)
      : Rocprof("rocprof", std::move(program), architecture) {}

  std::vector<std::string> command(const std::vector<Counter>& counters,
                                   const std::filesystem::path& folder) const override {
    const std::filesystem::path input = folder / "input.txt";
    std::ofstream(input) << fmt::format("pmc: {}\n", fmt::join(names_of(counters), " "));
    return with_log(
        {"-i", input.string(), "-o", (folder / report_file).string(), "-t", folder.string()},
        folder);
  }

  std::vector<ProfiledKernel> report(const std::filesystem::path& folder) const override {
    if (!std::filesystem::exists(folder / report_file)) complain(folder);
    return kernels_of_rocprof(read_file(folder / report_file).value_or(""));
  }

 private:
  static constexpr const char* report_file = "report.csv";
};

}  // namespace

std::unique_ptr<Profiler> make_rocprofv3(const std::filesystem::path& program,
                                         const std::string& architecture) {
  return std::make_unique<RocprofV3>(program, architecture);
}

std::unique_ptr<Profiler> make_rocprof(const std::filesystem::path& program,
                                       const std::string& architecture) {
  return std::make_unique<RocprofV1>(program, architecture);
}

}  // namespace hippuzzle
