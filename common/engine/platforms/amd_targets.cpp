#include "engine/platforms/amd_targets.hpp"

#include <algorithm>
#include <cctype>

namespace hippuzzle {

std::vector<std::string> amd_targets_in(std::string_view module) {
  constexpr std::string_view mark = "amdgcn-amd-amdhsa--";
  std::vector<std::string> targets;
  for (size_t at = 0; (at = module.find(mark, at)) != module.npos;) {
    at += mark.size();
    size_t end = at;
    while (end < module.size() &&
           (std::isalnum(static_cast<unsigned char>(module[end])) != 0 || module[end] == '-')) {
      ++end;
    }
    const std::string target(module.substr(at, end - at));
    if (target.starts_with("gfx")) targets.push_back(target);
  }
  std::ranges::sort(targets);
  const auto repeated = std::ranges::unique(targets);
  targets.erase(repeated.begin(), repeated.end());
  return targets;
}

}  // namespace hippuzzle
