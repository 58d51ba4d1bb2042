#include "engine/platforms/disassembly_tool.hpp"

#include <string_view>

#include "engine/platforms/all_platforms.hpp"

namespace hippuzzle {

Disassembler disassembler_of(const Platform& platform) {
  const std::string_view name = platform.name;
  if (name == make_nvidia().name) return disassembler_of_nvidia();
  return name == make_amd().name ? disassembler_of_amd() : disassembler_of_cpu();
}

}  // namespace hippuzzle
