// Whether a path lies in a folder, by the names alone.
#pragma once

#include <algorithm>
#include <filesystem>

namespace hippuzzle {

// True for the folder itself too. Both are absolute and normal; no link is followed.
inline bool is_below(const std::filesystem::path& path, const std::filesystem::path& folder) {
  return std::ranges::mismatch(folder, path).in1 == folder.end();
}

}  // namespace hippuzzle
