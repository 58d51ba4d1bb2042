// The folder for files that hippuzzle can make again.
#pragma once

#include <cstdlib>
#include <filesystem>
#include <string>

namespace hippuzzle {

// ~/.cache/hippuzzle/<name>, or below XDG_CACHE_HOME instead; empty if there is no home.
inline std::filesystem::path cache_folder(const std::string& name) {
  const char* cache = std::getenv("XDG_CACHE_HOME");
  if (cache != nullptr && *cache == '/') return std::filesystem::path(cache) / "hippuzzle" / name;
  const char* home = std::getenv("HOME");
  if (home == nullptr || *home != '/') return {};
  return std::filesystem::path(home) / ".cache" / "hippuzzle" / name;
}

}  // namespace hippuzzle
