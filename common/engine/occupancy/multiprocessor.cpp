#include "engine/occupancy/multiprocessor.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <charconv>
#include <filesystem>
#include <optional>

#include "support/text/toml.hpp"

namespace hippuzzle {
namespace fs = std::filesystem;
namespace {

// 86 of "sm_86".
std::optional<unsigned> compute_capability(const std::string& architecture) {
  if (!architecture.starts_with("sm_")) return std::nullopt;
  unsigned value = 0;
  std::from_chars(architecture.data() + 3, architecture.data() + architecture.size(), value);
  return value;
}

bool is_in(const std::vector<std::string>& names, const std::string& name) {
  return std::ranges::find(names, name) != names.end();
}

}  // namespace

Multiprocessor read_multiprocessor(const fs::path& file) {
  const std::string architecture = file.stem().string();
  const TomlTable table(file, Outcome::load_failed);
  const auto optional = [&](const std::string& key) {
    if (!table.has(key)) return 0u;
    const double value = table.number(key);
    if (!(value >= 0 && value < 1e9)) table.refuse(key, "a number of at least 0");
    return static_cast<unsigned>(value);
  };
  const auto positive = [&](const std::string& key) {
    const unsigned value = optional(key);
    if (value == 0) table.refuse(key, "a positive number");
    return value;
  };
  return {.architecture = architecture,
          .device = architecture,
          .source = table.string("source"),
          .warp_size = positive("warp_size"),
          .warps = positive("warps"),
          .blocks = positive("blocks"),
          .barriers = optional("barriers"),
          .single_warp_blocks = optional("single_warp_blocks"),
          .block_threads = positive("block_threads"),
          .partitions = positive("partitions"),
          .registers = positive("registers"),
          .register_unit = positive("register_unit"),
          .thread_registers = positive("thread_registers"),
          .scalar_registers = optional("scalar_registers"),
          .scalar_unit = table.has("scalar_registers") ? positive("scalar_unit") : 0,
          .shared_bytes = positive("shared_bytes"),
          .shared_unit = positive("shared_unit"),
          .reserved_bytes = optional("reserved_bytes"),
          .block_shared_bytes = positive("block_shared_bytes")};
}

std::vector<std::string> known_architectures(const SearchPath& search_path) {
  return toml_names_in(search_path.shared_data() / "multiprocessors");
}

Multiprocessor multiprocessor_of(const SearchPath& search_path, const std::string& name) {
  const fs::path data = search_path.shared_data();
  const std::vector<std::string> architectures = known_architectures(search_path);
  const std::vector<std::string> devices = toml_names_in(data / "devices");
  std::string architecture = name, device = name;
  if (is_in(devices, name)) {
    const TomlTable file(data / "devices" / (name + ".toml"), Outcome::load_failed);
    if (!file.has("architecture")) file.refuse("architecture", "one such as \"sm_90\"");
    architecture = file.string("architecture");
    device = file.string("name");
  }
  if (!is_in(architectures, architecture)) {
    throw Error(Outcome::usage,
                fmt::format("the multiprocessors of '{}' are unknown; choose one of {}, {}", name,
                            fmt::join(devices, ", "), fmt::join(architectures, ", ")));
  }
  Multiprocessor found = read_multiprocessor(data / "multiprocessors" / (architecture + ".toml"));
  found.device = device;
  return found;
}

bool runs(const std::string& architecture, const std::string& target) {
  const auto has = compute_capability(architecture), wants = compute_capability(target);
  if (!has || !wants) return architecture == target;
  return *has / 10 == *wants / 10 && *has >= *wants;
}

}  // namespace hippuzzle
