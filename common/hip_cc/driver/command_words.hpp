// The words of a command.
#pragma once

#include <string>
#include <vector>

namespace hippuzzle::cc {

using Words = std::vector<std::string>;

inline void append(Words& list, const Words& more) {
  list.insert(list.end(), more.begin(), more.end());
}

}  // namespace hippuzzle::cc
