// Profilers, which read a GPU's counters while a program runs: NVIDIA's ncu, AMD's rocprofv3 or its
// older rocprof. Each starts the program and leaves a report.
#pragma once

#include <hippuzzle/puzzle.h>

#include <filesystem>
#include <map>
#include <memory>
#include <string>
#include <vector>

namespace hippuzzle {

// A counter of a launch: the bytes or operations of each event that the profiler counts. `what` is
// "dram" or "l2" for bytes, and the ceiling that bounds them, "fp32", for operations. An amount may
// be negative: requests of 32 bytes are also counted as requests of 64.
struct Counter {
  std::string name;
  std::string what;
  double amount;
};

struct ProfiledKernel {
  std::string name;
  std::map<std::string, double> counts;  // by the counters' names
};

class Profiler {
 public:
  virtual ~Profiler() = default;

  virtual std::string name() const = 0;  // "ncu 2025.3.1"

  // The counters for a variant, in sets of which the hardware counts one in a run of the program.
  virtual std::vector<std::vector<Counter>> runs(const hippuzzle_variant& variant) const = 0;

  // The words before the program's own. The profiler reads and writes its files in the folder.
  virtual std::vector<std::string> command(const std::vector<Counter>& counters,
                                           const std::filesystem::path& folder) const = 0;

  // The kernels in the report there, in the order of the launches. Throws Error(unsupported) with
  // the reason when it counted nothing.
  virtual std::vector<ProfiledKernel> report(const std::filesystem::path& folder) const = 0;

  // Whether it writes the report only when the program's main function returns.
  virtual bool reports_at_return() const = 0;
};

// The platform's on this machine, for a device of that architecture. Throws Error(unsupported) that
// says what it takes.
std::unique_ptr<Profiler> find_profiler(const std::string& platform,
                                        const std::string& architecture);

// One each: by its program, and for AMD the device's architecture.
std::unique_ptr<Profiler> make_ncu(const std::filesystem::path& program);
std::unique_ptr<Profiler> make_rocprofv3(const std::filesystem::path& program,
                                         const std::string& architecture);
std::unique_ptr<Profiler> make_rocprof(const std::filesystem::path& program,
                                       const std::string& architecture);

}  // namespace hippuzzle
