// printf of kernels, and the text of a failed assertion. A lane sends its message in pieces; whole,
// it is formatted and printed. Sources: ROCm device libraries, "Hostcall" and "Printf"; the format
// of messages as their version 0 has it.
#pragma once

#include <cstdio>
#include <map>
#include <string>
#include <vector>

#include "amd_emulator/wave/host_calls.hpp"

namespace hippuzzle::amd {

class Printer : public HostCalls {
 public:
  std::array<uint64_t, 2> call(uint32_t service, const std::array<uint64_t, 8>& words) override;

 private:
  std::map<uint64_t, std::vector<uint64_t>> messages_;  // that are not whole yet
  uint64_t next_ = 1;
};

// The text of a message: its format, whose bytes begin the words and end with a zero byte, and one
// word for each argument, or the bytes of a string.
std::string formatted(const std::vector<uint64_t>& words);

}  // namespace hippuzzle::amd
