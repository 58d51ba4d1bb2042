// Memory that a program never freed, of one place that allocates.
#pragma once

#include <cstdint>
#include <string>

namespace hippuzzle {

struct Leak {
  std::string array;  // "d_in of main.hip:7"; "" where its name is not known
  uint64_t bytes = 0, count = 0;
};

}  // namespace hippuzzle
