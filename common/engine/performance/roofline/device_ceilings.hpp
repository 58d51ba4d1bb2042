// The ceilings of a device: measured by hippuzzle's own kernels and cached, or read from a file
// about a device that is not here.
#pragma once

#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "engine/judge/catalog/device_list.hpp"
#include "engine/modules/search_path.hpp"
#include "engine/performance/bench/benchmark.hpp"

namespace hippuzzle {

struct Ceiling {
  double value = 0;  // GB/s of "dram", "l2", "l1", "shared" and "link"; GFLOP/s of "fp32", "tf32"
                     // and "bf16"; milliseconds of "launch"
  double low = 0,
         high = 0;  // of the measured median's interval; the value where it was not measured
};

struct Ceilings {
  std::string device;  // "NVIDIA H200"
  std::string source;  // "measured 2026-11-21, driver CUDA 13.0", or the data sheet
  std::map<std::string, Ceiling> all = {};
  std::map<std::string, std::string> missing = {};  // and why
  std::map<std::string, double> links = {};  // of a data sheet: GB/s that a device receives over
                                             // "nvlink", "pcie", …
  std::map<std::string, double> sizes =
      {};  // of a data sheet: "multiprocessors", "memory_gb", "l2_mb",
           // "shared_kib" of each multiprocessor; only known ones

  // 0 when it is not known.
  double value(const std::string& name) const;

  // FLOP/B from which the arithmetic binds, and no longer device memory; 0 when not known.
  double critical_intensity(const std::string& arithmetic) const;
};

// The roofs whose measured interval is wider than a fifth of the value, sorted: other programs ran
// at the same time, so the figures say little about the device.
std::vector<std::string> uncertain_ceilings(const Ceilings& ceilings);

// "fp32" and so on: the ceiling that a product of that arithmetic has.
std::string ceiling_of(hippuzzle_math math);

// The device's cached ceilings, if any. platform: "nvidia"; d: as describe_platform() has it.
std::optional<Ceilings> remembered_ceilings(const std::string& platform,
                                            const DeviceDescription& d);

// Measures each ceiling, and stores the results. Throws Error when the modules that do it are not
// there.
Ceilings measure_ceilings(const SearchPath& search_path, const std::string& platform, int device,
                          const DeviceDescription& d, const BenchProgress& progress);

// configs/devices/<name>.toml of the shipped data. Throws Error(usage) with the names that there
// are, Error(load_failed) when the file is not as it should be.
Ceilings ceilings_from_file(const SearchPath& search_path, const std::string& name);

}  // namespace hippuzzle
