#include "engine/platforms/amd_topology.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <fstream>
#include <map>

namespace hippuzzle {
namespace {

// gfx_target_version of a node's properties; 0 of a processor, nullopt where it cannot be read.
std::optional<uint32_t> target_version(const std::filesystem::path& properties) {
  std::ifstream in(properties);
  std::string name;
  for (uint64_t value = 0; in >> name >> value;) {
    if (name == "gfx_target_version") return static_cast<uint32_t>(value);
  }
  return std::nullopt;
}

// 90010 is gfx90a: (9, 0, 10), the last two in hexadecimal.
std::string target(uint32_t version) {
  return fmt::format("gfx{}{:x}{:x}", version / 10000, version / 100 % 100, version % 100);
}

}  // namespace

std::optional<std::vector<std::string>> amd_targets(const std::filesystem::path& topology) {
  std::map<int, uint32_t> versions;  // by node: 10 comes after 9
  std::error_code error;
  for (const auto& node : std::filesystem::directory_iterator(topology / "nodes", error)) {
    const std::string number = node.path().filename().string();
    if (number.find_first_not_of("0123456789") != std::string::npos || number.size() > 9) continue;
    if (const auto version = target_version(node.path() / "properties")) {
      versions[std::stoi(number)] = *version;
    }
  }
  if (versions.empty()) return std::nullopt;
  std::vector<std::string> targets;
  for (const auto& [node, version] : versions) {
    if (version == 0 || std::ranges::find(targets, target(version)) != targets.end()) continue;
    targets.push_back(target(version));
  }
  return targets;
}

}  // namespace hippuzzle
