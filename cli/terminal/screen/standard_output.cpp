#include "cli/terminal/screen/standard_output.hpp"

#include <cstdio>

namespace hippuzzle {

void print(std::string_view text) {
  std::fwrite(text.data(), 1, text.size(), stdout);
  std::fflush(stdout);
}

}  // namespace hippuzzle
