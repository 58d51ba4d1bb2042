#include "engine/performance/roofline/device_ceilings.hpp"

#include <fmt/chrono.h>
#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <ctime>
#include <nlohmann/json.hpp>
#include <vector>

#include "engine/judge/child/child_runner.hpp"
#include "engine/platforms/l1_cache.hpp"
#include "engine/platforms/platforms.hpp"
#include "support/files/cache_folder.hpp"
#include "support/files/text_file.hpp"
#include "support/text/json.hpp"
#include "support/text/toml.hpp"

namespace hippuzzle {
namespace {

namespace fs = std::filesystem;
using json = nlohmann::ordered_json;

constexpr int cache_version = 2;  // raised when a measurement changes its meaning

fs::path cache_file(const std::string& platform, const DeviceDescription& d) {
  const fs::path folder = cache_folder("ceilings");
  if (folder.empty()) return {};
  std::string name = fmt::format("{} {} {} {}", platform, d.name, d.architecture, d.driver);
  for (char& c : name) {
    if (std::isalnum(static_cast<unsigned char>(c)) == 0 && c != '.') c = '-';
  }
  return folder / (name + ".json");
}

void remember(const fs::path& file, const Ceilings& ceilings) {
  if (file.empty()) return;
  json all = json::object();
  for (const auto& [name, c] : ceilings.all) all[name] = {c.value, c.low, c.high};
  const json j = {{"version", cache_version},
                  {"device", ceilings.device},
                  {"source", ceilings.source},
                  {"ceilings", all},
                  {"missing", ceilings.missing}};
  try {
    replace_file(file, to_indented(j) + "\n");
  } catch (const std::system_error&) {  // nothing is lost but time
  }
}

// The work of each ceiling's kernel: {elements, blocks, repeats}.
struct Work {
  const char* name;
  bool cold;
  hippuzzle_extents extents;
};

std::vector<Work> work(const std::string& platform, int multiprocessors) {
  constexpr uint64_t mebi = uint64_t{1} << 20;
  const auto m = static_cast<uint64_t>(std::max(multiprocessors, 1));
  if (is_simulated(platform)) {
    // A processor has no L2 that all cores share and no shared memory: a measurement of either
    // would describe this platform, not the processor.
    return {{"dram", true, {{16 * mebi, 1, 1}}},
            {"fp32", false, {{4096, 4 * m, 64}}},
            {"launch", false, {{4096, 1, 1}}}};
  }
  return {{"dram", true, {{128 * mebi, 1, 1}}},     // 512 MiB each way
          {"l2", false, {{4 * mebi, 8 * m, 128}}},  // 16 MiB
          {"shared", false, {{4096, 8 * m, 8192}}},
          {"fp32", false, {{4096, 8 * m, 1024}}},
          {"tf32", false, {{4096, 8 * m, 256}}},
          {"bf16", false, {{4096, 8 * m, 256}}},
          {"tf32-warpgroup", false, {{4096, m, 512}}},
          {"bf16-warpgroup", false, {{4096, m, 512}}},
          {"launch", true, {{4096, 1, 1}}}};
}

Ceiling to_ceiling(const std::string& name, const Measurement& m) {
  if (name == "launch") return {m.time.median, m.time.low, m.time.high};
  const double amount = (m.flops > 0 ? m.flops : m.bytes) / 1e6;  // over ms: giga per second
  return {amount / m.time.median, amount / m.time.high, amount / m.time.low};
}

}  // namespace

double Ceilings::value(const std::string& name) const {
  const auto found = all.find(name);
  return found == all.end() ? 0 : found->second.value;
}

double Ceilings::critical_intensity(const std::string& arithmetic) const {
  return value("dram") > 0 ? value(arithmetic) / value("dram") : 0;
}

std::string ceiling_of(hippuzzle_math math) {
  return math == HIPPUZZLE_MATH_BF16 ? "bf16" : math == HIPPUZZLE_MATH_TF32 ? "tf32" : "fp32";
}

std::vector<std::string> uncertain_ceilings(const Ceilings& ceilings) {
  constexpr double widest = 0.2;
  std::vector<std::string> names;
  for (const auto& [name, c] : ceilings.all) {
    if (name != "launch" && c.high - c.low > widest * c.value) names.push_back(name);
  }
  return names;
}

std::optional<Ceilings> remembered_ceilings(const std::string& platform,
                                            const DeviceDescription& d) {
  try {
    const auto text = read_file(cache_file(platform, d));
    if (!text) return std::nullopt;
    const json j = parse_json(*text);
    if (j.at("version") != cache_version) return std::nullopt;
    Ceilings ceilings{
        .device = j.at("device"), .source = j.at("source"), .missing = j.at("missing")};
    for (const auto& [name, c] : j.at("ceilings").items()) {
      ceilings.all[name] = {c.at(0), c.at(1), c.at(2)};
    }
    return ceilings;
  } catch (const std::exception&) {
    return std::nullopt;  // of no use: measured again
  }
}

Ceilings measure_ceilings(const SearchPath& search_path, const std::string& platform, int device,
                          const DeviceDescription& d, const BenchProgress& progress) {
  const auto judge = search_path.shipped("roofline/judge/ceilings.so");
  const auto module = search_path.shipped(fs::path("roofline") / platform / "ceilings.so");
  const auto runtime = search_path.device_runtime(platform);
  if ((!judge || !module) && search_path.in_build_tree()) {
    throw Error(
        Outcome::not_built,
        fmt::format("the kernels that measure the ceilings of '{}' are not built", platform),
        Advice{.kind = Advice::build_everything});
  }
  if (!judge || !module || !runtime) {
    throw Error(
        Outcome::load_failed,
        fmt::format("there is no roofline/{}/ceilings.so next to the shipped modules; build "
                    "hippuzzle for '{}'",
                    platform, platform));
  }
  const auto puzzle = std::make_shared<const JudgeModule>(*judge, "ceilings");
  const Candidate candidate{
      .platform = platform, .module = *module, .runtime = *runtime, .device = device};
  Ceilings ceilings;
  ceilings.device = d.name;
  ceilings.source =
      fmt::format("measured {:%Y-%m-%d}, driver {}", fmt::localtime(std::time(nullptr)), d.driver);
  const std::vector<Work> all = work(platform, d.multiprocessors);
  for (const Work& w : all) {
    progress(fmt::format("measuring the ceiling '{}'", w.name),
             static_cast<double>(&w - all.data()) / static_cast<double>(all.size()));
    BenchOptions options;
    options.cold = w.cold;
    options.budget_seconds = is_simulated(platform) ? 0.4 : 1;
    const VariantRef ref{puzzle, puzzle->find(w.name), "ceilings", w.name, std::nullopt};
    const Bench bench = benchmark(
        {ref}, w.extents, candidate, options, [](const std::string&, double) {}, run_in_child);
    const Measurement& m = bench.results.front();
    if (m.time.count > 0) {
      // Two kinds of instructions for one arithmetic: the faster one is the roof.
      const std::string name =
          std::string(w.name).substr(0, std::string(w.name).find("-warpgroup"));
      const Ceiling found = to_ceiling(name, m);
      if (found.value > ceilings.value(name)) ceilings.all[name] = found;
    } else {
      ceilings.missing[w.name] = m.reason;
    }
  }
  if (l1_moves_as_much_as_shared_memory(platform) && ceilings.all.contains("shared")) {
    ceilings.all["l1"] = ceilings.all["shared"];
  }
  if (ceilings.all.contains("dram")) remember(cache_file(platform, d), ceilings);
  return ceilings;
}

Ceilings ceilings_from_file(const SearchPath& search_path, const std::string& name) {
  const fs::path folder = search_path.shared_data() / "devices";
  const fs::path file = folder / (name + ".toml");
  std::error_code none;
  if (name.find('/') != std::string::npos || !fs::exists(file, none)) {
    throw Error(
        Outcome::usage,
        fmt::format("there is no device '{}'; name a device of this machine by its number, or "
                    "choose one of {}",
                    name, fmt::join(devices_by_data_sheet(search_path), ", ")));
  }
  const TomlTable table(file, Outcome::load_failed);
  Ceilings ceilings{.device = table.string("name"), .source = table.string("source")};
  const TomlTable figures = table.table("ceilings");
  for (const std::string& key : figures.keys()) {
    const double value = figures.number(key);
    if (!(value > 0)) figures.refuse(key, "a positive number");
    ceilings.all[key] = {value, value, value};
  }
  for (const char* key : {"dram", "fp32"}) {
    if (!figures.has(key)) figures.refuse(key, "the device's greatest rate, in GB/s or GFLOP/s");
  }
  if (table.has("links")) {
    const TomlTable links = table.table("links");
    for (const std::string& key : links.keys()) {
      ceilings.links[key] = links.number(key);
      if (!(ceilings.links[key] > 0)) links.refuse(key, "a positive number");
    }
  }
  if (table.has("sizes")) {
    const TomlTable sizes = table.table("sizes");
    for (const std::string& key : sizes.keys()) ceilings.sizes[key] = sizes.number(key);
  }
  return ceilings;
}

}  // namespace hippuzzle
