#include "hip_cc/driver/assembly_parts.hpp"

#include <fmt/format.h>

namespace hippuzzle::cc {

std::string as_weak(std::string definitions) {
  const std::string global = ".globl ";
  for (size_t at = 0; (at = definitions.find(global, at)) != std::string::npos;) {
    definitions.replace(at, global.size(), ".weak ");
  }
  return definitions;
}

std::string room_in_thread_storage() {
  return ".section .tbss,\"awT\",%nobits\n.balign 4096\n.zero 4096\n"
         ".section .note.GNU-stack,\"\",%progbits\n";
}

std::string check_defaults(const std::string& options) {
  std::string bytes;
  for (const char c : options)
    bytes += fmt::format("{},", static_cast<unsigned>(static_cast<unsigned char>(c)));
  return fmt::format(
      ".section .rodata\n.globl hippuzzle_check_defaults\n"
      ".type hippuzzle_check_defaults, %object\n"
      "hippuzzle_check_defaults: .byte {}0\n"
      ".size hippuzzle_check_defaults, .-hippuzzle_check_defaults\n"
      ".section .note.GNU-stack,\"\",%progbits\n",
      bytes);
}

}  // namespace hippuzzle::cc
