// The folder for what hippuzzle can make again.
#pragma once

#include <cstdlib>
#include <filesystem>
#include <string>

namespace hippuzzle {

// ~/.cache/hippuzzle/<name>, or what XDG_CACHE_HOME says instead; empty where there is no home.
inline std::filesystem::path cache_folder(const std::string& name) {
  const char* cache = std::getenv("XDG_CACHE_HOME");
  if (cache != nullptr && *cache == '/') return std::filesystem::path(cache) / "hippuzzle" / name;
  const char* home = std::getenv("HOME");
  if (home == nullptr || *home != '/') return {};
  return std::filesystem::path(home) / ".cache" / "hippuzzle" / name;
}

}  // namespace hippuzzle
